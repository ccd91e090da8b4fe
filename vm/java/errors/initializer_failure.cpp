// Remembers why a class could not be initialized, and throws the exceptions of JVMS 5.5 steps 5 and
// 11. Called by class_init.cpp in kInVm, by the thread that ran the initializer (remember,
// throw_initializer_failure) or by later users of the class (throw_remembered_failure).
#include "vm/java/errors/initializer_failure.h"

#include <string>
#include <unordered_map>

#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

// Maps a class to the ExceptionInInitializerError that describes its failure to later users. The
// error stands in a constant slot of the class's loader: a root of its own would keep the class
// alive, because the error refers to it.
class InitializerFailures final : public Observer {
 public:
  void add(const Class& klass, java::Throwable* account) {
    // The slot belongs to the class's home loader data and dies with it.
    Object** slot = klass.home->constants.add(account);
    sync::MutexLock lock(mutex_);
    accounts_[&klass] = slot;
  }
  java::Throwable* find(const Class& klass) {
    sync::MutexLock lock(mutex_);
    auto at = accounts_.find(&klass);
    return at == accounts_.end() ? nullptr : runtime::as<java::Throwable>(*at->second);
  }
  // Called in the stopped world, before the memory of dead classes is freed.
  void classes_unloading() override {
    sync::MutexLock lock(mutex_);
    std::erase_if(accounts_, [](const auto& entry) { return !entry.first->is_live(); });
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  std::unordered_map<const Class*, Object**> accounts_;
};

namespace {

// The table is made at the first failure; most programs never have one.
InitializerFailures& accounts() {
  return the_vm.java.initializer_failures.get([] {
    auto* fresh = new InitializerFailures;
    observe(*fresh, kUnloadingEvents);
    return fresh;
  });
}

Method& method_of_throwable(const char* name, const char* descriptor) {
  Method* method = wk().java_lang_Throwable->find_declared_method(
      runtime::intern_symbol(name), runtime::intern_symbol(descriptor));
  MJ_CHECK(method != nullptr, "java.lang.Throwable has no %s%s", name, descriptor);
  return *method;
}

// Returns the text of a String field. REQUIRES: the handle has a slot.
template <class T>
std::string field_text(JavaThread& self, Handle<T> object, java::String* (T::*field)() const) {
  NoSafepoint still(self);
  // The main thread has no Thread object while the first classes are initialized.
  const T* holder = object.raw(still);
  const java::String* text = holder == nullptr ? nullptr : (holder->*field)();
  return text == nullptr ? std::string() : to_modified_utf8(still, text);
}

// Returns a text such as `Exception java.lang.RuntimeException: why [in thread "main"]`.
std::string account_text(JavaThread& self, Handle<java::Throwable> thrown) {
  std::string text = "Exception " + klass_of(self, thrown)->external_name();
  std::string message = field_text(self, thrown, &java::Throwable::detailMessage);
  if (!message.empty()) {
    text += ": " + message;
  }
  return text + " [in thread \"" + field_text(self, self.thread_handle(), &java::Thread::name) +
         "\"]";
}

// The description gets the stack trace of the original exception, so it shows where the initializer
// failed.
JavaResult<void> copy_stack_trace(JavaThread& self, Handle<java::Throwable> from,
                                  Handle<java::Throwable> to) {
  CallArgs get;
  get.push(from);
  JavaValue trace = MJ_TRY(call_virtual(
      self, method_of_throwable("getStackTrace", "()[Ljava/lang/StackTraceElement;"), get));
  CallArgs set;
  set.push(to);
  set.push(trace.reference);
  MJ_TRY(call_virtual(
      self, method_of_throwable("setStackTrace", "([Ljava/lang/StackTraceElement;)V"), set));
  return {};
}

// Makes the description. throw_new leaves a result pending: the error, or the exception that making
// it threw. Either one is taken.
JavaResult<Handle<java::Throwable>> make_account(JavaThread& self, Handle<java::Throwable> thrown) {
  (void)throw_new(self, "java/lang/ExceptionInInitializerError",
                  account_text(self, thrown).c_str());
  Handle<java::Throwable> account = take_exception(self);
  MJ_TRY(copy_stack_trace(self, thrown, account));
  return account;
}

}  // namespace

void remember_initializer_failure(JavaThread& self, const Class& klass,
                                  Handle<java::Throwable> thrown) {
  HandleScope scope(self);
  // If there is no memory or no stack, the class simply has no description.
  JavaResult<Handle<java::Throwable>> account = make_account(self, thrown);
  if (!account.ok()) {
    self.pending_exception = nullptr;
    return;
  }
  NoSafepoint still(self);
  accounts().add(klass, account.take().raw(still));
}

// JVMS 5.5 step 11: an Error is thrown as it is, anything else becomes the cause of an
// ExceptionInInitializerError.
Pending throw_initializer_failure(JavaThread& self, Handle<java::Throwable> thrown) {
  if (klass_of(self, thrown)->is_subclass_of(*wk().java_lang_Error)) {
    return throw_object(self, thrown);
  }
  Class* wrapper = wk().java_lang_ExceptionInInitializerError;
  Method* constructor = wrapper->find_declared_method(
      runtime::intern_symbol("<init>"), runtime::intern_symbol("(Ljava/lang/Throwable;)V"));
  JavaResult<Handle<>> made = new_instance(self, *wrapper);
  if (!made.ok()) {
    return kPending;
  }
  auto error = runtime::as<java::Throwable>(made.take());
  CallArgs args;
  args.push(error);
  args.push(thrown);
  if (!call_java(self, *constructor, args).ok()) {
    return kPending;
  }
  return throw_object(self, error);
}

// Implements JVMS 5.5 step 5.
Pending throw_remembered_failure(JavaThread& self, const Class& klass) {
  std::string message = "Could not initialize class " + klass.external_name();
  Handle<java::Throwable> account;
  {
    NoSafepoint still(self);
    // The table holds a raw address, so it becomes a handle before anything can stop.
    account = runtime::make_handle(self, still, accounts().find(klass));
  }
  if (account.is_null()) {
    return throw_new(self, "java/lang/NoClassDefFoundError", message.c_str());
  }
  return throw_with_cause(self, "java/lang/NoClassDefFoundError", message.c_str(), account);
}

}  // namespace minijvm::vm
