// M:N with LWP synchronization: a thread that waits for another one blocks in the kernel together
// with its LWP, and another LWP takes the P. So there is an LWP for each thread that waits, besides
// those that run. Each wake-up is a system call, and the kernel decides when the thread runs.
// Tested by tests/sync/many_to_many_test.cpp.
// Source: Sun's article on the threading models of Solaris (schedule/README.md, "Sources"):
// -XX:+UseLWPSynchronization, the default of Java 1.2 and 1.4 there.
#pragma once

#include "sync/schedule/models/many_to_many.h"

namespace minijvm::sync {

class LwpSynchronization final : public ManyToMany {
 public:
  explicit LwpSynchronization(const PoolRules& rules)
      : ManyToMany("M:N, LWP synchronization", rules) {}

  // Leaves the P, but not the LWP. ManyToMany's unpark() finds kOnLwp and wakes the futex.
  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
  // Does the same, on the futex and not in the wait table.
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override;
};

}  // namespace minijvm::sync
