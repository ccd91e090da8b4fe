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
  constexpr const char* kTests = "([Ljava/lang/Object;)Z";
  constexpr const char* kSets = "([Ljava/lang/Object;)V";
  constexpr const char* kGets = "([Ljava/lang/Object;)Ljava/lang/Object;";
#define MJ_REFUSES(name, descriptor)                      \
  {                                                       \
    "java/lang/invoke/VarHandle", name, descriptor,       \
        reinterpret_cast<void*>(refuse_reflective_access) \
  }
  static const VmNative rows[] = {
      MJ_REFUSES("compareAndSet", kTests),
      MJ_REFUSES("weakCompareAndSet", kTests),
      MJ_REFUSES("weakCompareAndSetAcquire", kTests),
      MJ_REFUSES("weakCompareAndSetPlain", kTests),
      MJ_REFUSES("weakCompareAndSetRelease", kTests),
      MJ_REFUSES("set", kSets),
      MJ_REFUSES("setOpaque", kSets),
      MJ_REFUSES("setRelease", kSets),
      MJ_REFUSES("setVolatile", kSets),
      MJ_REFUSES("compareAndExchange", kGets),
      MJ_REFUSES("compareAndExchangeAcquire", kGets),
      MJ_REFUSES("compareAndExchangeRelease", kGets),
      MJ_REFUSES("get", kGets),
      MJ_REFUSES("getAcquire", kGets),
      MJ_REFUSES("getAndAdd", kGets),
      MJ_REFUSES("getAndAddAcquire", kGets),
      MJ_REFUSES("getAndAddRelease", kGets),
      MJ_REFUSES("getAndBitwiseAnd", kGets),
      MJ_REFUSES("getAndBitwiseAndAcquire", kGets),
      MJ_REFUSES("getAndBitwiseAndRelease", kGets),
      MJ_REFUSES("getAndBitwiseOr", kGets),
      MJ_REFUSES("getAndBitwiseOrAcquire", kGets),
      MJ_REFUSES("getAndBitwiseOrRelease", kGets),
      MJ_REFUSES("getAndBitwiseXor", kGets),
      MJ_REFUSES("getAndBitwiseXorAcquire", kGets),
      MJ_REFUSES("getAndBitwiseXorRelease", kGets),
      MJ_REFUSES("getAndSet", kGets),
      MJ_REFUSES("getAndSetAcquire", kGets),
      MJ_REFUSES("getAndSetRelease", kGets),
      MJ_REFUSES("getOpaque", kGets),
      MJ_REFUSES("getVolatile", kGets),
  };
#undef MJ_REFUSES
  return rows;
}

}  // namespace minijvm::vm
