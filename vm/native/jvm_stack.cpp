// JVM_*: the stack, exceptions, callers, access control. Proved by tests/java/exceptions.
#include <string>
#include <vector>

#include "gc/barrier.h"
#include "runtime/frame.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/invoke/member_name.h"
#include "vm/java/properties.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/npe_message.h"
#include "vm/java/stack_trace.h"
#include "vm/java/strings.h"
#include "vm/native/access_context.h"
#include "vm/native/native_entry.h"
#include "vm/native/stack_walk.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::wk;
using sync::NoSafepoint;

namespace {

JavaResult<void> element_from_frame_info(JavaThread& self, Handle<> element, Handle<> frame_info) {
  if (element.is_null() || frame_info.is_null()) {
    return throw_null_pointer(self);
  }
  const Method* method = nullptr;
  std::int32_t bci = -1;
  {
    NoSafepoint still(self);
    const Object* info = frame_info.raw(still);
    const Object* member_name = info->load_ref(wk().StackFrameInfo_memberName);
    method = member_name == nullptr ? nullptr : method_of_member_name(still, member_name);
    bci = info->load<std::int32_t>(wk().StackFrameInfo_bci);
  }
  if (method == nullptr) {
    return throw_new(self, "java/lang/InternalError", "a StackFrameInfo without its method");
  }
  return fill_stack_trace_element(self, element, *method, bci);
}

JavaResult<Handle<>> extended_npe_message(JavaThread& self, Handle<> throwable) {
  TracePoint point;
  if (throwable.is_null() || !first_trace_point(self, throwable, &point)) {
    return Handle<>();
  }
  std::string text = npe_message(*point.method, point.bci);
  return text.empty() ? JavaResult<Handle<>>(Handle<>()) : new_string(self, text);
}

// SecurityManager.getClassContext: natives and reflection are left out.
JavaResult<Handle<>> class_context(JavaThread& self) {
  runtime::FrameWalk walk(self);
  if (walk.done() || walk.frame().method().name->text() != "getClassContext" || walk.frame().method().holder != wk().java_lang_SecurityManager) {
    return throw_new(self, "java/lang/InternalError", "JVM_GetClassContext must only be called from SecurityManager.getClassContext");
  }
  std::vector<const Class*> classes;
  for (; !walk.done(); walk.next()) {
    const Method& method = walk.frame().method();
    if (!method.is_native() && !is_ignored_by_caller_lookup(method)) {
      classes.push_back(method.holder);
    }
  }
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_Class, static_cast<jint>(classes.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), classes[i]->mirror);
  }
  return array;
}

}  // namespace

extern "C" {

void JVM_FillInStackTrace(JNIEnv* env, jobject throwable) {
  NativeEntry vm(env);
  fill_in_stack_trace(vm.self, handle_of(throwable));
}

void JVM_InitStackTraceElementArray(JNIEnv* env, jobjectArray elements, jobject throwable) {
  NativeEntry vm(env);
  (void)fill_stack_trace_elements(vm.self, handle_of(elements), handle_of(throwable));
}

void JVM_InitStackTraceElement(JNIEnv* env, jobject element, jobject frame_info) {
  NativeEntry vm(env);
  (void)element_from_frame_info(vm.self, handle_of(element), handle_of(frame_info));
}

jstring JVM_GetExtendedNPEMessage(JNIEnv* env, jthrowable throwable) {
  if (!native_settings().code_details_in_messages) {
    return nullptr;
  }
  NativeEntry vm(env);
  return vm.result_as<jstring>(extended_npe_message(vm.self, handle_of(throwable)));
}

jobject JVM_CallStackWalk(JNIEnv* env, jobject stream, jlong mode, jint skip_frames, jint frame_count, jint start_index, jobjectArray frames) {
  NativeEntry vm(env);
  return vm.result(call_stack_walk(vm.self, handle_of(stream), {mode, skip_frames, frame_count, start_index}, handle_of(frames)));
}

jint JVM_MoreStackWalk(JNIEnv* env, jobject, jlong mode, jlong anchor, jint frame_count, jint start_index, jobjectArray frames) {
  NativeEntry vm(env);
  return vm.value(more_stack_walk(vm.self, {mode, 0, frame_count, start_index}, anchor, handle_of(frames)));
}

jclass JVM_GetCallerClass(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.class_result(caller_class(vm.self));
}

jobjectArray JVM_GetClassContext(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(class_context(vm.self));
}

jobject JVM_GetStackAccessControlContext(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.result(stack_access_control_context(vm.self));
}

jobject JVM_GetInheritedAccessControlContext(JNIEnv* env, jclass) {
  NativeEntry vm(env);
  return vm.raw_result(vm.self.thread_object->load_ref(wk().Thread_inheritedAccessControlContext));
}

}  // extern "C"
}  // namespace minijvm::vm
