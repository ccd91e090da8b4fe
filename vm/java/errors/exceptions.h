// Makes and throws Java exceptions from C++. Each throw_* leaves the exception pending on the
// thread and returns kPending, so a caller writes `return throw_new(...)`.
// Tested by tests/java/exceptions and tests/java/bad_input.
#pragma once

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// class_name is internal ("java/lang/IllegalArgumentException") and is loaded by the boot loader.
// The message is modified UTF-8; null means none. If making the exception fails, the exception of
// that failure is pending instead. REQUIRES: no exception is pending.
[[nodiscard]] Pending throw_new(runtime::JavaThread& self, const char* class_name,
                                const char* message = nullptr);
// Formats the message like printf; it is cut at 1023 bytes.
[[nodiscard, gnu::format(printf, 3, 4)]] Pending throw_newf(runtime::JavaThread& self,
                                                            const char* class_name,
                                                            const char* format, ...);
// Sets a cause, by Throwable.initCause. The caller has taken the cause off the thread
// (take_exception).
[[nodiscard]] Pending throw_with_cause(runtime::JavaThread& self, const char* class_name,
                                       const char* message, runtime::Handle<java::Throwable> cause);
// Makes this throwable pending.
[[nodiscard]] Pending throw_object(runtime::JavaThread& self,
                                   runtime::Handle<java::Throwable> throwable);

// The message is computed later, when getExtendedNPEMessage asks (npe_message.h).
[[nodiscard]] Pending throw_null_pointer(runtime::JavaThread& self);
[[nodiscard]] Pending throw_array_index(runtime::JavaThread& self, std::int32_t index,
                                        std::int32_t length);
[[nodiscard]] Pending throw_class_cast(runtime::JavaThread& self,
                                       const runtime::Class& object_class,
                                       const runtime::Class& target);
// Uses a preallocated error when the heap is full (preallocated_errors.h).
[[nodiscard]] Pending throw_out_of_memory(runtime::JavaThread& self, const char* message);
[[nodiscard]] Pending throw_stack_overflow(runtime::JavaThread& self);
// Throws the exception for a LinkError; this is the only place that maps one to a Java class. A
// LinkError of kind kPending leaves the pending exception as it is.
[[nodiscard]] Pending throw_link_error(runtime::JavaThread& self, const runtime::LinkError& error);

// Clears the pending exception and returns it.
runtime::Handle<java::Throwable> take_exception(runtime::JavaThread& self);
// Prints the throwable as an uncaught exception is printed (Throwable.printStackTrace), for the
// boot and for JNI's ExceptionDescribe.
void print_exception(runtime::JavaThread& self, runtime::Handle<java::Throwable> throwable);
// Returns whether an exception is pending whose class, or a superclass of it, has this internal
// name.
bool is_pending_instance_of(runtime::JavaThread& self, const char* class_name);

// Turns Linked<T> into JavaResult<T>: MJ_TRY(lift(self, load_class(...))).
template <class T>
JavaResult<T> lift(runtime::JavaThread& self, runtime::Linked<T> linked) {
  if (!linked.ok()) {
    return throw_link_error(self, linked.error());
  }
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return linked.take();
  }
}

}  // namespace minijvm::vm
