// Makes Java exceptions and leaves them pending on the thread. The normal way runs the exception's
// constructor; two errors are made without it, because memory or stack has run out. Callers are in
// kInVm, and every function may run Java code.
#include "vm/java/errors/exceptions.h"

#include <cstdarg>
#include <cstdio>
#include <string>

#include "gc/heap/allocate.h"
#include "gc/heap/reference_fields.h"
#include "gc/heap/roots.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/preallocated_errors.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/strings.h"
#include "vm/java/threads/thread_objects.h"
#include "vm/observer.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::LinkError;
using runtime::LinkErrorKind;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Finds the resource that a message of throw_out_of_memory is about, for observers.
Resource resource_of(std::string_view message) {
  if (message.starts_with("unable to create native thread")) {
    return Resource::kThreads;
  }
  return message == "Requested array size exceeds VM limit" ? Resource::kArrayLength
                                                            : Resource::kHeap;
}

// The index is the LinkErrorKind; the first kind is kPending, which has no class.
constexpr const char* kLinkErrorClasses[] = {nullptr,
#define MJ_LINK_ERROR_CLASS(name) "java/lang/" #name,
                                             MJ_LINK_ERRORS(MJ_LINK_ERROR_CLASS)
#undef MJ_LINK_ERROR_CLASS
};

// Exception classes that the VM throws belong to the boot loader, whoever the caller is.
JavaResult<Class*> exception_class(JavaThread& self, const char* class_name) {
  Class* klass = MJ_TRY(lift(
      self, runtime::load_class(self, LoaderData::boot(), runtime::intern_symbol(class_name))));
  MJ_TRY(initialize_class(self, *klass));
  return klass;
}

// Makes an exception by its constructor. All arguments are references.
JavaResult<Handle<java::Throwable>> construct(JavaThread& self, const char* class_name,
                                              const char* descriptor, const CallArgs& arguments) {
  Class* klass = MJ_TRY(exception_class(self, class_name));
  auto exception = runtime::as<java::Throwable>(MJ_TRY(new_instance(self, *klass)));
  Method* constructor = klass->find_declared_method(runtime::intern_symbol("<init>"),
                                                    runtime::intern_symbol(descriptor));
  MJ_CHECK(constructor != nullptr, "%s has no constructor %s", class_name, descriptor);
  CallArgs all;
  all.push(exception);
  for (int i = 0; i < arguments.size(); ++i) {
    all.push(arguments.handle(i));
  }
  MJ_TRY(call_java(self, *constructor, all));
  return exception;
}

JavaResult<Handle<java::Throwable>> make_exception(JavaThread& self, const char* class_name,
                                                   const char* message) {
  CallArgs arguments;
  if (message == nullptr) {
    return construct(self, class_name, "()V", arguments);
  }
  arguments.push(MJ_TRY(new_string(self, message)));
  return construct(self, class_name, "(Ljava/lang/String;)V", arguments);
}

// Makes an error without running its constructor, which could neither run nor allocate now: the
// error gets a message and a backtrace only. HotSpot makes StackOverflowError and OutOfMemoryError
// the same way; Throwable's methods accept the null cause and suppressed list. Returns a null
// handle if memory runs out.
Handle<java::Throwable> make_without_constructor(JavaThread& self, const Class& klass,
                                                 Handle<java::String> message) {
  Object* fresh = gc::allocate_instance(self, klass);
  if (fresh == nullptr) {
    return {};
  }
  Handle<java::Throwable> exception;
  {
    NoSafepoint still(self);
    exception = runtime::make_handle(self, still, runtime::as<java::Throwable>(fresh));
    exception.raw(still)->set_detailMessage(still, message.raw(still));
  }
  // A backtrace that finds no memory stays empty; it never throws.
  fill_in_stack_trace(self, exception);
  return exception;
}

void set_pending(JavaThread& self, Handle<java::Throwable> throwable) {
  NoSafepoint still(self);
  self.pending_exception = throwable.raw(still);
}

// Makes an exception of the same class and message as a remembered cause. Returns a null handle if
// its class has no such constructor.
JavaResult<Handle<java::Throwable>> make_cause(JavaThread& self,
                                               const runtime::LinkErrorCause& account) {
  Class* klass = MJ_TRY(exception_class(self, account.class_name.c_str()));
  const char* descriptor = account.has_message ? "(Ljava/lang/String;)V" : "()V";
  bool can_be_made = klass->is_subclass_of(*wk().java_lang_Throwable) && !klass->is_abstract() &&
                     klass->find_declared_method(runtime::intern_symbol("<init>"),
                                                 runtime::intern_symbol(descriptor)) != nullptr;
  if (!can_be_made) {
    return Handle<java::Throwable>();
  }
  return make_exception(self, account.class_name.c_str(),
                        account.has_message ? account.message.c_str() : nullptr);
}

// Throws a failure that a constant pool remembers (JVMS 5.4.3: later attempts fail with the same
// error), with a new copy of its cause. If making the copy throws, that exception becomes the
// cause, as in HotSpot.
Pending throw_remembered(JavaThread& self, const LinkError& error) {
  HandleScope scope(self);
  JavaResult<Handle<java::Throwable>> made = make_cause(self, *error.cause);
  Handle<java::Throwable> cause = made.ok() ? made.take() : take_exception(self);
  const char* class_name = kLinkErrorClasses[static_cast<int>(error.kind)];
  return cause.is_null() ? throw_new(self, class_name, error.message.c_str())
                         : throw_with_cause(self, class_name, error.message.c_str(), cause);
}

}  // namespace

Pending throw_object(JavaThread& self, Handle<java::Throwable> throwable) {
  set_pending(self, throwable);
  return kPending;
}

Pending throw_new(JavaThread& self, const char* class_name, const char* message) {
  // A second exception would silently replace the first.
  MJ_DCHECK(!self.has_pending_exception(), "%s thrown while another exception is pending",
            class_name);
  HandleScope scope(self);
  JavaResult<Handle<java::Throwable>> made = make_exception(self, class_name, message);
  if (!made.ok()) {
    return kPending;  // making it threw: that exception is pending instead
  }
  return throw_object(self, made.take());
}

// The message is cut at 1023 bytes.
Pending throw_newf(JavaThread& self, const char* class_name, const char* format, ...) {
  char message[1024];
  va_list values;
  va_start(values, format);
  std::vsnprintf(message, sizeof message, format, values);
  va_end(values);
  return throw_new(self, class_name, message);
}

Pending throw_with_cause(JavaThread& self, const char* class_name, const char* message,
                         Handle<java::Throwable> cause) {
  HandleScope scope(self);
  JavaResult<Handle<java::Throwable>> made = make_exception(self, class_name, message);
  if (!made.ok()) {
    return kPending;
  }
  // The cause is set by a call of initCause, since not every exception class has a constructor that
  // takes one.
  Handle<java::Throwable> exception = made.take();
  CallArgs arguments;
  arguments.push(exception);
  arguments.push(cause);
  if (!call_java(self, *wk().Throwable_initCause, arguments).ok()) {
    return kPending;
  }
  return throw_object(self, exception);
}

// The exception has no message: NullPointerException computes it from the bytecode when a program
// asks (npe_message.h).
Pending throw_null_pointer(JavaThread& self) {
  return throw_new(self, "java/lang/NullPointerException");
}

Pending throw_array_index(JavaThread& self, std::int32_t index, std::int32_t length) {
  return throw_newf(self, "java/lang/ArrayIndexOutOfBoundsException",
                    "Index %d out of bounds for length %d", index, length);
}

Pending throw_class_cast(JavaThread& self, const Class& object_class, const Class& target) {
  std::string message = "class " + object_class.external_name() + " cannot be cast to class " +
                        target.external_name() + " (" +
                        runtime::joint_place_of(object_class, target) + ")";
  return throw_new(self, "java/lang/ClassCastException", message.c_str());
}

// Observers are called first, while the thread has no exception pending: they may run Java code.
Pending throw_out_of_memory(JavaThread& self, const char* message) {
  HandleScope scope(self);
  notify(kResourceEvents, [&](Observer& observer) {
    observer.resource_exhausted(self, resource_of(message), message);
  });
  forget_scoped_values(self);
  Handle<java::String> text = preallocated_oom_message(message);
  Handle<java::Throwable> fresh =
      make_without_constructor(self, *wk().java_lang_OutOfMemoryError, text);
  // If even this small object finds no memory, the preallocated error is thrown.
  return throw_object(self, fresh.is_null() ? preallocated_oom(message) : fresh);
}

Pending throw_stack_overflow(JavaThread& self) {
  forget_scoped_values(self);
  // Neither stack nor a constructor is available. If the heap is full as well, the program gets an
  // OutOfMemoryError.
  HandleScope scope(self);
  Handle<java::Throwable> fresh =
      make_without_constructor(self, *wk().java_lang_StackOverflowError, {});
  return throw_object(self, fresh.is_null() ? preallocated_oom("Java heap space") : fresh);
}

// The special cases come first; all other kinds have a class of the same name (MJ_LINK_ERRORS).
Pending throw_link_error(JavaThread& self, const LinkError& error) {
  if (error.kind == LinkErrorKind::kPending) {
    MJ_DCHECK(self.has_pending_exception(), "a pending link error without an exception");
    return kPending;
  }
  if (error.kind == LinkErrorKind::OutOfMemoryError) {
    return throw_out_of_memory(self, error.message.c_str());
  }
  if (error.kind == LinkErrorKind::StackOverflowError) {
    return throw_stack_overflow(self);
  }
  // load_required_class has left the ClassNotFoundException pending as the cause.
  if (error.kind == LinkErrorKind::NoClassDefFoundError && self.has_pending_exception()) {
    HandleScope scope(self);
    Handle<java::Throwable> cause = take_exception(self);
    return throw_with_cause(self, "java/lang/NoClassDefFoundError", error.message.c_str(), cause);
  }
  // The constant pool remembers this failure from an earlier resolution.
  if (error.cause != nullptr) {
    return throw_remembered(self, error);
  }
  return throw_new(self, kLinkErrorClasses[static_cast<int>(error.kind)], error.message.c_str());
}

Handle<java::Throwable> take_exception(JavaThread& self) {
  NoSafepoint still(self);
  Handle<java::Throwable> exception =
      runtime::make_handle(self, still, runtime::as<java::Throwable>(self.pending_exception));
  self.pending_exception = nullptr;
  return exception;
}

void print_exception(JavaThread& self, Handle<java::Throwable> throwable) {
  HandleScope scope(self);
  CallArgs arguments;
  arguments.push(throwable);
  // printStackTrace is the program's code, and may throw as well.
  if (!call_virtual(self, *wk().Throwable_printStackTrace, arguments).ok()) {
    self.pending_exception = nullptr;
    std::fprintf(stderr, "(the exception could not be printed)\n");
  }
}

// Compares names and loads nothing: a class that is not loaded has no instance.
bool is_pending_instance_of(JavaThread& self, const char* class_name) {
  const runtime::Symbol* name = runtime::find_symbol(class_name);
  const Class* klass =
      self.pending_exception == nullptr ? nullptr : self.pending_exception->klass();
  while (klass != nullptr && klass->name != name) {
    klass = klass->super;
  }
  return klass != nullptr;
}

}  // namespace minijvm::vm
