// Runs a function one instruction at a time, and something else after a chosen one of them: the
// orders of two threads that no test on real threads meets for certain.
#pragma once

#include <ucontext.h>

#include <csignal>
#include <functional>

namespace minijvm::sync::test {

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
inline constexpr bool kCanSingleStep = true;

// The state of the one run under way.
struct SingleStep {
  long left = 0;  // instructions until `between` runs
  const std::function<void()>* between = nullptr;
};
inline SingleStep single_step;

// Called for the first int3, and after each instruction from there on while the trap flag is set.
inline void on_trap(int, siginfo_t*, void* context) {
  constexpr greg_t kTrapFlag = 0x100;
  greg_t& flags = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
  flags |= kTrapFlag;
  if (single_step.between == nullptr) {
    flags &= ~kTrapFlag;
  } else if (single_step.left-- == 0) {
    flags &= ~kTrapFlag;
    (*single_step.between)();
    single_step.between = nullptr;
  }
}

// Calls `stepped`, and `between` on the same kernel thread after the first `steps` instructions.
// Returns false if `stepped` was over before; then `between` has not been called.
template <class Stepped>
bool interrupt_after(long steps, Stepped stepped, const std::function<void()>& between) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, &before);
  single_step = {steps, &between};
  asm volatile("int3" ::: "memory");
  stepped();
  bool called = single_step.between == nullptr;
  single_step.between = nullptr;
  asm volatile("nop" ::: "memory");  // the last trap clears the flag
  sigaction(SIGTRAP, &before, nullptr);
  return called;
}
#else
inline constexpr bool kCanSingleStep = false;

// A sanitizer's own code cannot be interrupted, so `between` comes before the first instruction only.
template <class Stepped>
bool interrupt_after(long steps, Stepped stepped, const std::function<void()>& between) {
  if (steps == 0) {
    between();
  }
  stepped();
  return steps == 0;
}
#endif

}  // namespace minijvm::sync::test
