// The stepper, `minijvm --step Main`, is a debugger of bytecode in the same process. It observes
// instructions (vm/observer.h, vm/interp/hooks.h) and the events inside locks and collections
// (base/events/events.h). The thread that has to stop converses with the user itself, while the
// other threads are held (stage.h).
//
//   a stop at       the conversation runs on  the other threads are held by
//   an instruction  the thread that is there  a safepoint; if one stands in a meta-lock: stage.h
//   a lock's point  the thread that is there  stage.h: it carries a NoSafepoint
//   a GC phase      the coordinator           the collection's own safepoint
//   stuck, Ctrl-C   the watcher, a thread of  as at an instruction
//                   the stepper's own
//
// Only those methods run observed that the user asks for: methods with stops, and while a thread
// steps, also those that the step may enter.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/atomic.h"
#include "runtime/fwd.h"
#include "sync/threads/vm_mutex.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/film/film.h"
#include "tools/stepper/front/front.h"
#include "tools/stepper/front/greeting.h"
#include "tools/stepper/picture/picture.h"
#include "tools/stepper/stage.h"
#include "tools/stepper/stops/stops.h"
#include "tools/stepper/travel/traveller.h"
#include "vm/boot/tool_options.h"
#include "vm/observer.h"

namespace minijvm::vm::stepper {

// Lists the methods whose instructions must be reported: all, the program's, or single ones. The
// set changes only with a call of observe_code(), so answers of wants() stay the same in between.
struct Interest {
  bool none = false;  // also those that have stops
  bool all = false;
  bool user_code = false;
  bool mains = false;
  std::unordered_set<const runtime::Method*> methods;
  // Stops::version, as their places are wanted, too.
  std::uint64_t stops = 0;

  bool operator==(const Interest&) const = default;
};

class Stepper final : public Observer {
 public:
  explicit Stepper(const StepperOptions& options);

  // Adds the stops of --break. Returns false if one of them cannot be read.
  bool add_breaks(const std::vector<std::string>& places);
  // Makes the JavaThread of the watcher. Returns false if there is no memory.
  bool make_watcher();
  // As Stage's.
  void leave_turns_to_schedule() { stage_.leave_turns_to_schedule(); }
  Traveller& traveller() { return traveller_; }
  // Introduces the VM to a tool: its facts, the commands, the points. REQUIRES: no Java code has
  // run.
  void greet(const Options& options) {
    if (hears_threads_)
      front_->report(describe_vm(options, traveller_.may_go_back()));
  }
  // Registers with the collector, which keeps the numbers of objects right.
  void number_objects() { gc::add_reference_table(memory_.numbers); }
  // Runs the watcher's thread.
  void watch();
  // Called by the signal handler of SIGINT. release: pairs with the acquire in watch().
  void interrupt() { is_interrupted_.store(true, std::memory_order_release); }
  // Called for each recorded event.
  void event_recorded(Event event, std::uint64_t first, std::uint64_t second) override;

  // --- the observer of running code ---
  bool wants(const runtime::Method& method) const override;
  void at_instruction(runtime::JavaThread& self, runtime::Method& method,
                      std::uint32_t bci) override;
  void method_entered(runtime::JavaThread& self, runtime::Method& method) override;
  void method_left(runtime::JavaThread& self, runtime::Method& method,
                   const runtime::Slot*) override {
    let_go_at_end(self, method);
  }
  void method_left_by_exception(runtime::JavaThread& self, runtime::Method& method) override {
    let_go_at_end(self, method);
  }
  void exception_thrown(runtime::JavaThread& self, runtime::Method& method, std::int32_t bci,
                        runtime::Handle<> exception) override;
  void exception_caught(runtime::JavaThread&, runtime::Method&, std::uint32_t,
                        runtime::Handle<>) override {}
  void classes_unloading() override;

  void after_collection(runtime::JavaThread&) override { show_film(); }

  // --- threads and locks, for tools ---
  void program_begins(runtime::JavaThread& self) override;
  void thread_started(runtime::JavaThread& self) override { tell_start(self); }
  void thread_ending(runtime::JavaThread& self) override;
  // Gives the object a number, because the lock has become interesting.
  void monitor_contended(runtime::JavaThread& self, runtime::Handle<> object) override;

 private:
  // Makes the record that says why the thread has stopped. It is called when the conversation
  // begins, as it may read objects.
  using Describe = std::function<Json(const View& view)>;

  // Returns true, once, if this is the first instruction of the program's main.
  bool begins_main(const runtime::JavaThread& self, const runtime::Method& method,
                   std::uint32_t bci);
  // Returns true, once, if a tool waits for the first instruction of the program's own code and
  // this is it.
  bool begins_program(const runtime::Method& method);
  // Returns whether the thread stops before this instruction; then *describe says why.
  bool is_due(runtime::JavaThread& self, runtime::Method& method, std::uint32_t bci,
              Describe* describe);
  // Returns the stop of this instruction whose condition holds and that has been hit often enough.
  // If a condition cannot be read, that stops as well, and *trouble says why. A native method has
  // its stops at bci 0.
  const Stop* breakpoint_at(runtime::JavaThread& self, const runtime::Method& method,
                            std::uint32_t bci, std::string* trouble) const;
  // The same for one stop.
  bool applies(runtime::JavaThread& self, const Stop& stop, std::string* trouble) const;
  const Stop* stop_for_field(const runtime::Method& method, std::uint32_t bci, FieldUse use) const;
  // Waits for the floor, holds the other threads and converses about this one.
  void stop(runtime::JavaThread& self, const Describe& describe, const char* event = "");
  // A process that repeats the run is before an instruction: it stops if it shall stop here.
  void seek_at(runtime::JavaThread& self, runtime::Method& method, std::uint32_t bci);
  // The same for the watcher, which needs no turn to run. The conversation is about the thread that
  // runs alone, or the oldest one of the program. There is none if another conversation has begun
  // since there were `stops_before`, since its user knows better.
  void stop_from_outside(std::int64_t stops_before, const Describe& describe);
  // Converses. REQUIRES: the floor.
  void hold_and_converse(runtime::JavaThread& self, runtime::JavaThread* about, Stage::Floor floor,
                         const Describe& describe);
  void stop_at_point(runtime::JavaThread& self, Event event, sync::MultiUseWord* word,
                     int stop_number);
  void stop_in_collection(runtime::JavaThread& self, Event event, int stop_number);
  // `about` may be null, see stop_from_outside.
  void converse(runtime::JavaThread& self, runtime::JavaThread* about, const View& view, Hold hold,
                const Describe& describe);
  // Shows the stop and obeys until a command lets threads run.
  void talk(runtime::JavaThread& self, Json event);
  // Reports the frames of the film that were taken since the last call.
  void show_film();
  // Makes the changes of the commands effective.
  void apply();
  void let_go_at_end(runtime::JavaThread& self, runtime::Method& method);
  // Reports a thread of the program, once.
  void tell_start(runtime::JavaThread& self);
  Interest interest_now() const;

  // The event at which a thread has stopped, if it is not before an instruction (Moment::event).
  std::string event_;
  Traveller traveller_;
  Stage stage_;
  Stops stops_;
  PictureMemory memory_;
  Film film_;
  Engine engine_;
  // True if no --break was given, or the place "main", and main has not started yet.
  Atomic<bool> waits_for_main_;
  // True if the place "first" was given, and no code of the program has run yet.
  Atomic<bool> waits_for_first_{false};
  std::unique_ptr<Front> front_;
  runtime::JavaThread* watcher_ = nullptr;
  // Only the thread that has the floor uses it.
  bool is_conversing_ = false;
  // True if lock points matter now: one has a stop, or a thread is in a meta-lock. It is only a
  // filter, so relaxed accesses are enough.
  Atomic<bool> hears_points_{false};
  // True if Ctrl-C has been pressed.
  Atomic<bool> is_interrupted_{false};

  // True if threads are reported to the front end.
  const bool hears_threads_;
  // The number of stops so far. Only the thread that has the floor changes it.
  Atomic<std::int64_t> stops_so_far_{0};

  // Written while the world is stopped, and read by running threads.
  Interest interest_;
  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  // Describes a method with regard to the stops: the answer of wants(), and the stops in it.
  struct MethodStops {
    bool is_wanted;
    std::vector<Stops::InMethod> stops;
  };
  MethodStops look_up(const runtime::Method& method) const;
  // Guarded by mutex_; emptied when the stops change or classes die.
  mutable std::unordered_map<const runtime::Method*, MethodStops> looked_up_;
  // The numbers of the program's living threads that were reported. Guarded by mutex_.
  std::unordered_set<std::uint32_t> reported_threads_;
};

// Makes the record of a stop: why, in a sentence and in one of the words entry, first,
// breakpoint, step, watch, catch, point, stuck and interrupt, and which stop it was (0: none).
Json stop_record(const char* kind, std::string reason, int stop = 0);

}  // namespace minijvm::vm::stepper

namespace minijvm::vm {

// Registers the stepper's observers and starts its watcher, unless the run is deterministic.
// Returns false if a --break makes no sense; stderr says why. REQUIRES: no Java code has run.
// `why_not_back`: why no way goes back, or empty.
bool start_stepper(const StepperOptions& options, bool is_deterministic,
                   const std::string& why_not_back);

}  // namespace minijvm::vm
