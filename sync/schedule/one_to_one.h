// 1:1: a Java thread is a pthread with its own LWP, and the kernel schedules it. The default.
// Proved by tests/sync/one_to_one_test.cpp.  Source: the "alternate" thread library of the Solaris threading models paper.
#pragma once

#include "sync/schedule/scheduler.h"

namespace minijvm::sync {

class OneToOne final : public ThreadModel {
 public:
  bool spawn(std::size_t stack_bytes, ThreadEntry entry, void* argument) override;
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
  void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) override;
  void yield(ExecEnv& self) override;
  const char* name() const override { return "1:1"; }
};

// A detached pthread: what every model's bound threads and LWPs are. False: the kernel has no more.
bool start_kernel_thread(std::size_t stack_bytes, ThreadEntry entry, void* argument);

}  // namespace minijvm::sync
