// Leaving one C stack and going on with another.
// Proved by tests/sync/context_test.cpp.
//
// A Context is a stack that somebody left: its registers lie on top of it. Only what a function must preserve is saved, since a switch is a
// call: six registers and the two floating-point control words (System V ABI for x86-64, 3.2.1). On other processors the C library's
// ucontext does it, ten times slower, since it saves the signal mask by a system call each way.
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
  // Ready to run entry(argument), which must not return, on [lowest, lowest + bytes).
  void prepare(std::byte* lowest, std::size_t bytes, ContextEntry entry, void* argument);
  // Leaves the running stack in `from` and goes on with `to`. Returns when somebody switches to `from`.
  static void switch_to(AssemblyContext& from, const AssemblyContext& to);
  // Where it was left: for a debugger.
  const void* stack_pointer() const { return stack_pointer_; }

 private:
  void* stack_pointer_ = nullptr;
};
#endif

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
