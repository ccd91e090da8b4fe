// Making and throwing Java exceptions from the VM. Proved by tests/java/exceptions and tests/java/bad_input.
// Each throw_* leaves the exception pending on the thread and returns kPending: `return throw_new(...)`.
#pragma once

#include "runtime/handle.h"
#include "runtime/link_error.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// class_name is internal ("java/lang/IllegalArgumentException"), loaded by the boot loader. The message is modified UTF-8; null: none.
[[nodiscard]] Pending throw_new(runtime::JavaThread& self, const char* class_name, const char* message = nullptr);
[[nodiscard, gnu::format(printf, 3, 4)]] Pending throw_newf(runtime::JavaThread& self, const char* class_name, const char* format, ...);
// With the cause that is pending now (cleared first).
[[nodiscard]] Pending throw_with_cause(runtime::JavaThread& self, const char* class_name, const char* message, runtime::Handle<> cause);
[[nodiscard]] Pending throw_object(runtime::JavaThread& self, runtime::Handle<> throwable);

[[nodiscard]] Pending throw_null_pointer(runtime::JavaThread& self);  // message by getExtendedNPEMessage, lazily
[[nodiscard]] Pending throw_array_index(runtime::JavaThread& self, std::int32_t index, std::int32_t length);
[[nodiscard]] Pending throw_class_cast(runtime::JavaThread& self, const runtime::Class& object_class, const runtime::Class& target);
[[nodiscard]] Pending throw_out_of_memory(runtime::JavaThread& self, const char* message);  // preallocated when the heap is full
[[nodiscard]] Pending throw_stack_overflow(runtime::JavaThread& self);
// The one place that maps LinkError to Java classes; kPending stays what it is.
[[nodiscard]] Pending throw_link_error(runtime::JavaThread& self, const runtime::LinkError& error);

// Takes the pending exception away and returns it.
runtime::Handle<> take_exception(runtime::JavaThread& self);
// Prints it as uncaught exceptions are printed (Throwable.printStackTrace), for the boot and ExceptionDescribe.
void print_exception(runtime::JavaThread& self, runtime::Handle<> throwable);
bool is_pending_instance_of(runtime::JavaThread& self, const char* class_name);

// Linked<T> to JavaResult<T>: MJ_TRY(lift(self, load_class(...))).
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
