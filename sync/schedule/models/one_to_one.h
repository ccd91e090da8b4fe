// 1:1: a Java thread is a pthread with its own LWP, and the kernel schedules it. This is the
// default model.
// Tested by tests/sync/one_to_one_test.cpp.
// Source: the one-to-one model ("alternate" thread library) in Sun's article on the threading
// models of Solaris (schedule/README.md, "Sources").
#pragma once

#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

class OneToOne final : public ThreadModel {
 public:
  // Starts a pthread with a stack of `stack_bytes`.
  bool spawn(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
             void* argument) override;
  // Waits on the futex: the kernel keeps the queue of each word.
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  void yield(ExecEnv& self) override;
  const char* name() const override { return "1:1"; }
};

// Returns true if 1:1 is the chosen model: each thread has the C stack that spawn was asked for.
bool is_one_to_one();

// Starts a detached pthread: an LWP, or a bound thread of any model. Returns false if the kernel
// has no more threads. `stack_bytes` 0 means pthread's default stack.
bool start_kernel_thread(std::size_t stack_bytes, ThreadEntry entry, void* argument);

}  // namespace minijvm::sync
