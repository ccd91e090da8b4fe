// Switches from one C stack to another. A Context is a stack that a thread left: the thread's
// registers lie on top of it.
//
//   lowest                       stack_pointer_                                        top
//   | not used yet               | mxcsr x87 r15 r14 r13 r12 rbx rbp return address | frames ... |
//
// A switch is a call, so only what a called function must preserve is saved: six registers and the
// two floating-point control words (System V ABI for x86-64, 3.2.1). On other processors the C
// library's ucontext makes the switch. It is about ten times slower, since it saves the signal mask
// by a system call each way.
// Tested by tests/sync/context_test.cpp.
#pragma once

#include <cstddef>

#if !defined(__x86_64__)
#define MJ_UCONTEXT_ONLY 1
#endif

#include <ucontext.h>

namespace minijvm::sync {

using ContextEntry = void (*)(void* argument);

#if !defined(MJ_UCONTEXT_ONLY)
class AssemblyContext {
 public:
  // Makes a context that will run entry(argument), which must not return, on the stack [lowest,
  // lowest + bytes).
  void prepare(std::byte* lowest, std::size_t bytes, ContextEntry entry, void* argument);
  // Leaves the running stack in `from` and goes on with `to`. Returns when another thread switches
  // to `from`, perhaps on another LWP.
  static void switch_to(AssemblyContext& from, const AssemblyContext& to);
  // Returns the place where the stack was left, for a debugger.
  const void* stack_pointer() const { return stack_pointer_; }

 private:
  void* stack_pointer_ = nullptr;
};
#endif

// Does the same by the C library. It compiles on every processor, so the tests run both here.
class UContext {
 public:
  void prepare(std::byte* lowest, std::size_t bytes, ContextEntry entry, void* argument);
  static void switch_to(UContext& from, const UContext& to);
  const void* stack_pointer() const { return nullptr; }

 private:
  ucontext_t saved_{};
};

#if defined(MJ_UCONTEXT_ONLY)
using Context = UContext;
#else
using Context = AssemblyContext;
#endif

}  // namespace minijvm::sync
