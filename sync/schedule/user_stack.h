// The C stack of a user thread, and above it room for the thread's Java stack. Both are address
// space that takes memory only where it was touched, with a guard at the low end.
//
//   lowest_            guard end                  room                          end
//   | kGuardBytes      |  <-- frames of the VM    |  Java frames -->            |
//   | SIGSEGV          |      and of natives      |                             |
//                         page |     page     |     page     | page
//
// The two stacks grow away from each other, and they begin inside of one page. A thread that waits
// needs 1.7 KB of C stack and some hundred bytes of Java stack, so that it takes this page alone.
// The guard needs no mapping of its own (base/stack_guard.h).
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

  // Makes a stack of at least `bytes` with `room_bytes` above it, or keeps the existing one if that
  // is large enough. Returns false if memory is out.
  bool make(std::size_t bytes, std::size_t room_bytes);
  // Gives back the memory that the ended thread touched beyond 16 KiB, and all of a stack with a
  // large room above it. REQUIRES: no thread is on the stack.
  void forget_content();

  // Returns the stack without the guard. The room begins where it ends.
  StackBounds bounds() const { return {lowest_ + kGuardBytes, room_at_ - kGuardBytes}; }

 private:
  // The guard is so large that a native's frame does not reach beyond it, unless that frame is
  // larger than 64 KiB.
  static constexpr std::size_t kGuardBytes = 64 * 1024;
  void release();

  std::byte* lowest_ = nullptr;
  std::size_t bytes_ = 0;
  // The bytes below the room.
  std::size_t room_at_ = 0;
};

}  // namespace minijvm::sync
