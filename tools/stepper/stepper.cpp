// Decides whether a thread stops before an instruction, at an entry or at an exception. The
// interpreter calls in kInVm with the anchor published. conversations.cpp has what happens then.
#include "tools/stepper/stepper.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "tools/code_observers.h"
#include "tools/jvmti/catch_search.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/plan.h"
#include "tools/stepper/stops/stop_places.h"

namespace minijvm::vm::stepper {

using runtime::Class;
using runtime::JavaThread;
using runtime::Method;
using sync::NoSafepoint;

namespace {

std::unique_ptr<Front> make_front(const StepperOptions& options) {
  if (options.descriptor >= 0)
    return make_json_front(options.descriptor);
  return options.speaks_json
             ? make_json_front()
             : make_text_front(options.source_path, options.explains, Engine::complete);
}

}  // namespace

// A stop that is repeated gets the number that it had.
Stepper::Stepper(const StepperOptions& options)
    : traveller_({[this] { apply(); },
                  [this](const std::string& command) { engine_.execute(command); },
                  [this](std::int64_t stops_before) {
                    engine_.forget_plan();
                    engine_.forget_interrupt();
                    stops_so_far_.store(stops_before, std::memory_order_relaxed);
                  },
                  [this] {
                    // acquire: pairs with the release in interrupt().
                    return is_interrupted_.exchange(false, std::memory_order_acquire);
                  }}),
      memory_{SlotKinds::make(), {}, Listings::make(), {}},
      film_(memory_.numbers),
      engine_(stage_, stops_, memory_, film_, traveller_, options.speaks_json),
      waits_for_main_(options.breaks.empty()),
      front_(make_front(options)),
      hears_threads_(options.descriptor >= 0) {}

Json stop_record(const char* kind, std::string reason, int stop) {
  Json stops = Json::list();
  if (stop != 0)
    stops.add(stop);
  return Json::record()
      .set("event", "stopped")
      .set("kind", kind)
      .set("stops", std::move(stops))
      .set("reason", std::move(reason));
}

// --- where to stop ---

// "point Class" is one place with a blank in it. "main" is the place that is there without a
// --break: where main begins, in whatever class. "first" is the first instruction of the program's
// own code, for a tool that sets its stops there.
bool Stepper::add_breaks(const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    if (place == "main" || place == "first") {
      // Relaxed: no Java code has run, so there is no other thread.
      (place == "main" ? waits_for_main_ : waits_for_first_).store(true, std::memory_order_relaxed);
      continue;
    }
    Expected<int, std::string> added = stops_.add_break(place);
    if (!added) {
      std::fprintf(stderr, "Error: --break %s: %s\n", place.c_str(), added.error().c_str());
      return false;
    }
  }
  apply();
  return true;
}

bool Stepper::wants(const Method& method) const {
  if (interest_.none)
    return false;
  if (interest_.all || (interest_.user_code && !is_library(method)) ||
      interest_.methods.contains(&method))
    return true;
  return look_up(method).is_wanted;
}

// The answer is kept, since it takes a look at all stops and may decode the whole method. It is
// computed without the mutex; two threads may both compute the same answer.
Stepper::MethodStops Stepper::look_up(const Method& method) const {
  {
    sync::MutexLock lock(mutex_);
    auto found = looked_up_.find(&method);
    if (found != looked_up_.end())
      return found->second;
  }
  MethodStops answer{stops_.concern(method) ||
                         (interest_.mains && method.name->text() == "main" && !is_library(method)),
                     stops_.in_method(method)};
  sync::MutexLock lock(mutex_);
  looked_up_[&method] = answer;
  return answer;
}

// A new class may get the address of a dead one's method.
void Stepper::classes_unloading() {
  sync::MutexLock lock(mutex_);
  looked_up_.clear();
}

// A step into calls may enter any method of the program, so it sets user_code. The frames of the
// stepping thread are wanted as well, since a step out of a method ends in one of them. While one
// thread runs alone, the schedule counts the instructions of the program.
Interest Stepper::interest_now() const {
  Interest interest;
  const Plan& plan = engine_.plan();
  interest.stops = stops_.version();
  if (traveller_.is_seeking()) {
    const Traveller::Sees sees = traveller_.sees();
    interest.none = sees == Traveller::Sees::kNothing;
    interest.user_code = sees == Traveller::Sees::kProgram;
    interest.all = sees == Traveller::Sees::kAll;
  }
  // Relaxed: each of them goes from true to false once, and a call too many does no harm.
  interest.mains = waits_for_main_.load(std::memory_order_relaxed);
  interest.user_code |= waits_for_first_.load(std::memory_order_relaxed) ||
                        stops_.has_lock_points() || plan.kind == Plan::Kind::kStep ||
                        plan.kind == Plan::Kind::kTurn ||
                        (engine_.keeps_schedule() && stage_.runner() != nullptr);
  interest.all |= plan.kind == Plan::Kind::kStep && plan.into_library;
  if (plan.kind == Plan::Kind::kNone || plan.kind == Plan::Kind::kTurn)
    return interest;
  for (const runtime::Frame& frame : frames_of(*plan.thread))
    interest.methods.insert(&frame.method());
  return interest;
}

// REQUIRES: the world is stopped, or no Java code has run.
void Stepper::apply() {
  Interest interest = interest_now();
  if (interest == interest_)
    return;
  interest_ = std::move(interest);
  classes_unloading();
  observe_code(*this);
}

namespace {

// Returns whether no method of the program has called the running one: the launcher did, or the
// class library for it, as it does for a source file.
bool is_called_from_outside(const JavaThread& self) {
  runtime::FrameWalk walk(self);
  for (walk.next(); !walk.done(); walk.next()) {
    if (!is_library(walk.frame().method()))
      return false;
  }
  return true;
}

}  // namespace

// JVMS 5.2: the launcher calls a static main(String[]). By JEP 512 (Java SE 25) it may be a method
// of an instance as well, or have no parameter. Which of them it is, the launcher has chosen. A
// method of that form that the program itself calls, such as from a static initializer, is another.
bool Stepper::begins_main(const JavaThread& self, const Method& method, std::uint32_t bci) {
  // Relaxed: only the thread that runs main makes it false.
  if (bci != 0 || !waits_for_main_.load(std::memory_order_relaxed) ||
      method.name->text() != "main" || is_library(method))
    return false;
  const std::string_view descriptor = method.descriptor->text();
  const bool has_form = descriptor == "()V" || descriptor == "([Ljava/lang/String;)V";
  if (!has_form || !is_called_from_outside(self))
    return false;
  waits_for_main_.store(false, std::memory_order_relaxed);
  return true;
}

bool Stepper::begins_program(const Method& method) {
  // Relaxed: the exchange alone decides which thread was the first.
  return waits_for_first_.load(std::memory_order_relaxed) && !is_library(method) &&
         waits_for_first_.exchange(false, std::memory_order_relaxed);
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

bool Stepper::applies(JavaThread& self, const Stop& stop, std::string* trouble) const {
  if (stop.condition) {
    NoSafepoint still(self);
    const View view{still};
    Finder finder(view, memory_.kinds, self, nth_frame(self, 0));
    Expected<bool, std::string> is_met = holds(*stop.condition, view, finder);
    if (!is_met)
      *trouble = is_met.error();
    if (is_met.ok() && !is_met.value())
      return false;
  }
  return stop.counts_down();
}

namespace {

std::string breakpoint_reason(const Stop& stop, const std::string& trouble) {
  return trouble.empty() ? fmt::format("breakpoint {}", stop.number)
                         : fmt::format("breakpoint {}, whose condition cannot be read: {}",
                                       stop.number, trouble);
}

}  // namespace

// All stops of the instruction count the hit.
const Stop* Stepper::breakpoint_at(JavaThread& self, const Method& method, std::uint32_t bci,
                                   std::string* trouble) const {
  const Stop* found = nullptr;
  for (const Stops::InMethod& each : look_up(method).stops) {
    const Stop* stop = each.bci == bci ? stops_.find(each.number) : nullptr;
    if (stop != nullptr && applies(self, *stop, trouble) && found == nullptr)
      found = stop;
  }
  return found;
}

bool Stepper::is_due(JavaThread& self, Method& method, std::uint32_t bci, Describe* describe) {
  // Sets *describe and returns true.
  auto because = [describe](const char* kind, std::string text, int stop = 0) {
    *describe = [=](const View&) { return stop_record(kind, text, stop); };
    return true;
  };
  // The plan comes before the stops, since a plan that counts lines must see every instruction.
  bool ends_plan =
      engine_.plan().concerns(self) && engine_.ends_plan_at(self.anchor.fp, method, bci);
  std::string trouble;
  if (const Stop* stop = breakpoint_at(self, method, bci, &trouble)) {
    return because("breakpoint", breakpoint_reason(*stop, trouble), stop->number);
  }
  if (begins_main(self, method, bci))
    return because("entry", "main begins");
  if (const Stop* stop = stop_for_field(method, bci, FieldUse::kWrite))
    return because("watch", fmt::format("watch {}: {} is written next", stop->number, stop->text),
                   stop->number);
  if (const Stop* stop = stop_for_field(method, bci, FieldUse::kRead))
    return because("watch", fmt::format("watch {}: {} is read next", stop->number, stop->text),
                   stop->number);
  return ends_plan && because("step", "step");
}

// The program's first instruction is the first only once, be it looked for or not.
void Stepper::seek_at(JavaThread& self, Method& method, std::uint32_t bci) {
  Describe describe;
  const bool is_first = begins_program(method);
  const bool is_stop =
      traveller_.seeks_stops() && (is_due(self, method, bci, &describe) || is_first);
  if (!traveller_.arrives_at(self, method, bci, is_stop))
    return;
  const Seek& order = traveller_.order();
  if (!is_stop || is_first)
    describe = [&](const View&) { return stop_record(order.kind.c_str(), order.reason); };
  stop(self, describe);
}

void Stepper::at_instruction(JavaThread& self, Method& method, std::uint32_t bci) {
  if (traveller_.is_seeking()) {
    seek_at(self, method, bci);
    return;
  }
  stage_.note_progress();
  // If another thread converses or runs alone, this one waits here, before the instruction.
  if (!stage_.may_run(self))
    stage_.wait_for_turn(self);
  if (stage_.runner() == &self && !is_library(method))
    engine_.note_step(self);
  if (begins_program(method)) {
    stop(self, [](const View&) { return stop_record("first", "the program's own code begins"); });
    // A step goes on from here. Otherwise the stops that have been set meanwhile may be here.
    if (engine_.plan().concerns(self))
      return;
  }
  Describe describe;
  if (is_due(self, method, bci, &describe))
    stop(self, describe);
}

// A native method has no instruction at which to stop, so it stops when it is entered.
void Stepper::method_entered(JavaThread& self, Method& method) {
  std::string trouble;
  const Stop* at = method.is_native() ? breakpoint_at(self, method, 0, &trouble) : nullptr;
  if (traveller_.is_seeking())
    traveller_.pass_event(self, "entered");
  if (at == nullptr || (traveller_.is_seeking() && !traveller_.arrives_at_stop()))
    return;
  stop(
      self,
      [number = at->number, reason = breakpoint_reason(*at, trouble)](const View&) {
        return stop_record("breakpoint", reason, number);
      },
      "entered");
}

void Stepper::exception_thrown(JavaThread& self, Method&, std::int32_t,
                               runtime::Handle<> exception) {
  // The class is compared under a NoSafepoint; the text is made later, when objects may have moved,
  // through the handle.
  if (traveller_.is_seeking())
    traveller_.pass_event(self, "thrown");
  if (!stops_.has_catches())
    return;
  const bool is_caught = jvmti::has_typed_handler(self, exception);
  const Stop* found = nullptr;
  {
    NoSafepoint still(self);
    found = stops_.for_throw(*exception.raw(still)->klass(), is_caught);
  }
  if (found == nullptr || (traveller_.is_seeking() && !traveller_.arrives_at_stop()))
    return;
  int number = found->number;
  stop(
      self,
      [number, exception](const View& view) {
        return stop_record("catch",
                           fmt::format("catch {}: {} is thrown", number,
                                       object_text(view, exception.raw(view.still))),
                           number);
      },
      "thrown");
}

// A thread that runs alone, or that steps while others run, is about to leave its last frame.
// Nothing would run any more, or no step would end, so all threads are let go. If it makes its turn
// in a schedule, it first ends, and the watcher sees that.
void Stepper::let_go_at_end(JavaThread& self, Method&) {
  const Plan& plan = engine_.plan();
  if ((stage_.runner() != &self && !plan.concerns(self)) || plan.kind == Plan::Kind::kTurn)
    return;
  runtime::FrameWalk walk(self);
  walk.next();
  if (!walk.done())
    return;
  engine_.note_step(self);
  engine_.forget_plan();
  engine_.note_free_run();
  stage_.run_all();
}

}  // namespace minijvm::vm::stepper
