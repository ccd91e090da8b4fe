// Finds the innermost C++ frame of a function on the stack of the calling thread, also from inside
// a signal handler, and what the saved registers hold there. A sampling profiler needs it: an
// engine keeps its Java pc and fp in registers, and a function that the engine has called may have
// saved them anywhere.
//
// libgcc's unwinder reads the tables that the compiler wrote beside the code. They describe the
// stack at every single instruction (-fasynchronous-unwind-tables, the default on x86-64), so a
// signal may come anywhere. The unwinder takes no lock and allocates nothing once it has run once,
// where libc has _dl_find_object (glibc 2.35). An older libc takes the lock of the dynamic loader,
// which a thread in kInJava never holds.
// Rejected: to search the C stack for words that look like a pc and an fp. Words of calls that have
// returned stay there.
// Tested by tests/tools/profile.
#pragma once

#include <cstdint>

namespace minijvm::interp {

// rbx, rbp, r12 to r15: a function gives them back to its caller as they were.
inline constexpr int kSavedRegisters = 6;

struct NativeFrame {
  // The frame's lowest address, which is the stack pointer, and the end of the frame.
  std::uintptr_t bottom = 0;
  std::uintptr_t end = 0;
  std::uintptr_t registers[kSavedRegisters] = {};
  // True if the function has called another one; false if the signal came in its own code.
  bool calls = false;
};

// `function` is the address of its first instruction. Returns false if no such frame is among the
// innermost 200. The thread stays as it is: no lock, no allocation, errno kept.
bool find_native_frame(const void* function, NativeFrame* found);

}  // namespace minijvm::interp
