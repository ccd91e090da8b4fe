// From a question to its answer: number it, judge its asker, ask the policy, keep a deviation.
#include "sync/decide/decider.h"

#include <algorithm>

#include "base/check.h"

namespace minijvm::decide {

Decider::Decider(Policy& policy, FairnessLimits limits) : policy_(policy), fairness_(limits) {
  policy_.born(kMainThread, names_[kMainThread]);
}

void Decider::born(ThreadNo child, ThreadNo parent) {
  fairness_.born(child);
  policy_.born(child, names_.born(child, parent));
}

void Decider::resumed(ThreadNo thread, std::uint64_t tick) {
  fairness_.resumed(thread, tick);
  policy_.resumed(thread, tick);
}

std::uint64_t Decider::ticks_to_next_question(ThreadNo running, std::uint64_t tick) {
  return std::min(policy_.ticks_to_next_question(running, tick),
                  fairness_.ticks_to_judgement(running, tick));
}

std::uint32_t Decider::count(const Question& question) {
  if (question.asker >= asked_.size()) {
    asked_.resize(question.asker + 1);
  }
  Asked& mine = asked_[question.asker];
  if (mine.tick != question.tick) {
    mine = Asked{question.tick, {}};
  }
  return ++mine.times[2 * static_cast<std::size_t>(question.what) + (question.blocked ? 1 : 0)];
}

std::size_t Decider::choose(const Question& question) {
  MJ_CHECK(question.options.size() >= 2, "a question with %zu options", question.options.size());
  Question asked = question;
  if (asked.place.kind != PlaceKind::kAccess) {
    asked.place.nth = count(asked);
  } else {
    MJ_CHECK(asked.place.site != 0, "an access without a site has no position");
  }
  ++decisions_;
  if (asked.what == Choice::kRun) {
    MJ_CHECK((asked.options[0].thread == asked.asker) == !asked.blocked,
             "the asker is not the first option, or is blocked");
    return choose_fairly(asked);
  }
  std::size_t chosen = policy_.choose(asked);
  keep(asked, chosen);
  return chosen;
}

std::size_t Decider::choose_fairly(Question& asked) {
  if (fairness_.judge(asked)) {
    policy_.demoted(asked.asker);
  }
  bool is_point = asked.place.kind == PlaceKind::kOperation && !asked.blocked;
  if (keeps_operations_ && is_point) {
    operations_.emplace_back(asked.asker, asked.tick);
  }
  fair_.clear();
  index_.clear();
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    if (!fairness_.is_demoted(asked.options[i].thread)) {
      fair_.push_back(asked.options[i]);
      index_.push_back(i);
    }
  }
  asked.options = fair_;
  std::size_t chosen = fair_.size() == 1 ? 0 : policy_.choose(asked);
  keep(asked, chosen);
  return index_[chosen];
}

void Decider::keep(const Question& asked, std::size_t chosen) {
  MJ_CHECK(chosen < asked.options.size(), "the policy chose option %zu of %zu", chosen,
           asked.options.size());
  if (chosen != 0) {
    const Option& option = asked.options[chosen];
    kept_.push_back({asked.asker, option.thread, asked.tick, option.value, asked.place, asked.what,
                     asked.blocked});
  }
}

std::vector<Deviation> Decider::deviations(const SiteText& site_text) const {
  std::vector<Deviation> deviations;
  for (const Kept& kept : kept_) {
    Deviation deviation;
    deviation.position = {names_[kept.asker], kept.tick, kept.place.kind == PlaceKind::kAccess,
                          kept.place.site == 0 ? "" : site_text(kept.place.site), kept.place.nth};
    deviation.blocked = kept.blocked;
    deviation.what = kept.what;
    if (names_thread(kept.what)) {
      deviation.thread = names_[kept.thread];
    }
    if (has_value(kept.what)) {
      deviation.value = static_cast<std::uint64_t>(kept.value);
    }
    deviations.push_back(std::move(deviation));
  }
  return deviations;
}

std::vector<Position> Decider::operations() const {
  std::vector<Position> positions;
  for (auto [thread, tick] : operations_) {
    positions.push_back({names_[thread], tick, false, "", 1});
  }
  return positions;
}

}  // namespace minijvm::decide
