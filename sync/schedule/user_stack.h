// The C stack of a user thread. It is address space that takes memory only where it was touched,
// with a guard at its low end.
//
//   lowest_            guard end                                top
//   | kGuardBytes      | touched from the top downwards         |
//   | SIGSEGV          |                                        |
//
// The guard needs no mapping of its own (base/stack_guard.h).
// Java frames live on the Java stack, so only frames of the VM and of natives lie here.
// Tested by tests/sync/user_thread_test.cpp.
#pragma once

#include <cstddef>

#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

// 1 MiB of address space. A thread that calls natives touches some tens of KiB of it.
inline constexpr std::size_t kUserStackBytes = 1024 * 1024;

class UserStack {
 public:
  UserStack() = default;
  ~UserStack();
  UserStack(const UserStack&) = delete;
  UserStack& operator=(const UserStack&) = delete;

  // Makes a stack of at least this many bytes, or keeps the existing one if that is large enough.
  // Returns false if memory is out.
  bool make(std::size_t bytes);
  // Gives back the memory that the ended thread touched beyond the topmost 16 KiB. REQUIRES: no
  // thread is on the stack.
  void forget_content();

  // Returns the stack without the guard.
  StackBounds bounds() const { return {lowest_ + kGuardBytes, bytes_ - kGuardBytes}; }

 private:
  // The guard is so large that a native's frame does not reach beyond it, unless that frame is
  // larger than 64 KiB.
  static constexpr std::size_t kGuardBytes = 64 * 1024;
  void release();

  std::byte* lowest_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace minijvm::sync
