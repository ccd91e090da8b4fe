// Tells how often a thread has slept and how often it was preempted. The kernel counts both for
// every thread, so the gang itself counts nothing.
// Tested by tests/gc/context_switches_test.cpp.
#pragma once

#include <cstdint>

namespace minijvm::gc {

struct ContextSwitches {
  // The kernel calls these voluntary. Each one ends with a wake-up.
  std::uint64_t slept = 0;
  // Involuntary: the kernel took the processor away, or the thread yielded it.
  std::uint64_t preempted = 0;

  ContextSwitches& operator+=(const ContextSwitches& more) {
    slept += more.slept;
    preempted += more.preempted;
    return *this;
  }
  ContextSwitches operator-(const ContextSwitches& before) const {
    return {slept - before.slept, preempted - before.preempted};
  }
};

// Returns the counts of the calling thread since its start (getrusage).
ContextSwitches switches_of_this_thread();
// Returns those of a thread of this process, by the number that gettid gives it; zeros if there is
// no such thread (/proc/self/task).
ContextSwitches switches_of_thread(std::int32_t kernel_id);

}  // namespace minijvm::gc
