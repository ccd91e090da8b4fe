// Stack traces, StackWalker and the caller's class: who is on the Java stack, as Java may see it.
// Proved by tests/java/exceptions.
//
// A backtrace, Throwable.backtrace, is Object[2]: a long[] with (method, version and bci) pairs, and at its end 1 if the frame that threw is hidden; and an
// Object[] of the declaring classes' mirrors, which keeps the classes alive. Java looks only at whether it is null.
#pragma once

#include <cstdint>

#include "runtime/frame.h"
#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// Throwable.fillInStackTrace: writes backtrace and depth, clears stackTrace. Never throws: without memory the trace stays empty.
// Bears a pending exception, which stays.
void fill_in_stack_trace(runtime::JavaThread& self, runtime::Handle<> throwable);

// -XX:+ShowHiddenFrames: traces show the frames of hidden classes and of java.lang.invoke's own methods, too.
void show_hidden_frames(bool shown);
bool shows_hidden_frames();

// Fills the preallocated elements from the throwable's backtrace (6.2). NullPointerException, IndexOutOfBoundsException.
JavaResult<void> fill_stack_trace_elements(runtime::JavaThread& self, runtime::Handle<> elements, runtime::Handle<> throwable);
JavaResult<void> fill_stack_trace_element(runtime::JavaThread& self, runtime::Handle<> element, const runtime::Method& method, std::int32_t bci);

// Where a throwable was thrown: the first (method, bci) of its backtrace; false: it has none, or a hidden frame threw.
struct TracePoint {
  const runtime::Method* method = nullptr;
  std::int32_t bci = -1;
};
bool first_trace_point(runtime::JavaThread& self, runtime::Handle<> throwable, TracePoint* point);

// A StackTraceElement[] of a thread that cannot move meanwhile: self, or one that is stopped in a handshake is copied by the caller
// into points first.
JavaResult<runtime::Handle<>> new_stack_trace_elements(runtime::JavaThread& self, const TracePoint* points, std::int32_t count);

// Frames that Reflection.getCallerClass and its kin look through: Method.invoke, MethodAccessorImpl's subclasses, compiled lambda forms.
bool is_ignored_by_caller_lookup(const runtime::Method& method);
// The class of the innermost Java frame; null without one.
runtime::Class* innermost_class(const runtime::JavaThread& self);
// Reflection.getCallerClass (6.4): InternalError when a @CallerSensitive is missing; null when the stack ends.
JavaResult<runtime::Class*> caller_class(runtime::JavaThread& self);

}  // namespace minijvm::vm
