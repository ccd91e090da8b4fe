// fifo, slices and random, a change of seed, and the table of all policies.
#include "sync/decide/policies.h"

#include "base/check.h"
#include "sync/decide/pct.h"
#include "sync/decide/pos.h"
#include "sync/decide/sites.h"

namespace minijvm::decide {
namespace {

std::unique_ptr<Policy> without_reseeds(PolicyChoice choice) {
  choice.reseeds.clear();
  return make_policy(choice);
}

constexpr const char* kNames[] = {"fifo", "slices", "random", "pct", "pos", "sites"};

}  // namespace

std::unique_ptr<Policy> make_policy(const PolicyChoice& choice) {
  if (!choice.reseeds.empty()) {
    return std::make_unique<Reseeded>(choice);
  }
  switch (choice.kind) {
    case PolicyKind::kFifo:
      return std::make_unique<Fifo>();
    case PolicyKind::kSlices:
      return std::make_unique<Slices>(choice.seed, choice.mean_slice);
    case PolicyKind::kRandom:
      return std::make_unique<Random>(choice.seed);
    case PolicyKind::kPct:
      return std::make_unique<Pct>(choice.seed, choice.depth, choice.steps);
    case PolicyKind::kPos:
      return std::make_unique<Pos>(choice.seed);
    case PolicyKind::kSites:
      return std::make_unique<Sites>(choice.seed);
  }
  MJ_UNREACHABLE("policy %d", static_cast<int>(choice.kind));
}

const char* policy_name(PolicyKind kind) { return kNames[static_cast<int>(kind)]; }

std::optional<PolicyKind> policy_of_name(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (name == kNames[i]) {
      return static_cast<PolicyKind>(i);
    }
  }
  return std::nullopt;
}

std::size_t explore(SeededNumbers& numbers, const Question& question) {
  if (!is_odd(question.what)) {
    return numbers.below(question.options.size());
  }
  return numbers.below(kOdds) != 0 ? 0 : 1 + numbers.below(question.options.size() - 1);
}

std::size_t Random::choose(const Question& question) { return explore(numbers_, question); }

Reseeded::Reseeded(const PolicyChoice& choice)
    : choice_(choice), policy_(without_reseeds(choice)) {}

std::size_t Reseeded::choose(const Question& question) {
  if (!choice_.reseeds.empty() && asked_ == choice_.reseeds.front().question) {
    choice_.seed = choice_.reseeds.front().seed;
    choice_.reseeds.erase(choice_.reseeds.begin());
    policy_ = without_reseeds(choice_);
  }
  ++asked_;
  return policy_->choose(question);
}

// A thread that yields, or whose spin is cut, is none of the options, and loses the rest of its
// slice. A question that came for another reason leaves the slice alone.
std::size_t Slices::choose(const Question& question) {
  bool goes_on = !question.blocked && question.options[0].thread == question.asker;
  if (question.what != Choice::kRun || (goes_on && question.tick < end_)) {
    return 0;
  }
  std::size_t chosen = numbers_.below(question.options.size());
  if (question.options[chosen].thread == question.asker) {
    end_ = question.tick + numbers_.geometric(mean_slice_);
  }
  return chosen;
}

void Slices::resumed(ThreadNo, std::uint64_t tick) {
  end_ = tick + numbers_.geometric(mean_slice_);
}

std::uint64_t Slices::ticks_to_next_question(ThreadNo thread, std::uint64_t tick) {
  if (end_ == 0) {
    resumed(thread, tick);
  }
  return tick < end_ ? end_ - tick : 1;
}

}  // namespace minijvm::decide
