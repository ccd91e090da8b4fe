// The C stack of a user thread: address space that costs memory only where it was touched, with a guard at its low end.
// Proved by tests/sync/user_thread_test.cpp.
//
//   lowest_            guard end                                top
//   | kGuardBytes      | touched from the top downwards         |
//   | SIGSEGV          |                                        |
//
// The guard needs no mapping of its own (base/stack_guard.h).
// Java frames live on the Java stack, so only frames of the VM and of natives lie here.
#pragma once

#include <cstddef>

#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

inline constexpr std::size_t kUserStackBytes = 1024 * 1024;  // address space; a thread that calls natives touches some tens of KiB of it

class UserStack {
 public:
  UserStack() = default;
  ~UserStack();
  UserStack(const UserStack&) = delete;
  UserStack& operator=(const UserStack&) = delete;

  // A stack of at least so many bytes; keeps the one it has if that is large enough. False: no memory.
  bool make(std::size_t bytes);
  // The thread is gone: gives back what it touched beyond the first few pages.
  void forget_content();

  // Without the guard.
  StackBounds bounds() const { return {lowest_ + kGuardBytes, bytes_ - kGuardBytes}; }

 private:
  static constexpr std::size_t kGuardBytes = 64 * 1024;  // a frame of a native may be large
  void release();

  std::byte* lowest_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace minijvm::sync
