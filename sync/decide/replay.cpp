// Each thread has its part of the schedule, in the order of its ticks. A question by that thread
// looks at the next of it; a strict replay also checks that the threads' parts come in turn.
#include "sync/decide/replay.h"

#include <algorithm>

#include "sync/decide/schedule_text.h"

namespace minijvm::decide {

Replay::Replay(std::vector<Deviation> deviations, Mode mode, SiteText site_text)
    : deviations_(std::move(deviations)), mode_(mode), site_text_(std::move(site_text)) {
  for (std::size_t i = 0; i < deviations_.size(); ++i) {
    parts_[deviations_[i].position.thread].push_back(i);
  }
}

void Replay::born(ThreadNo thread, const ThreadName& name) {
  if (thread >= plans_.size()) {
    plans_.resize(thread + 1);
  }
  auto part = parts_.find(name);
  plans_[thread] = {name, part == parts_.end() ? std::vector<std::size_t>() : part->second, 0};
}

std::uint64_t Replay::ticks_to_next_question(ThreadNo thread, std::uint64_t tick) {
  const Plan& plan = plans_[thread];
  for (std::size_t i = plan.next; i < plan.deviations.size(); ++i) {
    const Deviation& deviation = deviations_[plan.deviations[i]];
    bool is_asked_anyway = deviation.position.is_access || !deviation.is_preemption();
    if (!is_asked_anyway && deviation.position.tick > tick) {
      return deviation.position.tick - tick;
    }
  }
  return kNever;
}

std::size_t Replay::choose(const Question& question) {
  if (divergence_) {
    return 0;
  }
  std::optional<std::size_t> number = take(plans_[question.asker], question);
  return number ? answer(*number, question) : 0;
}

// Returns the deviation that belongs to this question. A deviation of an earlier tick has missed
// its place; one of the same tick may still come, unless a later one comes before it.
std::optional<std::size_t> Replay::take(Plan& plan, const Question& question) {
  for (std::size_t i = plan.next; i < plan.deviations.size(); ++i) {
    std::size_t number = plan.deviations[i];
    const Position& position = deviations_[number].position;
    if (position.tick > question.tick) {
      break;
    }
    if (position.tick < question.tick) {
      plan.next = i + 1;
      if (is_strict()) {
        diverge(number,
                plan.name.text() + " is at tick " + std::to_string(question.tick) + " already");
        break;
      }
    } else if (is_at(deviations_[number], question)) {
      plan.next = i + 1;
      return number;
    }
  }
  return std::nullopt;
}

bool Replay::is_at(const Deviation& deviation, const Question& question) const {
  bool is_access = question.place.kind == PlaceKind::kAccess;
  const Position& position = deviation.position;
  bool is_there = deviation.what == question.what && deviation.blocked == question.blocked &&
                  position.is_access == is_access && position.nth == question.place.nth;
  bool asks_site =
      is_access || (!is_strict() && question.place.site != 0 && !position.site.empty());
  return is_there && (!asks_site || position.site == site_text_(question.place.site));
}

std::size_t Replay::answer(std::size_t number, const Question& question) {
  const Deviation& deviation = deviations_[number];
  if (is_strict() && number != followed_) {
    return diverge(followed_, "deviation " + std::to_string(number + 1) + ", \"" +
                                  print_deviation(deviation) + "\", came before it");
  }
  ++followed_;
  if (is_strict() && question.place.site != 0 && !deviation.position.site.empty()) {
    std::string site = site_text_(question.place.site);
    if (site != deviation.position.site) {
      return diverge(number, deviation.position.thread.text() + " is at " + site + " there");
    }
  }
  std::string others;
  std::size_t first = is_odd(deviation.what) ? 1 : 0;
  for (std::size_t i = first; i < question.options.size(); ++i) {
    const Option& option = question.options[i];
    const ThreadName& name = plans_[option.thread].name;
    bool is_thread = !names_thread(deviation.what) || name == deviation.thread;
    auto value = static_cast<std::uint64_t>(option.value);
    // In a run with other deviations before it, a deadline is not the same to the nanosecond.
    bool is_deadline = !is_strict() && deviation.what == Choice::kTimeOut;
    if (is_thread && (!has_value(deviation.what) || is_deadline || value == deviation.value)) {
      return i;
    }
    others += (i == first ? "" : ", ") + name.text();
    others += has_value(deviation.what) ? " with " + std::to_string(value) : "";
  }
  return diverge(number, "that is no option there; these are: " + others);
}

std::size_t Replay::diverge(std::size_t number, const std::string& reason) {
  if (is_strict() && !divergence_) {
    divergence_ = "The replay left its schedule at deviation " + std::to_string(number + 1) +
                  ", \"" + print_deviation(deviations_[number]) + "\": " + reason + ".";
  }
  return 0;
}

void Replay::finish() {
  if (is_strict() && followed_ < deviations_.size()) {
    diverge(followed_, "the run has ended before it");
  }
}

}  // namespace minijvm::decide
