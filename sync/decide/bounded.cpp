// The walk over the tree of answers.
#include "sync/decide/bounded.h"

#include <algorithm>

namespace minijvm::decide {
namespace {

std::uint32_t preemptions_in(const std::vector<Answered>& path) {
  return static_cast<std::uint32_t>(std::count_if(
      path.begin(), path.end(), [](const Answered& step) { return step.is_preemption(); }));
}

}  // namespace

std::uint64_t Prefix::state_at(const Question& question) const {
  std::uint64_t state = mixed(trace_.word(), static_cast<std::uint64_t>(question.now_ns));
  state = mixed(state, trace_.name(question.asker));
  state = mixed(state, 2 * static_cast<std::uint64_t>(question.what) + (question.blocked ? 1 : 0));
  for (const Option& option : question.options) {
    state = mixed(state, trace_.name(option.thread));
    state = mixed(state, option.object == 0 ? 0 : 1 + static_cast<std::uint64_t>(option.offset));
  }
  return state;
}

// An answer beyond the options shows that the run differs, which the search finds.
std::size_t Prefix::choose(const Question& question) {
  Answered now;
  now.state = state_at(question);
  now.options = static_cast<std::uint32_t>(question.options.size());
  now.costs = is_extra(question.what) ||
              (question.what == Choice::kRun && question.options[0].thread == question.asker);
  if (answered_.size() < answers_.size()) {
    now.chosen = std::min(answers_[answered_.size()], now.options - 1);
  }
  answered_.push_back(now);
  trace_.answered(question, now.chosen);
  return now.chosen;
}

std::vector<std::uint32_t> BoundedSearch::prefix() const {
  std::vector<std::uint32_t> answers;
  for (const Answered& step : path_) {
    answers.push_back(step.chosen);
  }
  return answers;
}

// Cuts the path off where it comes to a state that is known. An earlier run has had the questions
// before `first`.
void BoundedSearch::leave_known(std::size_t first) {
  const auto begin = path_.begin();
  std::uint32_t used = preemptions_in({begin, begin + static_cast<std::ptrdiff_t>(first)});
  for (std::size_t i = first; i < path_.size(); ++i) {
    if (known_.size() == kMostKnown) {
      return;  // there is no room for more, so what comes now is not left out
    }
    const auto [known, is_new] = known_.try_emplace(path_[i].state, used);
    if (!is_new && known->second <= used) {
      path_.resize(i);
      return;
    }
    known->second = used;
    used += path_[i].is_preemption() ? 1 : 0;
  }
}

bool BoundedSearch::advance(const std::vector<Answered>& run) {
  auto same = [this](const Answered& planned, const Answered& done) {
    return planned.chosen == done.chosen && planned.options == done.options &&
           planned.costs == done.costs && (!reduces_ || planned.state == done.state);
  };
  diverged_ =
      run.size() < path_.size() || !std::equal(path_.begin(), path_.end(), run.begin(), same);
  if (diverged_) {
    return false;
  }
  const std::size_t planned = path_.size();
  path_ = run;
  if (reduces_) {
    leave_known(planned);
  }
  std::uint32_t used = preemptions_in(path_);
  for (; !path_.empty(); path_.pop_back()) {
    Answered& last = path_.back();
    used -= last.is_preemption() ? 1 : 0;
    bool can_pay = !last.costs || used < most_;
    if (can_pay && last.chosen + 1 < last.options) {
      ++last.chosen;
      return true;
    }
  }
  complete_ = true;
  return false;
}

}  // namespace minijvm::decide
