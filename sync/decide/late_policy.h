// A policy that is made at the first question. Until then all runs of a program are the same,
// whatever decides them; so that moment can be one that many runs share (tools/explore/stem.h).
// Tested by tests/sync/decide/late_policy_test.cpp.
//
// The new policy first hears all facts of the run up to then (born, resumed, did ...), in order, as
// if it had been there from the beginning.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sync/decide/policies.h"

namespace minijvm::decide {

// Can a policy of this kind be late? It must ask at points, and must not ask at ticks before the
// first question. (A replay asks at ticks, too, but only where the run that it repeats was asked.)
bool can_be_late(PolicyKind kind);

class LatePolicy final : public Policy {
 public:
  // kElsewhere: the run ends without a question, or is so long by now that what the policy is to be
  // told would take too much memory.
  enum class When { kAtQuestion, kElsewhere };
  // Is called once.
  using Make = std::function<std::unique_ptr<Policy>(When)>;
  static constexpr std::size_t kMostFacts = 100'000;

  explicit LatePolicy(Make make) : make_(std::move(make)) {}

  std::size_t choose(const Question& question) override;
  bool asks_at_points() const override { return policy_ == nullptr || policy_->asks_at_points(); }
  std::uint64_t ticks_to_next_question(ThreadNo thread, std::uint64_t tick) override;
  std::string divergence() const override;
  void finish() override;

  void born(ThreadNo thread, const ThreadName& name) override {
    tell([=](Policy& policy) { policy.born(thread, name); });
  }
  void resumed(ThreadNo thread, std::uint64_t tick) override {
    tell([=](Policy& policy) { policy.resumed(thread, tick); });
  }
  void did(ThreadNo thread, const Operation& operation) override {
    tell([=](Policy& policy) { policy.did(thread, operation); });
  }
  void went_on(ThreadNo thread) override {
    tell([=](Policy& policy) { policy.went_on(thread); });
  }
  void learned(ThreadNo thread, std::uint64_t number) override {
    tell([=](Policy& policy) { policy.learned(thread, number); });
  }
  void demoted(ThreadNo thread) override {
    tell([=](Policy& policy) { policy.demoted(thread); });
  }

 private:
  using Fact = std::function<void(Policy&)>;

  void tell(Fact fact);
  void make(When when);

  const Make make_;
  std::vector<Fact> facts_;
  std::unique_ptr<Policy> policy_;
};

}  // namespace minijvm::decide
