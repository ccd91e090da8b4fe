// The walk over the tree of answers.
#include "sync/decide/bounded.h"

#include <algorithm>

namespace minijvm::decide {

// An answer beyond the options shows that the run differs, which the search finds.
std::size_t Prefix::choose(const Question& question) {
  Answered now;
  now.options = static_cast<std::uint32_t>(question.options.size());
  now.costs = is_odd(question.what) ||
              (question.what == Choice::kRun && question.options[0].thread == question.asker);
  if (answered_.size() < answers_.size()) {
    now.chosen = std::min(answers_[answered_.size()], now.options - 1);
  }
  answered_.push_back(now);
  return now.chosen;
}

std::vector<std::uint32_t> BoundedSearch::prefix() const {
  std::vector<std::uint32_t> answers;
  for (const Answered& step : path_) {
    answers.push_back(step.chosen);
  }
  return answers;
}

bool BoundedSearch::advance(const std::vector<Answered>& run) {
  auto same = [](const Answered& planned, const Answered& done) {
    return planned.chosen == done.chosen && planned.options == done.options &&
           planned.costs == done.costs;
  };
  diverged_ =
      run.size() < path_.size() || !std::equal(path_.begin(), path_.end(), run.begin(), same);
  if (diverged_) {
    return false;
  }
  path_ = run;
  auto used = static_cast<std::uint32_t>(
      std::count_if(path_.begin(), path_.end(),
                    [](const Answered& step) { return step.costs && step.chosen != 0; }));
  for (; !path_.empty(); path_.pop_back()) {
    Answered& last = path_.back();
    used -= last.costs && last.chosen != 0 ? 1 : 0;
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
