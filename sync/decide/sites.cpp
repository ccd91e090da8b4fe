// Counts how often a run comes to each site, and preempts at those that were drawn.
#include "sync/decide/sites.h"

#include <algorithm>

#include "sync/decide/policies.h"

namespace minijvm::decide {
namespace {

constexpr std::uint64_t kMostPreemptions = 2;
constexpr std::uint64_t kPicks = 3;
// Nobody knows how many sites a run has: 8 to 64 are likely. A run comes to some of them once, and
// to others often.
constexpr std::uint64_t kFewSites = 8;
constexpr std::uint64_t kSiteSizes = 4;
constexpr std::uint64_t kTimesSizes = 7;

}  // namespace

Sites::Sites(std::uint64_t seed) : numbers_(seed) {
  others_ = static_cast<Pick>(numbers_.below(kPicks));
  blocked_ = static_cast<Pick>(numbers_.below(kPicks));
  for (std::uint64_t left = 1 + numbers_.below(kMostPreemptions); left > 0; --left) {
    const std::uint64_t rank = draw_up_to(kFewSites, kSiteSizes);
    const bool is_first = numbers_.below(2) == 0;
    preemptions_.push_back({rank, is_first ? 1 : draw_up_to(1, kTimesSizes)});
  }
}

// Draws a limit first, of `limits` ones of which each is twice the one before, and then a number up
// to it, from 1.
std::uint64_t Sites::draw_up_to(std::uint64_t least_limit, std::uint64_t limits) {
  return 1 + numbers_.below(least_limit << numbers_.below(limits));
}

std::size_t Sites::pick(Pick how, std::size_t first, std::size_t options) {
  switch (how) {
    case Pick::kFirst:
      return first;
    case Pick::kLast:
      return options - 1;
    case Pick::kAny:
      break;
  }
  return first + numbers_.below(options - first);
}

// A thread that was demoted is none of the options, so it cannot go on either.
std::size_t Sites::choose(const Question& question) {
  if (question.what != Choice::kRun) {
    return explore(numbers_, question);
  }
  const std::size_t options = question.options.size();
  if (question.blocked || question.options[0].thread != question.asker) {
    return pick(blocked_, 0, options);
  }
  Passed& here = passed_.try_emplace(question.place.site, Passed{passed_.size() + 1}).first->second;
  ++here.times;
  const bool preempts =
      std::any_of(preemptions_.begin(), preemptions_.end(), [&](const Preemption& preemption) {
        return preemption.rank == here.rank && preemption.nth == here.times;
      });
  return preempts ? pick(others_, 1, options) : 0;
}

}  // namespace minijvm::decide
