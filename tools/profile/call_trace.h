// AsyncGetCallTrace, the function by which sampling profilers ask a thread for its Java stack from
// a signal handler, at any instruction. No standard describes it; it has been in HotSpot since JDK
// 5, and profilers find it by its name in libjvm.so.
//
//   a timer's signal --> the profiler's handler --> AsyncGetCallTrace(trace, depth, ucontext)
//                                                     |
//       kInVm, kInNative, kBlocked                    +--> the anchor (runtime/frame/frame.h)
//       kInJava: the engine's registers or variables  +--> Engine::interrupted_frame
//                                                     |
//                                    frames, innermost first, or a number that says why not
//
// Everything here runs in the signal handler of the thread whose stack it is: without a lock,
// without allocation, and errno stays. The Java stack is contiguous and is this thread's own, so it
// can be read at any time. A frame keeps its method alive, so the methods of live frames can be
// read, too. Only the innermost frame may be half made; it is proved before it is used, and the
// walk begins at its caller if it cannot be. So a stack may lack its innermost frame; it never has
// a frame that was not there.
// Tested by tests/tools/profile.
// HOTSPOT: src/hotspot/share/prims/forte.cpp has the meaning of the numbers. The numbers for
// deoptimization and safepoints (-9, -10) do not occur here.
#pragma once

#include <jni.h>

namespace minijvm::vm::profile {

// The layout is the profilers'.
struct CallFrame {
  jint bci;          // kNativeMethod in a native method, -1 if unknown
  jmethodID method;  // null if nobody has asked for the method's ID yet
};
struct CallTrace {
  JNIEnv* thread;
  jint frame_count;   // or one of Failure
  CallFrame* frames;  // room for as many as the caller said
};

inline constexpr jint kNativeMethod = -3;

enum Failure : jint {
  kNoJavaFrame = 0,
  // No agent wants ClassLoad events, so no agent can have prepared the IDs of methods.
  kNoClassLoad = -1,
  kCollecting = -2,
  // The thread is in the VM or in a native, and unwinds just now.
  kNotWalkableOther = -4,
  kUnknownState = -7,
  // The thread has ended, or is not the one that calls.
  kThreadEnds = -8,
  // The thread is in Java code, but the engine's loop was not found.
  kUnknownJava = -5,
  // The engine's registers do not lead to a frame: a call or a return is half done.
  kNotWalkableJava = -6,
};

}  // namespace minijvm::vm::profile

extern "C" JNIEXPORT void AsyncGetCallTrace(minijvm::vm::profile::CallTrace* trace, jint depth,
                                            void* ucontext);
