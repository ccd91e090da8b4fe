// Stacks by the ten thousand: address space with guards inside that need no mapping of their own.
// Proved by tests/sync/user_thread_test.cpp (user stack: below its end is a guard).
//
// MADV_GUARD_INSTALL (Linux 6.13) makes pages that fault without splitting the mapping around them, so that neighbouring stacks are one mapping:
// 100,000 of them are a handful. Older kernels get mprotect; there a process ends near 65,530 mappings (vm.max_map_count).
// gdb's generate-core-file reads a mapping from its start and leaves it out at the first page that faults, so it loses stacks with such guards; a core file
// that the kernel writes has them.
#pragma once

#include <sys/mman.h>

#include <cstddef>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

namespace minijvm {

// -XX:+UseMappedStackGuards: by mprotect, as on older kernels. Set before the first guard.
inline bool mapped_stack_guards = false;

// A touch in [lowest, lowest + bytes) is a SIGSEGV from now on. False: the kernel refuses.
inline bool install_stack_guard(std::byte* lowest, std::size_t bytes) {
  return (!mapped_stack_guards && madvise(lowest, bytes, MADV_GUARD_INSTALL) == 0) || mprotect(lowest, bytes, PROT_NONE) == 0;
}

// Of many stacks in one mapping: with huge pages one touch would cost 2 MiB.
inline void keep_small_pages(std::byte* lowest, std::size_t bytes) { madvise(lowest, bytes, MADV_NOHUGEPAGE); }

}  // namespace minijvm
