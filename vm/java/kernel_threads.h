// Which kernel thread (LWP) runs a Java thread, and since when: for thread dumps and CPU times. Under 1:1 that is fixed for a thread's life;
// under M:N it is the LWP that carries the thread now (0: none), and its CPU time is the time for which it was carried.
// Proved by tests/vm/thread_dump.
#pragma once

#include <cstdint>

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

struct KernelThread {
  std::int32_t id = 0;         // gettid; 0: it has not started yet
  std::int64_t start_ns = 0;   // sync::monotonic_ns
  std::int64_t run_ns = -1;    // of a user thread: how long LWPs have carried it; -1: the kernel counts
};

// By the thread itself, when it starts and before it leaves.
void remember_kernel_thread(const runtime::JavaThread& self);
void forget_kernel_thread(const runtime::JavaThread& self);

KernelThread kernel_thread_of(const runtime::JavaThread& thread);
// CPU time used so far, and the part of it outside the kernel; -1: unknown.
std::int64_t cpu_ns_of(const KernelThread& thread);
std::int64_t user_ns_of(const KernelThread& thread);

}  // namespace minijvm::vm
