// M:N with LWP synchronization: who waits for another thread blocks in the kernel together with its LWP, and another LWP takes the place.
// Proved by tests/sync/many_to_many_test.cpp.
// Source: the Solaris threading models paper, -XX:+UseLWPSynchronization: the default of JDK 1.2 and 1.4 there. LWPs grow to one for each thread that
// waits; to wake one is a system call, and the kernel decides when it runs.
#pragma once

#include "sync/schedule/many_to_many.h"

namespace minijvm::sync {

class LwpSynchronization final : public ManyToMany {
 public:
  explicit LwpSynchronization(std::size_t places) : ManyToMany("M:N, LWP synchronization", places) {}

  bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
  bool wait(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) override;
};

}  // namespace minijvm::sync
