// Ends the process. Tested by tests/vm/embedding and tests/java/library.
#pragma once

#include <jni.h>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Sets the function that is called instead of a plain exit. The program that created the VM passes
// it with the option "exit" of JNI's invocation API. Null: there is none.
void set_exit_hook(void (*hook)(jint));

// Reports to the observers, once, that no more Java code runs. REQUIRES: kInVm.
void report_end(runtime::JavaThread& self);

// Exit codes of runs that end early. Neither shells nor sysexits.h use these numbers.
inline constexpr int kDeadlockCode = 81;
inline constexpr int kRaceCode = 82;  // the program has ended well, and has a data race
inline constexpr int kNoProgressCode = 83;
inline constexpr int kStepLimitCode = 84;
inline constexpr int kByteLimitCode = 85;
inline constexpr int kWallLimitCode = 86;
inline constexpr int kTimeLimitCode = 87;
inline constexpr int kThreadLimitCode = 88;
inline constexpr int kRefusedCode = 90;
inline constexpr int kDivergedCode = 91;

// Ends the process and runs no more Java code (JVM_Halt): stops the world for good, flushes and
// exits. REQUIRES: kInVm.
[[noreturn]] void halt_vm(int code);

// The same where the world cannot be stopped, because a thread is inside a meta-lock. No observer
// is told, since an agent would run code. REQUIRES: the caller holds all other threads.
[[noreturn]] void halt_held_vm(int code);

}  // namespace minijvm::vm
