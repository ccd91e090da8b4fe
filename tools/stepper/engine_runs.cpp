// Implements the commands that let threads run: one alone or all, how far, and in which order. They
// note what is to happen; the threads go on when the conversation is over.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/method.h"
#include "runtime/thread/java_thread.h"
#include "tools/stepper/command_words.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/roster.h"

namespace minijvm::vm::stepper {

using runtime::Frame;
using runtime::JavaThread;

Json Engine::begin_plan(Plan::Kind kind, const Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] != "line" && words[at] != "library" && number_or(words, at, -1) < 0)
      return failure("this takes a number or `line`, and `library`; `help` says more");
  }
  plan_ = {};
  plan_.kind = kind;
  plan_.thread = scene_.selected;
  // A thread at a point inside a lock or a collection steps to the next point, since there may be
  // no bytecode in between.
  plan_.from_point =
      scene_.hold == Hold::kCollection || stage_.standing_of(*scene_.selected) != nullptr;
  plan_.count = std::max(number_or(words, 0, 1), 1);
  plan_.by_line = mentions(words, "line");
  if (std::optional<Frame> innermost =
          // `finish` leaves the selected frame, the others begin in the innermost.
      nth_frame(*scene_.selected, kind == Plan::Kind::kFinish ? scene_.frame : 0)) {
    plan_.fp = innermost->fp();
    plan_.method = &innermost->method();
    plan_.line = innermost->method().line_number(innermost->bci());
    // A step that begins in the class library goes on there.
    plan_.into_library = is_library(innermost->method()) || mentions(words, "library");
  }
  return advance(words);
}

Json Engine::step(const Words& words) { return begin_plan(Plan::Kind::kStep, words); }
Json Engine::next(const Words& words) { return begin_plan(Plan::Kind::kNext, words); }
Json Engine::finish(const Words& words) { return begin_plan(Plan::Kind::kFinish, words); }

Json Engine::advance(const Words&) {
  // Inside the command `gc` the other threads are held by the collection already.
  if (!scene_.is_inner)
    stage_.run_only(*scene_.selected);
  scene_.is_over = true;
  return nothing();
}

// All threads run until one comes to a stop.
Json Engine::go_on(const Words&) {
  plan_ = {};
  if (!scene_.is_inner) {
    schedule_.note_free_run();
    stage_.run_all();
  }
  scene_.is_over = true;
  return nothing();
}

// Ends the process; does not return.
Json Engine::quit(const Words&) { stage_.end_program(*scene_.speaker); }

Json Engine::run(const Words& words) {
  Json selected = select_thread(words);
  return selected.has("error") ? selected : advance({});
}

// --- interrupts ---

void Engine::set_aside() {
  before_interrupt_ = {plan_, turns_, plays_, is_free_turn_};
  forget_plan();
}

void Engine::forget_plan() {
  plan_ = {};
  turns_.clear();
  plays_ = is_free_turn_ = false;
}

// The stage still holds the threads that it held before the interrupt. Inside the command `gc` only
// the collection goes on.
Json Engine::resume(const Words& words) {
  if (!before_interrupt_ || scene_.is_inner)
    return go_on(words);
  plan_ = before_interrupt_->plan;
  turns_ = before_interrupt_->turns;
  plays_ = before_interrupt_->plays;
  is_free_turn_ = before_interrupt_->is_free_turn;
  scene_.is_over = true;
  return nothing();
}

// --- schedules ---

Json Engine::tell_schedule(const Words&) {
  if (stage_.leaves_turns_to_schedule())
    return failure("the run follows a schedule of its own (--replay, --seed)");
  return keeps_schedule_ ? nothing().set("schedule", schedule_.text())
                         : failure("only a tool's session keeps a schedule (--step=json)");
}

Json Engine::play(const Words&) {
  if (scene_.is_inner)
    return failure("a collection is under way");
  if (stage_.leaves_turns_to_schedule())
    return failure("the run follows a schedule of its own (--replay, --seed)");
  Expected<std::vector<Turn>, std::string> turns = parse_schedule(rest_of_line_);
  if (!turns)
    return failure(turns.error());
  if (turns.value().empty())
    return failure("play needs a schedule, like one*4 two*2");
  turns_.assign(turns.value().begin(), turns.value().end());
  plays_ = true;
  std::string trouble = begin_turn();
  if (trouble.empty())
    return nothing();
  forget_plan();
  return failure(trouble);
}

std::string Engine::begin_turn() {
  const Turn turn = turns_.front();
  turns_.pop_front();
  plan_ = {};
  is_free_turn_ = turn.thread.empty();
  if (is_free_turn_) {
    go_on({});
    return "";
  }
  JavaThread* thread = find_thread(turn.thread);
  if (thread == nullptr)
    return fmt::format("the schedule names thread '{}', which is not there", turn.thread);
  scene_.selected = thread;
  plan_.kind = Plan::Kind::kTurn;
  plan_.thread = thread;
  plan_.count = turn.steps;
  advance({});
  return "";
}

// Any stop but an interrupt ends a time in which all run. A turn ends by its last step.
bool Engine::plays_on(const std::string& kind, bool got_stuck, std::string* trouble) {
  const bool is_turn_over = is_free_turn_ ? kind != "interrupt" : kind == "step" || got_stuck;
  if (!plays_ || !is_turn_over || turns_.empty())
    return false;
  *trouble = begin_turn();
  return trouble->empty();
}

}  // namespace minijvm::vm::stepper
