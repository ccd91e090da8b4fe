// Guards for many thousands of stacks: pages below each stack that fault when it overflows, without
// a mapping of their own. And the question whether there is room for one more stack.
// Tested by tests/sync/user_thread_test.cpp (user stack: below its end is a guard), and
// tests/jdk25/few_addresses/run.
//
//   one mapping   | guard | stack 1 -->| guard | stack 2 -->| guard | stack 3 -->| ...
//                 lowest address                                        the stacks grow to the left
//
// MADV_GUARD_INSTALL (Linux 6.13) makes pages that fault without splitting the mapping around them,
// so that neighbouring stacks stay one mapping, and 100,000 stacks need only a handful of mappings.
// On older kernels the guards are made by mprotect, which splits the mapping; a process there
// cannot have more than about 65,530 mappings (vm.max_map_count).
//
// The price: gdb's generate-core-file reads a mapping from its start and stops at the first page
// that faults, so its core files lose stacks with such guards. A core file that the kernel writes
// has them.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>

#include <cstddef>

#include "base/base_state.h"
#include "base/bits.h"

// The headers of the C library may be older than the kernel.
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

namespace minijvm {

// Makes any access to [lowest, lowest + bytes) a SIGSEGV. Both numbers are multiples of the page
// size. Returns false if the kernel refuses.
inline bool install_stack_guard(std::byte* lowest, std::size_t bytes) {
  return (!base_state.mapped_stack_guards && madvise(lowest, bytes, MADV_GUARD_INSTALL) == 0) ||
         mprotect(lowest, bytes, PROT_NONE) == 0;
}

// Callers use this for a mapping of many stacks. With transparent huge pages the first access to a
// stack would take 2 MiB of memory instead of 4 KiB.
inline void keep_small_pages(std::byte* lowest, std::size_t bytes) {
  madvise(lowest, bytes, MADV_NOHUGEPAGE);
}

// Returns true if the process may not have all addresses (ulimit -v).
inline bool has_few_addresses() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// Returns true if a stack of `bytes` can be mapped and leaves room for the VM, which needs memory
// for the OutOfMemoryError, and for all that the program does after it.
inline bool has_addresses_for_stack(std::size_t bytes) {
  // Enough for some thousand classes and their code.
  constexpr std::size_t kLeft = 24 * kMiB;
  if (!has_few_addresses()) {
    return true;
  }
  void* all =
      mmap(nullptr, bytes + kLeft, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return all != MAP_FAILED && munmap(all, bytes + kLeft) == 0;
}

}  // namespace minijvm
