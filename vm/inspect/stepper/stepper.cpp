#include "vm/inspect/stepper/stepper.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "classfile/opcodes.h"
#include "runtime/class.h"
#include "runtime/class_unloading.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "sync/safepoint.h"
#include "vm/inspect/stepper/engine.h"
#include "vm/inspect/stepper/frames.h"
#include "vm/inspect/stepper/front.h"
#include "vm/inspect/stepper/heap_view.h"
#include "vm/inspect/stepper/lock_words.h"
#include "vm/inspect/stepper/roster.h"
#include "vm/interp/hooks.h"
#include "vm/java/signals_door.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Class;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using sync::NoSafepoint;

// Runs a conversation with the world stopped.
class Conversation final : public sync::SafepointOperation {
 public:
  explicit Conversation(std::function<void(const NoSafepoint&)> converse) : converse_(std::move(converse)) {}
  void run() override { converse_(NoSafepoint::in_stopped_world()); }
  const char* name() const override { return "Stepper"; }

 private:
  std::function<void(const NoSafepoint&)> converse_;
};

// Which methods' instructions are told; fixed between two calls of observe().
struct Interest {
  bool all = false;
  bool user_code = false;
  std::unordered_set<const Method*> methods;
};

class Stepper final : public InterpHooks, public runtime::UnloadObserver {
 public:
  explicit Stepper(const StepperOptions& options)
      : kinds_(SlotKinds::make()), engine_(stage_, stops_, kinds_), waits_for_main_(options.breaks.empty()),
        front_(options.speaks_json ? make_json_front() : make_text_front(options.source_path, Engine::complete)) {}

  bool add_breaks(const std::vector<std::string>& places);
  // False: no memory.
  bool make_watcher() {
    watcher_ = JavaThread::create(JavaThread::kReserveSlots * sizeof(runtime::Slot));
    if (watcher_ != nullptr) watcher_->is_vm_internal = true;
    return watcher_ != nullptr;
  }
  void watch();
  void interrupt() { is_interrupted_.store(true, std::memory_order_release); }
  void listen(JavaThread& self, Event event, std::uint64_t first, std::uint64_t second);

  bool wants(const Method& method) const override;
  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override;
  void method_entered(JavaThread& self, Method& method) override;
  void method_left(JavaThread& self, Method& method, const runtime::Slot*) override { let_go_at_end(self, method); }
  void method_left_by_exception(JavaThread& self, Method& method) override { let_go_at_end(self, method); }
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci, runtime::Handle<> exception) override;
  void exception_caught(JavaThread&, Method&, std::uint32_t, runtime::Handle<>) override {}
  void forget_dead_classes() override;

 private:
  // Where a thread has stopped and what is said of it; made when the conversation begins.
  using Describe = std::function<Value(const View& view)>;

  bool begins_main(const Method& method, std::uint32_t bci);
  bool is_due(JavaThread& self, Method& method, std::uint32_t bci, Describe* describe);
  const Stop* stop_for_field(const Method& method, std::uint32_t bci, FieldUse use) const;
  void stop(JavaThread& self, JavaThread& about, bool force, const Describe& describe);
  void stop_at_point(JavaThread& self, Event event, sync::MultiUseWord* word);
  void stop_in_collection(JavaThread& self, Event event);
  void converse(JavaThread& self, JavaThread& about, const View& view, Hold hold, const Describe& describe);
  void apply();
  void let_go_at_end(JavaThread& self, Method& method);
  Interest interest_now() const;

  Stage stage_;
  Stops stops_;
  SlotKinds& kinds_;
  Engine engine_;
  bool waits_for_main_;
  std::unique_ptr<Front> front_;
  JavaThread* watcher_ = nullptr;
  bool is_conversing_ = false;
  std::atomic<bool> hears_points_{false};  // are lock points of interest?
  std::atomic<bool> is_interrupted_{false};

  Interest interest_;
  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  mutable std::unordered_map<const Method*, bool> wanted_;  // guarded by mutex_: what wants() found out
};

Value reason(std::string text) { return Value::record().set("event", "stopped").set("reason", std::move(text)); }

// --- where to stop ---

bool Stepper::add_breaks(const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    std::size_t blank = place.find(' ');
    Expected<int, std::string> added = stops_.add_break(place.substr(0, blank), blank == std::string::npos ? "" : place.substr(blank + 1));
    if (!added) {
      std::fprintf(stderr, "Error: --break %s: %s\n", place.c_str(), added.error().c_str());
      return false;
    }
  }
  apply();
  return true;
}

bool Stepper::wants(const Method& method) const {
  if (interest_.all || (interest_.user_code && !is_library(method)) || interest_.methods.contains(&method)) return true;
  {
    sync::MutexLock lock(mutex_);
    auto found = wanted_.find(&method);
    if (found != wanted_.end()) return found->second;
  }
  bool is_wanted = stops_.concern(method) || (waits_for_main_ && method.name->text() == "main" && !is_library(method));
  sync::MutexLock lock(mutex_);
  wanted_[&method] = is_wanted;
  return is_wanted;
}

void Stepper::forget_dead_classes() {
  sync::MutexLock lock(mutex_);
  wanted_.clear();
}

Interest Stepper::interest_now() const {
  Interest interest;
  const Plan& plan = engine_.plan();
  interest.user_code = stops_.has_lock_points() || plan.kind == Plan::Kind::kStep;
  interest.all = plan.kind == Plan::Kind::kStep && plan.into_library;
  if (plan.kind == Plan::Kind::kNone) return interest;
  for (const runtime::Frame& frame : frames_of(*plan.thread)) interest.methods.insert(&frame.method());
  return interest;
}

// What the commands have changed takes effect. REQUIRES: the world is stopped, or no Java has run.
void Stepper::apply() {
  interest_ = interest_now();
  forget_dead_classes();
  observe(*this);
}

bool Stepper::begins_main(const Method& method, std::uint32_t bci) {
  bool begins = waits_for_main_ && bci == 0 && method.is_static() && method.name->text() == "main" && method.descriptor->text() == "([Ljava/lang/String;)V" &&
                !is_library(method);
  if (begins) waits_for_main_ = false;
  return begins;
}

// JVMS 6.5.getfield and its kin: the field named may be declared in a superclass of the class named.
const Stop* Stepper::stop_for_field(const Method& method, std::uint32_t bci, FieldUse use) const {
  using classfile::Opcode;
  auto opcode = static_cast<Opcode>(method.bytecode[bci]);
  bool is_use = use == FieldUse::kWrite ? opcode == Opcode::putfield || opcode == Opcode::putstatic : opcode == Opcode::getfield || opcode == Opcode::getstatic;
  if (!is_use || !stops_.has_watches()) return nullptr;
  auto index = static_cast<std::uint16_t>(method.bytecode[bci + 1] << 8 | method.bytecode[bci + 2]);
  runtime::RunConstantPool& pool = *method.pool;
  const Class* named = find_class(runtime::dotted(pool.member_class_name(index)->text()));
  return named == nullptr ? nullptr : stops_.for_field(*named, pool.member_name(index)->text(), use);
}

bool Stepper::is_due(JavaThread& self, Method& method, std::uint32_t bci, Describe* describe) {
  auto because = [describe](std::string text) {
    *describe = [text = std::move(text)](const View&) { return reason(text); };
    return true;
  };
  bool ends_plan = engine_.plan().concerns(self) && engine_.ends_plan_at(self.anchor.fp, method, bci);
  if (const Stop* stop = stops_.at(method, bci)) return because(fmt::format("breakpoint {}", stop->number));
  if (begins_main(method, bci)) return because("main begins");
  if (const Stop* stop = stop_for_field(method, bci, FieldUse::kWrite)) return because(fmt::format("watch {}: {} is written next", stop->number, stop->text));
  if (const Stop* stop = stop_for_field(method, bci, FieldUse::kRead)) return because(fmt::format("watch {}: {} is read next", stop->number, stop->text));
  return ends_plan && because("step");
}

void Stepper::at_instruction(JavaThread& self, Method& method, std::uint32_t bci) {
  stage_.note_progress();
  if (!stage_.may_run(self)) stage_.wait_for_turn(self);
  Describe describe;
  if (is_due(self, method, bci, &describe)) stop(self, self, false, describe);
}

// Natives have no instruction to stop at.
void Stepper::method_entered(JavaThread& self, Method& method) {
  const Stop* at = method.is_native() ? stops_.at_entry(method) : nullptr;
  if (at == nullptr) return;
  int number = at->number;
  stop(self, self, false, [number](const View&) { return reason(fmt::format("breakpoint {}", number)); });
}

void Stepper::exception_thrown(JavaThread& self, Method&, std::int32_t, runtime::Handle<> exception) {
  const Stop* found = nullptr;
  {
    NoSafepoint still(self);
    found = stops_.for_throw(*exception.raw(still)->klass());
  }
  if (found == nullptr) return;
  int number = found->number;
  stop(self, self, false, [number, exception](const View& view) {
    return reason(fmt::format("catch {}: {} is thrown", number, object_text(view, exception.raw(view.still))));
  });
}

// Who runs alone and leaves its last frame would leave everybody held.
void Stepper::let_go_at_end(JavaThread& self, Method&) {
  if (stage_.runner() != &self) return;
  runtime::FrameWalk walk(self);
  walk.next();
  if (!walk.done()) return;
  engine_.forget_plan();
  stage_.run_all();
}

// --- conversations ---

void Stepper::converse(JavaThread& self, JavaThread& about, const View& view, Hold hold, const Describe& describe) {
  bool is_inner = is_conversing_;
  is_conversing_ = true;
  Scene outer = engine_.enter({&self, &about, &view, hold, is_inner, 0, false});
  engine_.forget_plan();
  if (view.is_settled) remember_names(view);
  Value event = describe(view);
  Value where = engine_.where_selected();
  for (const Value::Field& field : where.fields()) event.set(field.name, field.value);
  front_->tell(event);
  std::string command;
  while (!engine_.scene().is_over && front_->ask(&command)) front_->answer(engine_.execute(command));
  if (!engine_.scene().is_over) halt_vm(0);  // the user has left
  engine_.leave(outer);
  is_conversing_ = is_inner;
  is_interrupted_.store(false, std::memory_order_relaxed);
  hears_points_.store(stops_.has_lock_points() || stage_.has_frozen(), std::memory_order_relaxed);
  if (hold != Hold::kFrozen && !is_inner) apply();
}

void Stepper::stop(JavaThread& self, JavaThread& about, bool force, const Describe& describe) {
  if (stage_.take_floor(self, force) == Stage::Floor::kStopped) {
    Conversation conversation([&](const NoSafepoint& still) { converse(self, about, View{still}, Hold::kStopped, describe); });
    sync::run_at_safepoint(self, conversation);
  } else {
    NoSafepoint still(self);
    stage_.await_stillness(self);
    converse(self, about, View{still}, Hold::kFrozen, describe);
  }
  stage_.leave_floor();
  if (!force) stage_.wait_for_turn(self);
}

Object* object_of(sync::MultiUseWord* word) {
  return reinterpret_cast<Object*>(reinterpret_cast<std::byte*>(word) - Object::kMultiUseWordOffset);
}

void Stepper::stop_at_point(JavaThread& self, Event event, sync::MultiUseWord* word) {
  if (!stage_.take_floor_at_point(self)) return;
  NoSafepoint still(self);
  stage_.await_stillness(self);
  converse(self, self, View{still}, Hold::kFrozen, [event, word](const View& view) {
    return reason(fmt::format("point {}", event_name(event))).set("point", event_name(event)).set("what", point_meaning(event_name(event)))
        .set("lock", describe_lock(view, object_of(word)));
  });
  stage_.leave_floor();
}

void Stepper::stop_in_collection(JavaThread& self, Event event) {
  bool is_settled = event == Event::gc_begin || event == Event::gc_end;
  NoSafepoint still = NoSafepoint::in_stopped_world();
  converse(self, self, View{still, is_settled}, Hold::kCollection, [event](const View&) {
    return reason(fmt::format("point {}", event_name(event))).set("point", event_name(event)).set("what", point_meaning(event_name(event)));
  });
}

// --- points ---

void Stepper::listen(JavaThread& self, Event event, std::uint64_t first, std::uint64_t second) {
  if (is_gc_point(event)) {
    bool ends_plan = engine_.plan().concerns(self) && engine_.plan().from_point;
    if (ends_plan || stops_.at_point(event, nullptr) != nullptr) stop_in_collection(self, event);
    return;
  }
  if (!hears_points_.load(std::memory_order_relaxed) || self.is_vm_internal || !is_lock_point(event)) return;
  auto* word = reinterpret_cast<sync::MultiUseWord*>(first);
  stage_.arrive(self, event, word, second);
  bool ends_plan = engine_.plan().concerns(self) && engine_.plan().from_point;
  if (ends_plan || stops_.at_point(event, object_of(word)->klass()) != nullptr) stop_at_point(self, event, word);
  stage_.wait_at_point(self);
  stage_.depart(self);
}

// --- the watcher ---

// REQUIRES: the calling thread is the stepper's own.
void Stepper::watch() {
  constexpr int kEnough = 10;  // looks in a row, 10 ms apart
  JavaThread* self = watcher_;
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
    looks = !stuck.empty() && stuck == last && progress == stage_.progress() ? looks + 1 : 0;
    last = stuck;
    progress = stage_.progress();
    if (looks < kEnough && !is_interrupted_.exchange(false, std::memory_order_acquire)) continue;
    bool is_stuck = looks >= kEnough;
    JavaThread* about = is_stuck ? stage_.runner() : nullptr;
    std::vector<JavaThread*> threads = java_threads();
    bool is_there = std::find(threads.begin(), threads.end(), about) != threads.end();
    if (!is_there) about = threads.front();
    stop(*self, *about, true, [is_stuck, stuck](const View&) { return reason(is_stuck ? stuck : "interrupt"); });
    looks = 0;
  }
}

Stepper* the_stepper = nullptr;

void on_event(Event event, std::uint64_t first, std::uint64_t second) {
  JavaThread* self = runtime::current_java_thread();
  if (self != nullptr) the_stepper->listen(*self, event, first, second);
}

void on_interrupt(int) { the_stepper->interrupt(); }

void* run_watcher(void*) {
  the_stepper->watch();
  return nullptr;
}

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
  the_stepper = new Stepper(options);
  runtime::add_unload_observer(*the_stepper);
  if (!the_stepper->add_breaks(options.breaks) || !the_stepper->make_watcher()) return false;
  event_listener.store(on_event, std::memory_order_release);  // acquire: EventRing::record
  events_enabled.store(true, std::memory_order_relaxed);
  install_interrupt();
  pthread_t watcher;
  if (pthread_create(&watcher, nullptr, run_watcher, nullptr) == 0) pthread_detach(watcher);
  return true;
}

}  // namespace minijvm::vm
