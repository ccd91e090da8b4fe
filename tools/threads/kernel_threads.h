// Names the kernel thread (LWP) that runs a Java thread, for thread dumps and CPU times.
// Under 1:1 the kernel thread is fixed for the life of the thread. Under M:N it is the LWP that
// carries the thread now (0: none), and the CPU time is the time for which LWPs have carried the
// thread.
// Tested by tests/vm/thread_dump.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"

namespace minijvm::vm {

struct KernelThread {
  // gettid; 0: the thread has not started yet, or no LWP carries it.
  std::int32_t id = 0;
  std::int64_t start_ns = 0;  // sync::program_ns
  // The time for which LWPs have carried a user thread, in nanoseconds; -1: the kernel counts it.
  std::int64_t run_ns = -1;
};

// REQUIRES: the thread cannot leave meanwhile.
KernelThread kernel_thread_of(const runtime::JavaThread& thread);
// The CPU time used so far in nanoseconds, and the part of it that was spent outside the kernel;
// -1: unknown.
std::int64_t cpu_ns_of(const KernelThread& thread);
std::int64_t user_ns_of(const KernelThread& thread);

}  // namespace minijvm::vm
