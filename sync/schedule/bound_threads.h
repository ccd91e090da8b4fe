// Bound threads: a user thread that keeps one LWP for life. One to one, yet in two levels: who waits first leaves its stack for its LWP's, and
// the LWP then blocks in the kernel. The path is longer than 1:1's by two switches, and nothing is gained by it.
// Proved by tests/sync/many_to_many_test.cpp.
// Source: the Solaris threading models paper, -XX:+UseBoundThreads, which measured up to 80 % less throughput and called it unexpected.
#pragma once

#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

class BoundThreads final : public ThreadModel {
 public:
  bool spawn(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  bool spawn_bound(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
  void yield(ExecEnv& self) override;
  void adopted(ExecEnv* ee) override;
  bool stack_of(const ExecEnv& ee, StackBounds* bounds) override;
  ModelStatistics statistics() override;
  const char* name() const override { return "bound threads"; }
};

}  // namespace minijvm::sync
