// A bound thread here is a user thread that keeps one LWP for life. The model is one to one, but in
// two levels: a thread that waits first leaves its stack for its LWP's, and the LWP then blocks in
// the kernel. The path is longer than that of 1:1 by two switches, and nothing is gained by it.
//
//   thread's stack: park() --switch--> LWP's stack: futex_wait() --switch--> thread's stack
//
// Tested by tests/sync/many_to_many_test.cpp.
// Source: Sun's article on the threading models of Solaris (schedule/README.md, "Sources"):
// -XX:+UseBoundThreads. It measured a throughput lower by up to 80 % and called that unexpected.
#pragma once

#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

class BoundThreads final : public ThreadModel {
 public:
  // Makes a user thread with an LWP of its own, on a stack of kUserStackBytes.
  bool spawn(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
             void* argument) override;
  // Makes a plain kernel thread, as 1:1 does.
  bool spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  // park() and wait() leave the stack and let the LWP sleep on the futex. A wake-up is that of 1:1,
  // which needs only the word.
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  // The kernel schedules the LWPs.
  void yield(ExecEnv& self) override;
  void adopted(ExecEnv* ee) override;
  // For a debugger and for stack overflow checks: the bounds of the user thread's stack.
  std::optional<StackBounds> stack_of(const ExecEnv& ee) override;
  ModelStatistics statistics() override;
  const char* name() const override { return "bound threads"; }
};

}  // namespace minijvm::sync
