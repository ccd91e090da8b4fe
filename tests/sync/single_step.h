// Runs a function one instruction at a time, and something else after each or after a chosen one of
// them: the orders of two threads that no test on real threads meets for certain.
#pragma once

#include <ucontext.h>

#include <csignal>
#include <functional>

namespace minijvm::sync::test {

// Shaken operations take a number of instructions that is drawn by lot.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(MINIJVM_SHAKEN)
inline constexpr bool kCanSingleStep = true;

// on_trap calls this after each instruction of the function that is being stepped through. It is
// null while none is.
inline const std::function<bool()>* after_each_step = nullptr;

// Called for the first int3, and after each instruction from there on while the trap flag is set.
inline void on_trap(int, siginfo_t*, void* context) {
  constexpr greg_t kTrapFlag = 0x100;
  greg_t& flags = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
  flags |= kTrapFlag;
  if (after_each_step != nullptr && !(*after_each_step)()) {
    after_each_step = nullptr;
  }
  if (after_each_step == nullptr) {
    flags &= ~kTrapFlag;
  }
}

// Calls `stepped`, and after each of its instructions `goes_on` on the same kernel thread, until
// that returns false.
template <class Stepped>
void step_through(Stepped stepped, const std::function<bool()>& goes_on) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = on_trap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, &before);
  after_each_step = &goes_on;
  asm volatile("int3" ::: "memory");
  stepped();
  after_each_step = nullptr;
  asm volatile("nop" ::: "memory");  // the last trap clears the flag
  sigaction(SIGTRAP, &before, nullptr);
}

#else
inline constexpr bool kCanSingleStep = false;

// A sanitizer's own code cannot be interrupted, so this calls `goes_on` once, before the first
// instruction.
template <class Stepped>
void step_through(Stepped stepped, const std::function<bool()>& goes_on) {
  goes_on();
  stepped();
}
#endif

// Calls `stepped`, and `between` on the same kernel thread after the first `steps` instructions.
// Returns false if `stepped` was over before; then `between` has not been called.
template <class Stepped>
bool interrupt_after(long steps, Stepped stepped, const std::function<void()>& between) {
  bool called = false;
  step_through(stepped, [&] {
    called = steps-- == 0;
    if (called) {
      between();
    }
    return !called;
  });
  return called;
}

}  // namespace minijvm::sync::test
