#include "vm/java/initializer_failure.h"

#include <string>
#include <unordered_map>

#include "runtime/class.h"
#include "runtime/class_unloading.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

// Class to the ExceptionInInitializerError that tells later users what happened. It stands in a constant slot of the class: a root of its
// own would keep the class alive, which it mentions.
class Accounts final : public runtime::UnloadObserver {
 public:
  void add(const Class& klass, Object* account) {
    Object** slot = klass.home->constants.add(account);
    sync::MutexLock lock(mutex_);
    accounts_[&klass] = slot;
  }
  Object* find(const Class& klass) {
    sync::MutexLock lock(mutex_);
    auto at = accounts_.find(&klass);
    return at == accounts_.end() ? nullptr : *at->second;
  }
  void forget_dead_classes() override {
    sync::MutexLock lock(mutex_);
    std::erase_if(accounts_, [](const auto& entry) { return !entry.first->is_live(); });
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  std::unordered_map<const Class*, Object**> accounts_;
};

Accounts& accounts() {
  static Accounts* table = [] {
    auto* fresh = new Accounts;
    runtime::add_unload_observer(*fresh);
    return fresh;
  }();
  return *table;
}

Method& method_of_throwable(const char* name, const char* descriptor) {
  Method* method = wk().java_lang_Throwable->find_declared_method(runtime::intern_symbol(name), runtime::intern_symbol(descriptor));
  MJ_CHECK(method != nullptr, "java.lang.Throwable has no %s%s", name, descriptor);
  return *method;
}

std::string class_name_of(JavaThread& self, Handle<> object) {
  NoSafepoint still(self);
  return object.raw(still)->klass()->external_name();
}

std::string field_text(JavaThread& self, Handle<> object, std::uint32_t offset) {
  NoSafepoint still(self);
  const Object* holder = object.raw(still);  // the main thread has no Thread object while the first classes are initialised
  const Object* text = holder == nullptr ? nullptr : holder->load_ref(offset);
  return text == nullptr ? std::string() : to_modified_utf8(still, text);
}

// `Exception java.lang.RuntimeException: why [in thread "main"]`.
std::string account_text(JavaThread& self, Handle<> thrown) {
  std::string text = "Exception " + class_name_of(self, thrown);
  std::string message = field_text(self, thrown, wk().Throwable_detailMessage);
  if (!message.empty()) {
    text += ": " + message;
  }
  return text + " [in thread \"" + field_text(self, Handle<>(&self.thread_object), wk().Thread_name) + "\"]";
}

// The stack trace is the one of what was thrown, so that the account shows where the initialiser failed.
JavaResult<void> copy_stack_trace(JavaThread& self, Handle<> from, Handle<> to) {
  CallArgs get;
  get.push(from);
  JavaValue trace = MJ_TRY(call_virtual(self, method_of_throwable("getStackTrace", "()[Ljava/lang/StackTraceElement;"), get));
  CallArgs set;
  set.push(to);
  set.push(trace.reference);
  MJ_TRY(call_virtual(self, method_of_throwable("setStackTrace", "([Ljava/lang/StackTraceElement;)V"), set));
  return {};
}

JavaResult<Handle<>> make_account(JavaThread& self, Handle<> thrown) {
  (void)throw_new(self, "java/lang/ExceptionInInitializerError", account_text(self, thrown).c_str());
  Handle<> account = take_exception(self);
  MJ_TRY(copy_stack_trace(self, thrown, account));
  return account;
}

}  // namespace

void remember_initializer_failure(JavaThread& self, const Class& klass, Handle<> thrown) {
  HandleScope scope(self);
  JavaResult<Handle<>> account = make_account(self, thrown);
  if (!account.ok()) {
    self.pending_exception = nullptr;
    return;
  }
  NoSafepoint still(self);
  accounts().add(klass, account.take().raw(still));
}

Pending throw_initializer_failure(JavaThread& self, Handle<> thrown) {
  {
    NoSafepoint still(self);
    const Class* thrown_class = thrown.raw(still)->klass();
    if (thrown_class->is_subclass_of(*wk().java_lang_Error)) {
      self.pending_exception = thrown.raw(still);
      return kPending;
    }
  }
  Class* wrapper = wk().java_lang_ExceptionInInitializerError;
  Method* constructor = wrapper->find_declared_method(runtime::intern_symbol("<init>"), runtime::intern_symbol("(Ljava/lang/Throwable;)V"));
  JavaResult<Handle<>> made = new_instance(self, *wrapper);
  if (!made.ok()) {
    return kPending;
  }
  Handle<> error = made.take();
  CallArgs args;
  args.push(error);
  args.push(thrown);
  if (!call_java(self, *constructor, args).ok()) {
    return kPending;
  }
  return throw_object(self, error);
}

Pending throw_remembered_failure(JavaThread& self, const Class& klass) {
  std::string message = "Could not initialize class " + klass.external_name();
  Handle<> account;
  {
    NoSafepoint still(self);
    account = runtime::make_handle(self, still, accounts().find(klass));
  }
  if (account.is_null()) {
    return throw_new(self, "java/lang/NoClassDefFoundError", message.c_str());
  }
  return throw_with_cause(self, "java/lang/NoClassDefFoundError", message.c_str(), account);
}

}  // namespace minijvm::vm
