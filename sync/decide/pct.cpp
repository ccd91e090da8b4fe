// Priorities and their changes.
#include "sync/decide/pct.h"

#include "base/check.h"
#include "sync/decide/policies.h"

namespace minijvm::decide {
namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kBorn = std::int64_t{1} << 62;  // above each changed one

}  // namespace

Pct::Pct(std::uint64_t seed, std::uint32_t depth, std::uint64_t steps) : numbers_(seed) {
  MJ_CHECK(depth > 0 && steps > 0, "pct of depth %u with %lu steps", depth, steps);
  for (std::uint32_t i = 1; i < depth; ++i) {
    changes_.push_back(1 + numbers_.below(steps));
  }
}

std::int64_t& Pct::priority(ThreadNo thread) {
  if (thread >= priorities_.size()) {
    priorities_.resize(thread + 1, kNone);
  }
  std::int64_t& mine = priorities_[thread];
  if (mine == kNone) {
    mine = kBorn + static_cast<std::int64_t>(numbers_.word() >> 2);
  }
  return mine;
}

void Pct::born(ThreadNo thread, const ThreadName&) { priority(thread); }

std::size_t Pct::first(std::span<const Option> options) {
  std::size_t best = 0;
  std::int64_t highest = kNone;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::int64_t here = priority(options[i].thread);
    if (here > highest) {
      highest = here;
      best = i;
    }
  }
  return best;
}

std::size_t Pct::choose(const Question& question) {
  if (question.what != Choice::kRun) {
    return explore(numbers_, question);
  }
  ++step_;
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    if (changes_[i] == step_) {
      priority(question.options[first(question.options)].thread) = static_cast<std::int64_t>(i) + 1;
    }
  }
  return first(question.options);
}

}  // namespace minijvm::decide
