// A LatePolicy keeps each fact of the run that it hears, and gives all of them to its policy, in
// order, when that is made.
#include "sync/decide/late_policy.h"

namespace minijvm::decide {

bool can_be_late(PolicyKind kind) {
  return kind != PolicyKind::kFifo && kind != PolicyKind::kSlices;
}

std::size_t LatePolicy::choose(const Question& question) {
  if (policy_ == nullptr) {
    make(When::kAtQuestion);
  }
  return policy_->choose(question);
}

std::uint64_t LatePolicy::ticks_to_next_question(ThreadNo thread, std::uint64_t tick) {
  return policy_ == nullptr ? kNever : policy_->ticks_to_next_question(thread, tick);
}

std::string LatePolicy::divergence() const {
  return policy_ == nullptr ? "" : policy_->divergence();
}

void LatePolicy::finish() {
  if (policy_ == nullptr) {
    make(When::kElsewhere);
  }
  policy_->finish();
}

void LatePolicy::tell(Fact fact) {
  if (policy_ == nullptr && facts_.size() == kMostFacts) {
    make(When::kElsewhere);
  }
  if (policy_ != nullptr) {
    fact(*policy_);
  } else {
    facts_.push_back(std::move(fact));
  }
}

void LatePolicy::make(When when) {
  policy_ = make_(when);
  for (const Fact& fact : facts_) {
    fact(*policy_);
  }
  // OPTIMIZATION: the facts stay where they are. To free them would be to write to their memory,
  // which each run would then have a copy of.
}

}  // namespace minijvm::decide
