// The policies by name, the three simple ones, and one that changes its seed.
// Tested by tests/sync/decide/policies_test.cpp.
//
//   fifo      the thread that runs goes on; then the first by name
//   slices    a thread runs for a slice of ticks, whose length is drawn; then any of them
//   random    any of them, at every point
//   pct       by priorities, which are drawn once and change at a few points (pct.h)
//   pos       by priorities of operations (pos.h)
//   sites     fifo but for one or two preemptions, at places that are drawn (sites.h)
//
// The last four explore: they also choose whom an exit invites and a notify takes and which write
// is read, all with equal chances, and let something odd happen (a time-out, a wake-up or a failed
// CAS for no reason) once in kOdds questions. Under fifo and slices nothing odd happens, and queues
// are queues.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sync/decide/numbers.h"
#include "sync/decide/policy.h"

namespace minijvm::decide {

enum class PolicyKind { kFifo, kSlices, kRandom, kPct, kPos, kSites };

// From this question of the run on, counted from 0, the policy has this seed.
struct Reseed {
  std::uint64_t question = 0;
  std::uint64_t seed = 0;
};

struct PolicyChoice {
  PolicyKind kind = PolicyKind::kSlices;
  std::uint64_t seed = 0;
  std::uint64_t mean_slice = 20'000;  // slices: ticks
  std::uint32_t depth = 3;            // pct
  std::uint64_t steps = 1'000;        // pct: the questions of the longest run so far
  // random and pos, in the order of the questions, each at another one (Reseeded).
  std::vector<Reseed> reseeds = {};
};

std::unique_ptr<Policy> make_policy(const PolicyChoice& choice);
const char* policy_name(PolicyKind kind);
std::optional<PolicyKind> policy_of_name(std::string_view name);

// Answers a question other than kRun, for a policy that explores.
std::size_t explore(SeededNumbers& numbers, const Question& question);
inline constexpr std::uint64_t kOdds = 8;

class Fifo final : public Policy {
 public:
  std::size_t choose(const Question&) override { return 0; }
  bool asks_at_points() const override { return false; }
};

class Slices final : public Policy {
 public:
  Slices(std::uint64_t seed, std::uint64_t mean_slice) : numbers_(seed), mean_slice_(mean_slice) {}
  std::size_t choose(const Question& question) override;
  bool asks_at_points() const override { return false; }
  std::uint64_t ticks_to_next_question(ThreadNo, std::uint64_t tick) override;
  void resumed(ThreadNo, std::uint64_t tick) override;

 private:
  SeededNumbers numbers_;
  std::uint64_t mean_slice_;
  std::uint64_t end_ = 0;  // of the running thread's slice, in its ticks; 0: not drawn yet
};

class Random final : public Policy {
 public:
  explicit Random(std::uint64_t seed) : numbers_(seed) {}
  std::size_t choose(const Question& question) override;

 private:
  SeededNumbers numbers_;
};

// Another policy, whose seed changes at some questions. Up to the first of them a run is that of
// the policy without them; so a search can go on from the middle of a run that was worth it
// (tools/explore/search/feedback.h).
class Reseeded final : public Policy {
 public:
  // REQUIRES: the policy of the choice needs nothing that a run did before it was made.
  explicit Reseeded(const PolicyChoice& choice);
  std::size_t choose(const Question& question) override;
  bool asks_at_points() const override { return policy_->asks_at_points(); }
  void resumed(ThreadNo thread, std::uint64_t tick) override { policy_->resumed(thread, tick); }

 private:
  PolicyChoice choice_;  // its reseeds are those that are still to come
  std::unique_ptr<Policy> policy_;
  std::uint64_t asked_ = 0;
};

}  // namespace minijvm::decide
