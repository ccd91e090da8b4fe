// Decides whether a thread stops, and runs the conversation with the user. The interpreter calls in
// kInVm with the anchor published; events arrive on whatever thread records them, in any state,
// inside the meta-lock under a NoSafepoint.
#include "tools/stepper/stepper.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "base/atomic.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/code_observers.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/front.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/lock_words.h"
#include "tools/stepper/roster.h"
#include "tools/stepper/stepper_state.h"
#include "vm/java/halt.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Class;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using sync::NoSafepoint;

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

// Lists the methods whose instructions must be reported: all, the program's, or single ones. The
// set changes only with a call of observe_code(), so answers of wants() stay the same in between.
struct Interest {
  bool all = false;
  bool user_code = false;
  std::unordered_set<const Method*> methods;
};

}  // namespace

class Stepper final : public Observer {
 public:
  explicit Stepper(const StepperOptions& options)
      : kinds_(SlotKinds::make()),
        engine_(stage_, stops_, kinds_),
        waits_for_main_(options.breaks.empty()),
        front_(options.speaks_json ? make_json_front()
                                   : make_text_front(options.source_path, Engine::complete)) {}

  // Adds the stops of --break. Returns false if one of them cannot be read.
  bool add_breaks(const std::vector<std::string>& places);
  // Makes the JavaThread of the watcher. Returns false if there is no memory.
  bool make_watcher() {
    watcher_ = JavaThread::create(JavaThread::kReserveSlots * sizeof(runtime::Slot));
    if (watcher_ != nullptr)
      watcher_->is_vm_internal = true;
    return watcher_ != nullptr;
  }
  // Runs the watcher's thread.
  void watch();
  // Called by the signal handler of SIGINT. release: pairs with the acquire in watch().
  void interrupt() { is_interrupted_.store(true, std::memory_order_release); }
  // Called for each recorded event.
  void event_recorded(Event event, std::uint64_t first, std::uint64_t second) override;

  // --- the observer of running code ---
  bool wants(const Method& method) const override;
  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override;
  void method_entered(JavaThread& self, Method& method) override;
  void method_left(JavaThread& self, Method& method, const runtime::Slot*) override {
    let_go_at_end(self, method);
  }
  void method_left_by_exception(JavaThread& self, Method& method) override {
    let_go_at_end(self, method);
  }
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci,
                        runtime::Handle<> exception) override;
  void exception_caught(JavaThread&, Method&, std::uint32_t, runtime::Handle<>) override {}
  void classes_unloading() override;

 private:
  // Makes the record that says why the thread has stopped. It is called when the conversation
  // begins, as it may read objects.
  using Describe = std::function<Json(const View& view)>;

  // Returns true, once, if this is the first instruction of the program's main.
  bool begins_main(const Method& method, std::uint32_t bci);
  // Returns whether the thread stops before this instruction; then *describe says why.
  bool is_due(JavaThread& self, Method& method, std::uint32_t bci, Describe* describe);
  const Stop* stop_for_field(const Method& method, std::uint32_t bci, FieldUse use) const;
  // Waits for the floor, holds the other threads and converses. `about` is the thread that the
  // conversation begins with; `force` is for the watcher, which needs no turn to run.
  void stop(JavaThread& self, JavaThread& about, bool force, const Describe& describe);
  void stop_at_point(JavaThread& self, Event event, sync::MultiUseWord* word);
  void stop_in_collection(JavaThread& self, Event event);
  void converse(JavaThread& self, JavaThread& about, const View& view, Hold hold,
                const Describe& describe);
  // Makes the changes of the commands effective.
  void apply();
  void let_go_at_end(JavaThread& self, Method& method);
  Interest interest_now() const;

  Stage stage_;
  Stops stops_;
  SlotKinds& kinds_;
  Engine engine_;
  // True if no --break was given and main has not started yet.
  bool waits_for_main_;
  std::unique_ptr<Front> front_;
  JavaThread* watcher_ = nullptr;
  // Only the thread that has the floor uses it.
  bool is_conversing_ = false;
  // True if lock points matter now: one has a stop, or a thread is at one. It is only a filter, so
  // relaxed accesses are enough.
  Atomic<bool> hears_points_{false};
  // True if Ctrl-C has been pressed.
  Atomic<bool> is_interrupted_{false};

  // Written while the world is stopped, and read by running threads.
  Interest interest_;
  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  // The answers of wants(). Guarded by mutex_; emptied when the stops change or classes die.
  mutable std::unordered_map<const Method*, bool> wanted_;
};

namespace {

Json reason(std::string text) {
  return Json::record().set("event", "stopped").set("reason", std::move(text));
}

}  // namespace

// --- where to stop ---

// "point Class" is one place with a blank in it.
bool Stepper::add_breaks(const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    std::size_t blank = place.find(' ');
    Expected<int, std::string> added = stops_.add_break(
        place.substr(0, blank), blank == std::string::npos ? "" : place.substr(blank + 1));
    if (!added) {
      std::fprintf(stderr, "Error: --break %s: %s\n", place.c_str(), added.error().c_str());
      return false;
    }
  }
  apply();
  return true;
}

// The answer is cached, since stops_.concern looks through all stops and may decode the whole
// method.
bool Stepper::wants(const Method& method) const {
  if (interest_.all || (interest_.user_code && !is_library(method)) ||
      interest_.methods.contains(&method))
    return true;
  {
    sync::MutexLock lock(mutex_);
    auto found = wanted_.find(&method);
    if (found != wanted_.end())
      return found->second;
  }
  // Computed without the mutex; two threads may both compute the same answer.
  bool is_wanted = stops_.concern(method) ||
                   (waits_for_main_ && method.name->text() == "main" && !is_library(method));
  sync::MutexLock lock(mutex_);
  wanted_[&method] = is_wanted;
  return is_wanted;
}

// A new class may get the address of a dead one's method.
void Stepper::classes_unloading() {
  sync::MutexLock lock(mutex_);
  wanted_.clear();
}

// A step into calls may enter any method of the program, so it sets user_code. The frames of the
// stepping thread are wanted as well, since a step out of a method ends in one of them.
Interest Stepper::interest_now() const {
  Interest interest;
  const Plan& plan = engine_.plan();
  interest.user_code = stops_.has_lock_points() || plan.kind == Plan::Kind::kStep;
  interest.all = plan.kind == Plan::Kind::kStep && plan.into_library;
  if (plan.kind == Plan::Kind::kNone)
    return interest;
  for (const runtime::Frame& frame : frames_of(*plan.thread))
    interest.methods.insert(&frame.method());
  return interest;
}

// REQUIRES: the world is stopped, or no Java code has run.
void Stepper::apply() {
  interest_ = interest_now();
  classes_unloading();
  observe_code(*this);
}

// JVMS 5.2: main is public static void main(String[]). The first method of that form in a class of
// the program is taken.
bool Stepper::begins_main(const Method& method, std::uint32_t bci) {
  bool begins = waits_for_main_ && bci == 0 && method.is_static() &&
                method.name->text() == "main" &&
                method.descriptor->text() == "([Ljava/lang/String;)V" && !is_library(method);
  if (begins)
    waits_for_main_ = false;
  return begins;
}

// JVMS 6.5.getfield, getstatic, putfield, putstatic: a Fieldref names a class, but the field may be
// declared in a superclass of it (JVMS 5.4.3.2). So the stop is compared with the class and its
// superclasses.
const Stop* Stepper::stop_for_field(const Method& method, std::uint32_t bci, FieldUse use) const {
  using classfile::Opcode;
  auto opcode = static_cast<Opcode>(method.bytecode[bci]);
  bool is_use = use == FieldUse::kWrite ? opcode == Opcode::putfield || opcode == Opcode::putstatic
                                        : opcode == Opcode::getfield || opcode == Opcode::getstatic;
  if (!is_use || !stops_.has_watches())
    return nullptr;
  // The index is in the two operand bytes, big-endian.
  auto index = static_cast<std::uint16_t>(method.bytecode[bci + 1] << 8 | method.bytecode[bci + 2]);
  runtime::RunConstantPool& pool = *method.pool;
  const Class* named = find_class(runtime::dotted(pool.member_class_name(index)->text()));
  return named == nullptr ? nullptr
                          : stops_.for_field(*named, pool.member_name(index)->text(), use);
}

bool Stepper::is_due(JavaThread& self, Method& method, std::uint32_t bci, Describe* describe) {
  // Sets *describe and returns true.
  auto because = [describe](std::string text) {
    *describe = [text = std::move(text)](const View&) { return reason(text); };
    return true;
  };
  // The plan comes before the stops, since a plan that counts lines must see every instruction.
  bool ends_plan =
      engine_.plan().concerns(self) && engine_.ends_plan_at(self.anchor.fp, method, bci);
  if (const Stop* stop = stops_.at(method, bci))
    return because(fmt::format("breakpoint {}", stop->number));
  if (begins_main(method, bci))
    return because("main begins");
  if (const Stop* stop = stop_for_field(method, bci, FieldUse::kWrite))
    return because(fmt::format("watch {}: {} is written next", stop->number, stop->text));
  if (const Stop* stop = stop_for_field(method, bci, FieldUse::kRead))
    return because(fmt::format("watch {}: {} is read next", stop->number, stop->text));
  return ends_plan && because("step");
}

void Stepper::at_instruction(JavaThread& self, Method& method, std::uint32_t bci) {
  stage_.note_progress();
  // If another thread converses or runs alone, this one waits here, before the instruction.
  if (!stage_.may_run(self))
    stage_.wait_for_turn(self);
  Describe describe;
  if (is_due(self, method, bci, &describe))
    stop(self, self, false, describe);
}

// A native method has no instruction at which to stop, so it stops when it is entered.
void Stepper::method_entered(JavaThread& self, Method& method) {
  const Stop* at = method.is_native() ? stops_.at_entry(method) : nullptr;
  if (at == nullptr)
    return;
  int number = at->number;
  stop(self, self, false,
       [number](const View&) { return reason(fmt::format("breakpoint {}", number)); });
}

void Stepper::exception_thrown(JavaThread& self, Method&, std::int32_t,
                               runtime::Handle<> exception) {
  // The class is compared under a NoSafepoint; the text is made later, when objects may have moved,
  // through the handle.
  const Stop* found = nullptr;
  {
    NoSafepoint still(self);
    found = stops_.for_throw(*exception.raw(still)->klass());
  }
  if (found == nullptr)
    return;
  int number = found->number;
  stop(self, self, false, [number, exception](const View& view) {
    return reason(fmt::format("catch {}: {} is thrown", number,
                              object_text(view, exception.raw(view.still))));
  });
}

// A thread that runs alone is about to leave its last frame. Nothing would run any more, so all
// threads are let go.
void Stepper::let_go_at_end(JavaThread& self, Method&) {
  if (stage_.runner() != &self)
    return;
  runtime::FrameWalk walk(self);
  walk.next();
  if (!walk.done())
    return;
  engine_.forget_plan();
  stage_.run_all();
}

// --- conversations ---

void Stepper::converse(JavaThread& self, JavaThread& about, const View& view, Hold hold,
                       const Describe& describe) {
  // The command `gc` collects inside a conversation, and a stop at a phase of that collection
  // begins a conversation inside the first.
  bool is_inner = is_conversing_;
  is_conversing_ = true;
  Scene outer = engine_.enter({&self, &about, &view, hold, is_inner, 0, false});
  // The plan has brought the thread here; the next command makes another.
  engine_.forget_plan();
  // Names are read now, for conversations in which objects cannot be read.
  if (view.is_settled)
    remember_names(view);
  Json event = describe(view);
  // The event is one record: reason, thread, place, stack.
  Json where = engine_.where_selected();
  for (const Json::Field& field : where.fields()) event.set(field.name, field.value);
  front_->tell(event);
  std::string command;
  // Commands that let a thread run end the conversation.
  while (!engine_.scene().is_over && front_->ask(&command))
    front_->answer(engine_.execute(command));
  if (!engine_.scene().is_over)
    // The user has left: the input has ended.
    stage_.end_program(self);
  engine_.leave(outer);
  is_conversing_ = is_inner;
  is_interrupted_.store(false, std::memory_order_relaxed);
  // Threads at a point must be let on even if the last stop at a point has been deleted.
  hears_points_.store(stops_.has_lock_points() || stage_.has_frozen(), std::memory_order_relaxed);
  // While a thread is in a meta-lock the world is not stopped, so the changes of the commands wait
  // for the next conversation.
  if (hold != Hold::kFrozen && !is_inner)
    apply();
}

// The floor decides how the others are held: by a safepoint, or by the stage if one of them is at a
// lock point.
void Stepper::stop(JavaThread& self, JavaThread& about, bool force, const Describe& describe) {
  if (stage_.take_floor(self, force) == Stage::Floor::kStopped) {
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
  stage_.leave_floor();
  // The command may have selected another thread to run alone; then this one waits.
  if (!force)
    stage_.wait_for_turn(self);
}

namespace {

// The multi-use word is in the object's header, so the object's address follows from it.
Object* object_of(sync::MultiUseWord* word) {
  return reinterpret_cast<Object*>(reinterpret_cast<std::byte*>(word) -
                                   Object::kMultiUseWordOffset);
}

}  // namespace

// The thread is inside the meta-lock, carries a NoSafepoint and must not block for a safepoint.
void Stepper::stop_at_point(JavaThread& self, Event event, sync::MultiUseWord* word) {
  // Another conversation is about to stop the world and needs this thread to go on: the point is
  // passed without a stop.
  if (!stage_.take_floor_at_point(self))
    return;
  NoSafepoint still(self);
  stage_.await_stillness(self);
  converse(self, self, View{still}, Hold::kFrozen, [event, word](const View& view) {
    return reason(fmt::format("point {}", event_name(event)))
        .set("point", event_name(event))
        .set("what", point_meaning(event_name(event)))
        .set("lock", describe_lock(view, object_of(word)));
  });
  stage_.leave_floor();
}

// Runs on the coordinator, in the collection's stopped world. Objects can be read at the begin and
// at the end only.
void Stepper::stop_in_collection(JavaThread& self, Event event) {
  bool is_settled = event == Event::gc_begin || event == Event::gc_end;
  NoSafepoint still = NoSafepoint::in_stopped_world();
  converse(self, self, View{still, is_settled}, Hold::kCollection, [event](const View&) {
    return reason(fmt::format("point {}", event_name(event)))
        .set("point", event_name(event))
        .set("what", point_meaning(event_name(event)));
  });
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
  if (is_gc_point(event)) {
    bool ends_plan = engine_.plan().concerns(self) && engine_.plan().from_point;
    if (ends_plan || stops_.at_point(event, nullptr) != nullptr)
      stop_in_collection(self, event);
    return;
  }
  if (!hears_points_.load(std::memory_order_relaxed) || self.is_vm_internal ||
      !is_lock_point(event))
    return;
  auto* word = reinterpret_cast<sync::MultiUseWord*>(first);
  // `first` is the word and `second` what was in it, for all events of lock_arrows.def.
  stage_.arrive(self, event, word, second);
  bool ends_plan = engine_.plan().concerns(self) && engine_.plan().from_point;
  if (ends_plan || stops_.at_point(event, object_of(word)->klass()) != nullptr)
    stop_at_point(self, event, word);
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
    std::string stuck = stage_.stuck();
    // Any instruction or point that any thread passes counts as progress.
    looks = !stuck.empty() && stuck == last && progress == stage_.progress() ? looks + 1 : 0;
    last = stuck;
    progress = stage_.progress();
    if (looks < kEnough && !is_interrupted_.exchange(false, std::memory_order_acquire))
      continue;
    bool is_stuck = looks >= kEnough;
    JavaThread* about = is_stuck ? stage_.runner() : nullptr;
    std::vector<JavaThread*> threads = java_threads();
    // The thread may have ended by now; then the conversation is about the oldest one.
    bool is_there = std::find(threads.begin(), threads.end(), about) != threads.end();
    if (!is_there)
      about = threads.front();
    stop(*self, *about, true,
         [is_stuck, stuck](const View&) { return reason(is_stuck ? stuck : "interrupt"); });
    looks = 0;
  }
}

namespace {

void on_interrupt(int) { stepper_state.stepper->interrupt(); }

void* run_watcher(void*) {
  stepper_state.stepper->watch();
  return nullptr;
}

// SA_RESTART: a read that the signal interrupts is continued.
void install_interrupt() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

}  // namespace minijvm::vm::stepper

namespace minijvm::vm {

bool start_stepper(const StepperOptions& options) {
  using namespace stepper;
  stepper_state.stepper = new Stepper(options);
  observe(*stepper_state.stepper, kUnloadingEvents | kRecordedEvents);
  if (!stepper_state.stepper->add_breaks(options.breaks) || !stepper_state.stepper->make_watcher())
    return false;
  report_event_groups(EventAsker::kStepper, group_bit(EventGroup::kMetaLock) |
                                                group_bit(EventGroup::kMonitors) |
                                                group_bit(EventGroup::kCollections));
  install_interrupt();
  pthread_t watcher;
  if (pthread_create(&watcher, nullptr, run_watcher, nullptr) == 0)
    pthread_detach(watcher);
  return true;
}

}  // namespace minijvm::vm
