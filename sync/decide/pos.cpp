// Priorities of the operations that threads are about to do.
#include "sync/decide/pos.h"

#include "sync/decide/policies.h"

namespace minijvm::decide {

std::uint64_t& Pos::priority(ThreadNo thread) {
  if (thread >= priorities_.size()) {
    priorities_.resize(thread + 1, kNotDrawn);
  }
  return priorities_[thread];
}

std::size_t Pos::choose(const Question& question) {
  if (question.what != Choice::kRun) {
    return explore(numbers_, question);
  }
  std::size_t best = 0;
  std::uint64_t highest = kNotDrawn;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    std::uint64_t& here = priority(question.options[i].thread);
    if (here == kNotDrawn) {
      here = numbers_.word() | 1;
    }
    if (here > highest) {
      highest = here;
      best = i;
    }
  }
  for (const Option& option : question.options) {
    bool is_chosen = &option == &question.options[best];
    if (is_chosen || option.conflicts_with(question.options[best])) {
      priority(option.thread) = kNotDrawn;
    }
  }
  return best;
}

}  // namespace minijvm::decide
