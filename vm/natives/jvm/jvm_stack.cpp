// Implements JVM_* functions for stack traces, StackWalker, callers and access control. The caller
// is in native state.
// Tested by tests/java/exceptions.
#include <string>
#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "vm/invoke/member_name.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/npe_message.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/natives/jvm/access_context.h"
#include "vm/natives/jvm/stack_walk.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Fills a StackTraceElement from StackWalker's frame: the method is behind the frame's MemberName.
JavaResult<void> element_from_frame_info(JavaThread& self, Handle<java::StackTraceElement> element,
                                         Handle<java::StackFrameInfo> frame_info) {
  if (element.is_null() || frame_info.is_null()) {
    return throw_null_pointer(self);
  }
  const Method* method = nullptr;
  std::int32_t bci = -1;
  {
    NoSafepoint still(self);
    method = method_of_frame(still, frame_info.raw(still));
    bci = frame_info.raw(still)->bci();
  }
  if (method == nullptr) {
    return throw_new(self, "java/lang/InternalError", "a StackFrameInfo without its method");
  }
  return fill_stack_trace_element(self, element, *method, bci);
}

// Returns the helpful message of a NullPointerException, computed from the bytecode at the top of
// its trace. Returns null if there is no trace or nothing helpful to say.
JavaResult<Handle<java::String>> extended_npe_message(JavaThread& self,
                                                      Handle<java::Throwable> throwable) {
  TracePoint point;
  if (throwable.is_null() || !first_trace_point(self, throwable, &point)) {
    return Handle<java::String>();
  }
  std::string text = npe_message(*point.method, point.bci);
  return text.empty() ? JavaResult<Handle<java::String>>(Handle<java::String>())
                      : new_string(self, text);
}

// Returns, for SecurityManager.getClassContext, the class of each frame, the caller's own first.
// Frames of natives and of reflection are left out.
JavaResult<Handle<java::ObjectArray>> class_context(JavaThread& self) {
  runtime::FrameWalk walk(self);
  // The top frame must be the documented caller, since the result begins with it.
  if (walk.done() || walk.frame().method().name->text() != "getClassContext" ||
      walk.frame().method().holder != wk().java_lang_SecurityManager) {
    return throw_new(
        self, "java/lang/InternalError",
        "JVM_GetClassContext must only be called from SecurityManager.getClassContext");
  }
  std::vector<Handle<java::ClassMirror>> mirrors;
  for (; !walk.done(); walk.next()) {
    const Method& method = walk.frame().method();
    if (!method.is_native() && !is_ignored_by_caller_lookup(method)) {
      mirrors.push_back(mirror_of(*method.holder));
    }
  }
  return new_object_array(self, *wk().java_lang_Class, mirrors);
}

}  // namespace

extern "C" {

// Implements Throwable.fillInStackTrace.
void JVM_FillInStackTrace(JNIEnv* env, jobject throwable) {
  NativeEntry vm(env);
  fill_in_stack_trace(vm.self, handle_of<java::Throwable>(throwable));
}

// Implements StackTraceElement.initStackTraceElements.
void JVM_InitStackTraceElementArray(JNIEnv* env, jobjectArray elements, jobject throwable) {
  NativeEntry vm(env);
  (void)fill_stack_trace_elements(vm.self, handle_of(elements),
                                  handle_of<java::Throwable>(throwable));
}

// Implements StackTraceElement.initStackTraceElement.
void JVM_InitStackTraceElement(JNIEnv* env, jobject element, jobject frame_info) {
  NativeEntry vm(env);
  (void)element_from_frame_info(vm.self, handle_of<java::StackTraceElement>(element),
                                handle_of<java::StackFrameInfo>(frame_info));
}

// Implements NullPointerException.getExtendedNPEMessage.
jstring JVM_GetExtendedNPEMessage(JNIEnv* env, jthrowable throwable) {
  if (!native_settings().code_details_in_messages) {
    return nullptr;
  }
  NativeEntry vm(env);
  return vm.result_as<jstring>(extended_npe_message(vm.self, handle_of(throwable)));
}

// Implements StackStreamFactory.AbstractStackWalker.callStackWalk.
jobject JVM_CallStackWalk(JNIEnv* env, jobject stream, jlong mode, jint skip_frames,
                          jint frame_count, jint start_index, jobjectArray frames) {
  NativeEntry vm(env);
  return vm.result(call_stack_walk(vm.self, handle_of(stream),
                                   {mode, skip_frames, frame_count, start_index},
                                   handle_of(frames)));
}

// Implements StackStreamFactory.AbstractStackWalker.fetchStackFrames.
jint JVM_MoreStackWalk(JNIEnv* env, jobject, jlong mode, jlong anchor, jint frame_count,
                       jint start_index, jobjectArray frames) {
  NativeEntry vm(env);
  return vm.value(
      more_stack_walk(vm.self, {mode, 0, frame_count, start_index}, anchor, handle_of(frames)));
}

// Implements jdk.internal.reflect.Reflection.getCallerClass.
jclass JVM_GetCallerClass(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.class_result(caller_class(vm.self));
}

// Implements SecurityManager.getClassContext.
jobjectArray JVM_GetClassContext(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(class_context(vm.self));
}

// Implements AccessController.getStackAccessControlContext.
jobject JVM_GetStackAccessControlContext(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result(stack_access_control_context(vm.self));
}

// AccessController.getInheritedAccessControlContext: the context that the thread got from its
// creator.
jobject JVM_GetInheritedAccessControlContext(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(vm.self.thread_object->inheritedAccessControlContext());
}

}  // extern "C"
}  // namespace minijvm::vm
