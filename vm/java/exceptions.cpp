#include "vm/java/exceptions.h"

#include <cstdarg>
#include <cstdio>
#include <string>

#include "gc/allocate.h"
#include "gc/barrier.h"
#include "gc/roots.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/module_graph.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/oom_report.h"
#include "vm/java/preallocated_errors.h"
#include "vm/java/stack_trace.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::LinkError;
using runtime::LinkErrorKind;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr const char* kLinkErrorClasses[] = {
    nullptr,
#define MJ_LINK_ERROR_CLASS(name) "java/lang/" #name,
    MJ_LINK_ERRORS(MJ_LINK_ERROR_CLASS)
#undef MJ_LINK_ERROR_CLASS
};

JavaResult<Class*> exception_class(JavaThread& self, const char* class_name) {
  Class* klass = MJ_TRY(lift(self, runtime::load_class(self, LoaderData::boot(), runtime::intern_symbol(class_name))));
  MJ_TRY(initialize_class(self, *klass));
  return klass;
}

JavaResult<Handle<>> construct(JavaThread& self, const char* class_name, const char* descriptor, const CallArgs& arguments) {
  Class* klass = MJ_TRY(exception_class(self, class_name));
  Handle<> exception = MJ_TRY(new_instance(self, *klass));
  Method* constructor = klass->find_declared_method(runtime::intern_symbol("<init>"), runtime::intern_symbol(descriptor));
  MJ_CHECK(constructor != nullptr, "%s has no constructor %s", class_name, descriptor);
  CallArgs all;
  all.push(exception);
  for (int i = 0; i < arguments.size(); ++i) {
    all.push(arguments.handle(i));
  }
  MJ_TRY(call_java(self, *constructor, all));
  return exception;
}

JavaResult<Handle<>> make_exception(JavaThread& self, const char* class_name, const char* message) {
  CallArgs arguments;
  if (message == nullptr) {
    return construct(self, class_name, "()V", arguments);
  }
  arguments.push(MJ_TRY(new_string(self, message)));
  return construct(self, class_name, "(Ljava/lang/String;)V", arguments);
}

// Without its constructor, which could neither run nor allocate now: message and backtrace only. HotSpot makes StackOverflowError
// and OutOfMemoryError the same way; Throwable's methods accept the null cause and suppressed list.
Handle<> make_without_constructor(JavaThread& self, const Class& klass, Handle<> message) {
  Object* fresh = gc::allocate_instance(self, klass);
  if (fresh == nullptr) {
    return {};
  }
  Handle<> exception;
  {
    NoSafepoint still(self);
    exception = runtime::make_handle(self, still, fresh);
    gc::store_ref(still, fresh, wk().Throwable_detailMessage, message.raw(still));
  }
  fill_in_stack_trace(self, exception);
  return exception;
}

void set_pending(JavaThread& self, Handle<> throwable) {
  NoSafepoint still(self);
  self.pending_exception = throwable.raw(still);
}

// The like of a remembered cause. Null: its class is not the boot loader's, or has no such constructor.
JavaResult<Handle<>> make_cause(JavaThread& self, const runtime::LinkErrorCause& account) {
  Class* klass = MJ_TRY(exception_class(self, account.class_name.c_str()));
  const char* descriptor = account.has_message ? "(Ljava/lang/String;)V" : "()V";
  bool can_be_made = klass->is_subclass_of(*wk().java_lang_Throwable) && !klass->is_abstract() &&
                     klass->find_declared_method(runtime::intern_symbol("<init>"), runtime::intern_symbol(descriptor)) != nullptr;
  if (!can_be_made) {
    return Handle<>();
  }
  return make_exception(self, account.class_name.c_str(), account.has_message ? account.message.c_str() : nullptr);
}

// A failure that a constant pool remembers, with its cause made anew. If that fails, what it threw is the cause, as in HotSpot.
Pending throw_remembered(JavaThread& self, const LinkError& error) {
  HandleScope scope(self);
  JavaResult<Handle<>> made = make_cause(self, *error.cause);
  Handle<> cause = made.ok() ? made.take() : take_exception(self);
  const char* class_name = kLinkErrorClasses[static_cast<int>(error.kind)];
  return cause.is_null() ? throw_new(self, class_name, error.message.c_str()) : throw_with_cause(self, class_name, error.message.c_str(), cause);
}

}  // namespace

Pending throw_object(JavaThread& self, Handle<> throwable) {
  set_pending(self, throwable);
  return kPending;
}

Pending throw_new(JavaThread& self, const char* class_name, const char* message) {
  MJ_DCHECK(!self.has_pending_exception(), "%s thrown while another exception is pending", class_name);
  HandleScope scope(self);
  JavaResult<Handle<>> made = make_exception(self, class_name, message);
  if (!made.ok()) {
    return kPending;  // making it threw: that exception is pending instead
  }
  return throw_object(self, made.take());
}

Pending throw_newf(JavaThread& self, const char* class_name, const char* format, ...) {
  char message[1024];
  va_list values;
  va_start(values, format);
  std::vsnprintf(message, sizeof message, format, values);
  va_end(values);
  return throw_new(self, class_name, message);
}

Pending throw_with_cause(JavaThread& self, const char* class_name, const char* message, Handle<> cause) {
  HandleScope scope(self);
  JavaResult<Handle<>> made = make_exception(self, class_name, message);
  if (!made.ok()) {
    return kPending;
  }
  Handle<> exception = made.take();
  CallArgs arguments;
  arguments.push(exception);
  arguments.push(cause);
  if (!call_java(self, *wk().Throwable_initCause, arguments).ok()) {
    return kPending;
  }
  return throw_object(self, exception);
}

Pending throw_null_pointer(JavaThread& self) { return throw_new(self, "java/lang/NullPointerException"); }

Pending throw_array_index(JavaThread& self, std::int32_t index, std::int32_t length) {
  return throw_newf(self, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", index, length);
}

Pending throw_class_cast(JavaThread& self, const Class& object_class, const Class& target) {
  std::string message = "class " + object_class.external_name() + " cannot be cast to class " + target.external_name() + " (" +
                        runtime::joint_place_of(object_class, target) + ")";
  return throw_new(self, "java/lang/ClassCastException", message.c_str());
}

Pending throw_out_of_memory(JavaThread& self, const char* message) {
  HandleScope scope(self);
  report_out_of_memory(self, message);
  Handle<> text = preallocated_oom_message(message);
  Handle<> fresh = make_without_constructor(self, *wk().java_lang_OutOfMemoryError, text);
  return throw_object(self, fresh.is_null() ? preallocated_oom(message) : fresh);
}

Pending throw_stack_overflow(JavaThread& self) {
  HandleScope scope(self);
  Handle<> fresh = make_without_constructor(self, *wk().java_lang_StackOverflowError, {});
  return throw_object(self, fresh.is_null() ? preallocated_oom("Java heap space") : fresh);
}

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
  if (error.kind == LinkErrorKind::NoClassDefFoundError && self.has_pending_exception()) {  // load_required_class left the cause
    HandleScope scope(self);
    Handle<> cause = take_exception(self);
    return throw_with_cause(self, "java/lang/NoClassDefFoundError", error.message.c_str(), cause);
  }
  if (error.cause != nullptr) {
    return throw_remembered(self, error);
  }
  return throw_new(self, kLinkErrorClasses[static_cast<int>(error.kind)], error.message.c_str());
}

Handle<> take_exception(JavaThread& self) {
  NoSafepoint still(self);
  Handle<> exception = runtime::make_handle(self, still, self.pending_exception);
  self.pending_exception = nullptr;
  return exception;
}

void print_exception(JavaThread& self, Handle<> throwable) {
  HandleScope scope(self);
  CallArgs arguments;
  arguments.push(throwable);
  if (!call_virtual(self, *wk().Throwable_printStackTrace, arguments).ok()) {
    self.pending_exception = nullptr;
    std::fprintf(stderr, "(the exception could not be printed)\n");
  }
}

bool is_pending_instance_of(JavaThread& self, const char* class_name) {
  const runtime::Symbol* name = runtime::find_symbol(class_name);
  const Class* klass = self.pending_exception == nullptr ? nullptr : self.pending_exception->klass();
  while (klass != nullptr && klass->name != name) {
    klass = klass->super;
  }
  return klass != nullptr;
}

}  // namespace minijvm::vm
