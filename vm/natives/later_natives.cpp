// Implements natives of java.base that JDK 21 or 25 calls with other arguments than JDK 17. The
// JDK's libjava has a function for each, over a JVM_* function of 17's name; the rows below come
// first, so that no exported function needs two contracts. A row holds wherever a class has a
// native of that descriptor. The caller is in native state.
// Tested by tests/jdk25.

#include "runtime/object/java_objects.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/natives/jvm/stack_walk.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"

namespace minijvm::vm {

namespace {

// JDK 21: the scope and the continuation say where the walk of a virtual thread ends. A virtual
// thread has a stack of its own here, so its walk ends by itself.
jobject call_walk_21(JNIEnv* env, jobject stream, jlong mode, jint skip_frames, jobject, jobject,
                     jint frame_count, jint start_index, jobjectArray frames) {
  NativeEntry vm(env);
  return vm.result(call_stack_walk(vm.self, handle_of(stream),
                                   {mode, skip_frames, frame_count, start_index},
                                   handle_of(frames)));
}

// JDK 25 says how long the buffer is, not how many frames it wants.
jobject call_walk_25(JNIEnv* env, jobject stream, jint mode, jint skip_frames, jobject scope,
                     jobject continuation, jint buffer_size, jint start_index,
                     jobjectArray frames) {
  NativeEntry vm(env);
  StackWalkRequest request{mode, skip_frames, buffer_size - start_index, start_index};
  request.scope = handle_of(scope);
  request.continuation = handle_of<java::Continuation>(continuation);
  return vm.result(call_stack_walk(vm.self, handle_of(stream), request, handle_of(frames)));
}

// Returns the number of frames filled. A last batch without frames has left none to skip.
jint fetch_frames_25(JNIEnv* env, jobject, jint mode, jlong anchor, jint last_batch,
                     jint buffer_size, jint start_index, jobjectArray frames) {
  NativeEntry vm(env);
  const StackWalkRequest request{mode, 0, buffer_size - start_index, start_index, last_batch > 0};
  auto end = more_stack_walk(vm.self, request, anchor, handle_of(frames));
  return end.ok() ? end.take() - start_index : 0;
}

// The depth is the length of the array.
void init_elements_21(JNIEnv* env, jclass, jobjectArray elements, jobject backtrace, jint) {
  NativeEntry vm(env);
  (void)fill_elements_of_backtrace(vm.self, handle_of(elements),
                                   handle_of<java::ObjectArray>(backtrace));
}

// The access modes of VarHandle are native and signature-polymorphic (JVMS 2.9.3). In JDK 17 they
// have no natives.
jobject refuse_reflective_access(JNIEnv* env, jobject, jobjectArray) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/UnsupportedOperationException",
                  "VarHandle access mode methods cannot be invoked reflectively");
  return nullptr;
}

constexpr const char* kWalker = "java/lang/StackStreamFactory$AbstractStackWalker";

}  // namespace

std::span<const VmNative> later_natives() {
  static const VmNative rows[] = {
      {kWalker, "callStackWalk",
       "(JILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;"
       ")Ljava/lang/Object;",
       reinterpret_cast<void*>(call_walk_21)},
      {kWalker, "callStackWalk",
       "(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;"
       ")Ljava/lang/Object;",
       reinterpret_cast<void*>(call_walk_25)},
      {kWalker, "fetchStackFrames", "(IJIII[Ljava/lang/Object;)I",
       reinterpret_cast<void*>(fetch_frames_25)},
      {"java/lang/StackTraceElement", "initStackTraceElements",
       "([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V",
       reinterpret_cast<void*>(init_elements_21)},
  };
  return rows;
}

std::span<const VmNative> var_handle_natives() {
  constexpr const char* kVarHandle = "java/lang/invoke/VarHandle";
  constexpr const char* kTests = "([Ljava/lang/Object;)Z";
  constexpr const char* kSets = "([Ljava/lang/Object;)V";
  constexpr const char* kGets = "([Ljava/lang/Object;)Ljava/lang/Object;";
  static const VmNative rows[] = {
      {kVarHandle, "compareAndSet", kTests, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "weakCompareAndSet", kTests, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "weakCompareAndSetAcquire", kTests,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "weakCompareAndSetPlain", kTests,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "weakCompareAndSetRelease", kTests,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "set", kSets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "setOpaque", kSets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "setRelease", kSets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "setVolatile", kSets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "compareAndExchange", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "compareAndExchangeAcquire", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "compareAndExchangeRelease", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "get", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAcquire", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndAdd", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndAddAcquire", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndAddRelease", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseAnd", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseAndAcquire", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseAndRelease", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseOr", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseOrAcquire", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseOrRelease", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseXor", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseXorAcquire", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndBitwiseXorRelease", kGets,
       reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndSet", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndSetAcquire", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getAndSetRelease", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getOpaque", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
      {kVarHandle, "getVolatile", kGets, reinterpret_cast<void*>(refuse_reflective_access)},
  };
  return rows;
}

}  // namespace minijvm::vm
