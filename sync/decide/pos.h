// Partial order sampling: operations have priorities, not threads. The operation with the highest
// runs; then each that conflicts with it draws again, for their order was just decided, while those
// that commute with it keep what they have. So orders that differ only in what commutes are not
// drawn over and over.
// Source: Yuan, Yang, Gu: Partial Order Aware Concurrency Sampling, CAV 2018, algorithm POS.
// Tested by tests/sync/decide/policies_test.cpp.
#pragma once

#include <vector>

#include "sync/decide/numbers.h"
#include "sync/decide/policy.h"

namespace minijvm::decide {

class Pos final : public Policy {
 public:
  explicit Pos(std::uint64_t seed) : numbers_(seed) {}

  std::size_t choose(const Question& question) override;
  // It takes its next operation, perhaps unasked.
  void resumed(ThreadNo thread, std::uint64_t) override { priority(thread) = kNotDrawn; }

 private:
  static constexpr std::uint64_t kNotDrawn = 0;
  std::uint64_t& priority(ThreadNo thread);

  SeededNumbers numbers_;
  std::vector<std::uint64_t> priorities_;  // of each thread's next operation
};

}  // namespace minijvm::decide
