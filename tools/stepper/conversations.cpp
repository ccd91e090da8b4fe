// Holds the conversations with the user: at an instruction, at a point of a lock or a collection,
// and those that the watcher begins. Events arrive on whatever thread records them, in any state,
// inside the meta-lock under a NoSafepoint.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/lock_words.h"
#include "tools/stepper/roster.h"
#include "tools/stepper/stepper.h"
#include "tools/stepper/stepper_state.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// Runs a conversation in a stopped world. The function gets the witness that nothing moves.
class Conversation final : public sync::SafepointOperation {
 public:
  explicit Conversation(std::function<void(const NoSafepoint&)> converse)
      : converse_(std::move(converse)) {}
  void run() override { converse_(NoSafepoint::in_stopped_world()); }
  const char* name() const override { return "Stepper"; }

 private:
  std::function<void(const NoSafepoint&)> converse_;
};

}  // namespace

// --- what tools hear of threads ---

void Stepper::tell_start(JavaThread& self) {
  if (!hears_threads_)
    return;
  NoSafepoint still(self);
  const std::optional<std::string> name = program_thread_name(still, self);
  if (!name)
    return;
  {
    sync::MutexLock lock(mutex_);
    if (!reported_threads_.insert(self.id()).second || traveller_.is_seeking())
      return;
  }
  front_->report(
      Json::record().set("event", "thread").set("started", self.id()).set("name", *name));
}

// The end is a step as well. The watcher begins the next turn when the thread is gone, so that
// others may join it.
void Stepper::thread_ending(JavaThread& self) {
  if (stage_.runner() == &self)
    engine_.note_step(self);
  {
    sync::MutexLock lock(mutex_);
    if (reported_threads_.erase(self.id()) == 0 || traveller_.is_seeking())
      return;
  }
  NoSafepoint still(self);
  front_->report(Json::record()
                     .set("event", "thread")
                     .set("ended", self.id())
                     .set("name", name_of_thread(still, self)));
}

void Stepper::monitor_contended(JavaThread& self, runtime::Handle<> object) {
  NoSafepoint still(self);
  memory_.numbers.number(still, object.raw(still));
}

// --- conversations ---

// The frames of a collection come before what is said after it.
void Stepper::show_film() {
  film_.show([this](const Json& frame) { front_->report(frame); });
}

namespace {

// Returns the thread that a conversation from outside is about.
JavaThread& thread_of_interest(const Stage& stage) {
  std::vector<JavaThread*> threads = java_threads();
  // The thread that ran alone may have ended by now.
  if (std::find(threads.begin(), threads.end(), stage.runner()) != threads.end())
    return *stage.runner();
  auto own = std::find_if(threads.begin(), threads.end(),
                          [](const JavaThread* thread) { return !is_library_thread(*thread); });
  return own == threads.end() ? *threads.front() : **own;
}

}  // namespace

void Stepper::converse(JavaThread& self, JavaThread* about, const View& view, Hold hold,
                       const Describe& describe) {
  // The command `gc` collects inside a conversation, and a stop at a phase of that collection
  // begins a conversation inside the first.
  bool is_inner = is_conversing_;
  is_conversing_ = true;
  // Names are read now, for conversations in which objects cannot be read.
  if (view.is_settled)
    remember_names(view);
  JavaThread* selected = about == nullptr ? &thread_of_interest(stage_) : about;
  Scene outer = engine_.enter({&self, selected, &view, hold, is_inner, 0, 0, false});
  Json event = describe(view);
  const std::string kind = event["kind"].text();
  // To get stuck is the last step before a thread cannot go on; a thread that has ended has made
  // its last one.
  if (kind == "stuck" && selected == stage_.runner())
    engine_.note_step(*selected);
  const bool got_stuck = kind == "stuck" && engine_.plan().is_turn_over();
  std::string trouble;
  if (is_inner || !engine_.plays_on(kind, got_stuck, &trouble)) {
    // The plan has brought the thread here; the next command makes another.
    if (kind == "interrupt") {
      engine_.set_aside();
    } else {
      engine_.forget_plan();
      // A stop inside the command `gc` leaves what the outer conversation may resume.
      if (!is_inner)
        engine_.forget_interrupt();
    }
    talk(self, trouble.empty() ? std::move(event) : stop_record("step", trouble));
  }
  engine_.leave(outer);
  is_conversing_ = is_inner;
  // Threads in a meta-lock are followed to its end even if the last stop at a point has been
  // deleted.
  hears_points_.store(stops_.has_lock_points() || stage_.has_standings(),
                      std::memory_order_relaxed);
  // While a thread is in a meta-lock the world is not stopped, so the changes of the commands wait
  // for the next conversation.
  if (hold != Hold::kFrozen && !is_inner)
    apply();
}

void Stepper::talk(JavaThread& self, Json event) {
  const std::int64_t number = stops_so_far_.fetch_add(1, std::memory_order_relaxed) + 1;
  engine_.number_scene(number);
  event.set("n", number);
  if (traveller_.why_not().empty()) {
    const Moment moment = traveller_.moment_of(self, event_);
    engine_.set_moment(moment);
    event.set("position", moment.to_json());
  }
  // The event is one record: reason, thread, place, stack.
  // A point has a sentence of its own, which counts then.
  Json where = engine_.where_selected();
  for (const Json::Field& field : where.fields()) {
    if (!event.has(field.name))
      event.set(field.name, field.value);
  }
  show_film();
  front_->tell(event);
  std::string command;
  // Commands that let a thread run end the conversation.
  while (!engine_.scene().is_over && front_->ask(&command)) {
    // An interrupt before this command found the program stopped. One that comes after the answer
    // is meant for the threads that run then.
    is_interrupted_.store(false, std::memory_order_relaxed);
    const Json answer = engine_.execute(command);
    // The stops stay when the user goes back.
    if (!answer.has("error") && Engine::sets_stops(answer["answer"].text()))
      traveller_.note(command);
    show_film();
    front_->answer(answer);
  }
  if (!engine_.scene().is_over)
    // The user has left: the input has ended.
    stage_.end_program(self);
}

// The floor decides how the others are held: by a safepoint, or by the stage if one of them is at a
// lock point.
void Stepper::hold_and_converse(JavaThread& self, JavaThread* about, Stage::Floor floor,
                                const Describe& describe) {
  if (floor == Stage::Floor::kStopped) {
    Conversation conversation([&](const NoSafepoint& still) {
      converse(self, about, View{still}, Hold::kStopped, describe);
    });
    sync::run_at_safepoint(self, conversation);
  } else {
    // The thread must not stop at a safepoint now: a thread in a meta-lock would never reach it.
    NoSafepoint still(self);
    stage_.await_stillness(self);
    converse(self, about, View{still}, Hold::kFrozen, describe);
  }
}

void Stepper::stop(JavaThread& self, const Describe& describe, const char* event) {
  event_ = event;
  hold_and_converse(self, &self, stage_.take_floor(self, false), describe);
  stage_.leave_floor();
  // The command may have selected another thread to run alone; then this one waits.
  stage_.wait_for_turn(self);
}

void Stepper::stop_from_outside(std::int64_t stops_before, const Describe& describe) {
  const Stage::Floor floor = stage_.take_floor(*watcher_, true);
  if (stops_so_far_.load(std::memory_order_relaxed) == stops_before)
    hold_and_converse(*watcher_, nullptr, floor, describe);
  stage_.leave_floor();
}

namespace {

// A thread may come to a point by a step, too; then no stop has a number.
Json point_record(Event event, int stop_number) {
  return stop_record(stop_number == 0 ? "step" : "point",
                     fmt::format("point {}", event_name(event)), stop_number)
      .set("point", event_name(event))
      .set("what", point_meaning(event_name(event)))
      .set("say", point_meaning(event_name(event)));
}

}  // namespace

// The thread is inside the meta-lock, carries a NoSafepoint and must not block for a safepoint.
void Stepper::stop_at_point(JavaThread& self, Event event, sync::MultiUseWord* word,
                            int stop_number) {
  // Another conversation is about to stop the world and needs this thread to go on: the point is
  // passed without a stop.
  if (!stage_.take_floor_at_point(self))
    return;
  NoSafepoint still(self);
  stage_.await_stillness(self);
  event_ = event_name(event);
  converse(self, &self, View{still}, Hold::kFrozen, [=](const View& view) {
    return point_record(event, stop_number).set("lock", describe_lock(view, object_of(word)));
  });
  stage_.leave_floor();
}

// Runs on the coordinator, in the collection's stopped world. Objects can be read at the begin and
// at the end only.
void Stepper::stop_in_collection(JavaThread& self, Event event, int stop_number) {
  bool is_settled = event == Event::gc_begin || event == Event::gc_end;
  NoSafepoint still = NoSafepoint::in_stopped_world();
  event_ = event_name(event);
  converse(self, &self, View{still, is_settled}, Hold::kCollection,
           [=](const View&) { return point_record(event, stop_number); });
}

// --- points ---

// This runs inside the code that recorded the event. So cheap filters come first. Then the thread
// is at the point. If a stop or the plan wants it, the conversation follows. At the end the thread
// waits until it may go on.
void Stepper::event_recorded(Event event, std::uint64_t first, std::uint64_t second) {
  JavaThread* current = runtime::current_java_thread();
  if (current == nullptr)
    return;
  JavaThread& self = *current;
  if (traveller_.is_seeking()) {
    traveller_.pass_event(self, event_name(event));
    return;
  }
  if (is_gc_point(event)) {
    if (film_.is_on())
      film_.take(event);
    bool ends_plan = engine_.plan().concerns(self) && engine_.plan().from_point;
    const Stop* at = stops_.at_point(event, nullptr);
    if (ends_plan || at != nullptr)
      stop_in_collection(self, event, at == nullptr ? 0 : at->number);
    return;
  }
  if (!hears_points_.load(std::memory_order_relaxed) || self.is_vm_internal ||
      !is_lock_point(event))
    return;
  auto* word = reinterpret_cast<sync::MultiUseWord*>(first);
  // `first` is the word and `second` what was in it, for all events of lock_arrows.def.
  stage_.arrive(self, event, word, second);
  const bool ends_turn = stage_.runner() == &self && engine_.note_step(self);
  const bool ends_plan = engine_.plan().concerns(self) && engine_.plan().from_point;
  const Stop* at = stops_.at_point(event, object_of(word)->klass());
  if (ends_plan || ends_turn || at != nullptr)
    stop_at_point(self, event, word, at == nullptr ? 0 : at->number);
  stage_.wait_at_point(self);
  stage_.depart(self);
}

// --- the watcher ---

// The watcher looks every 10 ms whether the thread that runs alone is stuck, or Ctrl-C was pressed.
// It calls a thread stuck after 10 looks in a row with the same sentence and no progress. REQUIRES:
// the calling thread is the stepper's own.
void Stepper::watch() {
  constexpr int kEnough = 10;
  JavaThread* self = watcher_;
  // Java code does not know this thread of the VM; it needs an ExecEnv to stop the world.
  sync::attach(*self);
  sync::set_current_exec_env(self);
  self->adopt_native_stack();
  sync::begin_running(*self, sync::ThreadState::kInVm);
  std::string last;
  std::uint64_t progress = 0;
  for (int looks = 0;;) {
    {
      sync::VmToBlocked blocked(*self);
      (void)self->parker().park(sync::Deadline::after_ms(10));
    }
    // A collection that no thread of the program has asked for has nobody else to show it.
    if (film_.is_on())
      show_film();
    std::int64_t stops_before = stops_so_far_.load(std::memory_order_relaxed);
    std::string stuck = stage_.stuck();
    // Any instruction or point that any thread passes counts as progress.
    looks = !stuck.empty() && stuck == last && progress == stage_.progress() ? looks + 1 : 0;
    last = stuck;
    progress = stage_.progress();
    const bool is_stuck = looks >= kEnough;
    // A front end that has gone is asked for commands, and has none: the program ends.
    const bool is_wanted =
        !is_stuck &&
        (is_interrupted_.exchange(false, std::memory_order_acquire) || front_->has_left());
    if (is_wanted)
      stops_before = stops_so_far_.load(std::memory_order_relaxed);
    if (!is_stuck && !is_wanted)
      continue;
    stop_from_outside(stops_before, [is_stuck, stuck](const View&) {
      return is_stuck ? stop_record("stuck", stuck) : stop_record("interrupt", "interrupt");
    });
    looks = 0;
  }
}

}  // namespace minijvm::vm::stepper
