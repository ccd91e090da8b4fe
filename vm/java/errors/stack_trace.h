// Reads stack traces and the caller's class from the frames of the Java stack, as Java may see
// them.
// Tested by tests/java/exceptions.
//
// Throwable.backtrace is an Object[3]. Java code only checks whether it is null.
//
//   [0]  long[]    for each frame: Method*, (method version << 32 | bci); then 1 if the frame that
//                  threw is hidden, else 0
//   [1]  null
//   [2]  Object[]  the mirrors of the declaring classes, which keep the classes alive
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Implements Throwable.fillInStackTrace: writes backtrace and depth, and clears stackTrace. Never
// throws: if memory runs out, the trace stays empty. May be called while an exception is pending;
// that exception stays pending.
void fill_in_stack_trace(runtime::JavaThread& self, runtime::Handle<java::Throwable> throwable);

// Sets -XX:±ShowHiddenFrames: traces then also show the frames of hidden classes and of
// java.lang.invoke's own methods.
void show_hidden_frames(bool shown);
bool shows_hidden_frames();
// Returns whether traces leave the method's frames out: it is hidden, unless `shows_hidden`; or it
// is the native by which a continuation leaves. HOTSPOT: a continuation has no frame of that.
bool is_left_out(const runtime::Method& method, bool shows_hidden = shows_hidden_frames());
// Sets -XX:±ShowCarrierFrames: the trace of an exception in a virtual thread goes on with the
// frames of its carrier.
void show_carrier_frames(bool shown);

// Fills the StackTraceElements in `elements` from the throwable's backtrace
// (JVM_InitStackTraceElementArray). Throws NullPointerException if an argument or element is null,
// and IndexOutOfBoundsException if the lengths differ.
JavaResult<void> fill_stack_trace_elements(runtime::JavaThread& self,
                                           runtime::Handle<java::ObjectArray> elements,
                                           runtime::Handle<java::Throwable> throwable);
// The same for a backtrace that is not in its throwable any more.
JavaResult<void> fill_elements_of_backtrace(runtime::JavaThread& self,
                                            runtime::Handle<java::ObjectArray> elements,
                                            runtime::Handle<java::ObjectArray> backtrace);
// Fills one element for this method and bci.
JavaResult<void> fill_stack_trace_element(runtime::JavaThread& self,
                                          runtime::Handle<java::StackTraceElement> element,
                                          const runtime::Method& method, std::int32_t bci);

// Names the place where a throwable was thrown: the first (method, bci) of its backtrace.
// first_trace_point returns false if there is no backtrace or if a hidden frame threw.
struct TracePoint {
  const runtime::Method* method = nullptr;
  std::int32_t bci = -1;
};
bool first_trace_point(runtime::JavaThread& self, runtime::Handle<java::Throwable> throwable,
                       TracePoint* point);

// Returns all of the backtrace, innermost first, hidden frames too.
std::vector<TracePoint> trace_points(runtime::JavaThread& self,
                                     runtime::Handle<java::Throwable> throwable);

// Copies the frames of a thread, hidden ones too: innermost first, at most max_depth (negative:
// all). Handles of `self` keep the classes of the frames from being unloaded. REQUIRES: the thread
// is `self`, or it stands still.
std::vector<TracePoint> copy_trace(runtime::JavaThread& self, const sync::NoSafepoint& still,
                                   const runtime::JavaThread& thread, std::int32_t max_depth);

// Makes a StackTraceElement[] from such a copy.
JavaResult<runtime::Handle<java::ObjectArray>> new_stack_trace_elements(
    runtime::JavaThread& self, const std::vector<TracePoint>& points);

// Returns whether Reflection.getCallerClass skips frames of this method: Method.invoke, subclasses
// of MethodAccessorImpl, compiled lambda forms, and signature-polymorphic methods.
bool is_ignored_by_caller_lookup(const runtime::Method& method);
// Reflection.getCallerClass. Throws InternalError if the asking method is not @CallerSensitive.
// Returns null if the stack ends before a caller is found.
JavaResult<runtime::Class*> caller_class(runtime::JavaThread& self);

}  // namespace minijvm::vm
