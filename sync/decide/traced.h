// The policy of a run, with the run's trace: so runs can be compared by what happened before what.
// Tested by tests/sync/decide/trace_test.cpp.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "sync/decide/policy.h"
#include "sync/decide/trace.h"

namespace minijvm::decide {

class Traced final : public Policy {
 public:
  explicit Traced(std::unique_ptr<Policy> policy) : policy_(std::move(policy)) {}
  const Trace& trace() const { return trace_; }

  std::size_t choose(const Question& question) override {
    const std::size_t chosen = policy_->choose(question);
    trace_.answered(question, chosen);
    return chosen;
  }
  bool asks_at_points() const override { return policy_->asks_at_points(); }
  std::uint64_t ticks_to_next_question(ThreadNo thread, std::uint64_t tick) override {
    return policy_->ticks_to_next_question(thread, tick);
  }
  void born(ThreadNo thread, const ThreadName& name) override {
    policy_->born(thread, name);
    trace_.born(thread, name);
  }
  void resumed(ThreadNo thread, std::uint64_t tick) override { policy_->resumed(thread, tick); }
  void did(ThreadNo thread, const Operation& operation) override {
    policy_->did(thread, operation);
    trace_.did(thread, operation);
  }
  void went_on(ThreadNo thread) override {
    policy_->went_on(thread);
    trace_.went_on(thread);
  }
  void learned(ThreadNo thread, std::uint64_t number) override {
    policy_->learned(thread, number);
    trace_.learned(thread, number);
  }
  std::string divergence() const override { return policy_->divergence(); }
  void finish() override { policy_->finish(); }
  void demoted(ThreadNo thread) override { policy_->demoted(thread); }

 private:
  const std::unique_ptr<Policy> policy_;
  Trace trace_;
};

}  // namespace minijvm::decide
