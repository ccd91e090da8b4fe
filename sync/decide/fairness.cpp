// Counts the ticks of the thread that runs, and demotes it when they are too many.
#include "sync/decide/fairness.h"

#include <algorithm>

namespace minijvm::decide {
namespace {

bool is_due(std::uint64_t ticks, std::uint64_t limit) { return ticks != 0 && ticks % limit == 0; }

}  // namespace

Fairness::State& Fairness::state(ThreadNo thread) {
  if (thread >= states_.size()) {
    states_.resize(thread + 1);
  }
  return states_[thread];
}

void Fairness::resumed(ThreadNo thread, std::uint64_t tick) {
  State& mine = state(thread);
  if (mine.demoted || mine.effects != effects_) {
    mine.idle_from = tick;
  }
  mine.turn_from = tick;
  mine.last_turn = ++turns_;
  mine.effects = effects_;
  mine.demoted = false;
}

void Fairness::progressed(ThreadNo thread, std::uint64_t tick) {
  State& mine = state(thread);
  mine.idle_from = tick;
  mine.effects = ++effects_;
}

std::uint64_t Fairness::ticks_to_judgement(ThreadNo thread, std::uint64_t tick) {
  const State& mine = state(thread);
  std::uint64_t to_idle = limits_.idle_ticks - (tick - mine.idle_from) % limits_.idle_ticks;
  std::uint64_t to_turn = limits_.turn_ticks - (tick - mine.turn_from) % limits_.turn_ticks;
  return std::min(to_idle, to_turn);
}

void Fairness::demote(ThreadNo thread) {
  State& its = state(thread);
  its.demoted = true;
  its.effects = effects_;
}

bool Fairness::is_in_the_way(const Question& question) {
  const State& asker = state(question.asker);
  return question.options[0].yields ||
         is_due(question.tick - asker.idle_from, limits_.idle_ticks) ||
         is_due(question.tick - asker.turn_from, limits_.turn_ticks);
}

bool Fairness::prefer_waiting(const Question& question) {
  auto waits = [this](const Option& option) {
    return turns_ - state(option.thread).last_turn >= limits_.waiting_turns;
  };
  if (std::none_of(question.options.begin(), question.options.end(), waits)) {
    return false;
  }
  for (const Option& option : question.options) {
    if (waits(option)) {
      state(option.thread).demoted = false;
    } else {
      demote(option.thread);
    }
  }
  return true;
}

bool Fairness::judge(const Question& question) {
  bool is_access = question.place.kind == PlaceKind::kAccess;
  bool demotes = !question.blocked && !is_access && is_in_the_way(question);
  if (demotes) {
    demote(question.asker);
  }
  bool prefers = question.blocked && prefer_waiting(question);
  auto demoted = [this](const Option& option) { return is_demoted(option.thread); };
  if (std::all_of(question.options.begin(), question.options.end(), demoted)) {
    for (const Option& option : question.options) {
      bool was_judged = demotes && option.thread == question.asker;
      states_[option.thread].effects -= was_judged ? 0 : 1;  // as if one had come meanwhile
    }
  }
  return demotes || prefers;
}

}  // namespace minijvm::decide
