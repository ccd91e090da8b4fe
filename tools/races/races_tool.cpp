// -XX:+DetectRaces: gives a deterministic run its detector of races, and the run's end its code.
#include <cstdio>
#include <memory>

#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/explore/explore_state.h"
#include "tools/linked_tools.h"
#include "tools/races/detector.h"
#include "vm/boot/options.h"
#include "vm/java/halt.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {
namespace {

class RacesTool final : public Tool, public Observer {
 public:
  // The cells of a run that is watched are others, so the observer is there before any is made.
  void before_threads(const Options& options) override {
    if (options.detect_races) {
      detector_ = std::make_unique<races::Detector>();
      the_observers.of_accesses.store(detector_.get(), std::memory_order_relaxed);
    }
  }
  bool before_classes(runtime::JavaThread&, const Options& options) override {
    if (options.detect_races) {
      detector_->begin();
      observe(*this, kPhaseEvents | kRunEvents);
      is_served_ = options.serve_runs != 0;
      is_carried_by_one_ = options.thread_model == "M:1";
    }
    return true;
  }

  // Behind the detector's own program_begins, and ahead of that of the server of runs.
  void program_begins(runtime::JavaThread&) override {
    detector_->allow_second_runs(
        is_served_ ? "this is one run of many; the replay of its schedule tells"
        : !is_carried_by_one_
            ? "a fork copies one kernel thread, so a second run needs -XX:ThreadModel=M:1"
        : the_observers.of_code.load(std::memory_order_relaxed) != nullptr
            ? "a debugger would see the second run, too"
            : "");
  }

  void exception_uncaught(runtime::JavaThread& self, runtime::Handle<java::Throwable>) override {
    main_threw_ |= sync::thread_model().run()->name_of(self) == "main";
  }
  void process_exits(runtime::JavaThread&, int code) override { code_ = code; }

  // The code of a program that fails by itself stays its own. The explorer gives its runs their
  // codes.
  void phase_reached(runtime::JavaThread&, VmPhase phase) override {
    if (phase != VmPhase::kEnded || detector_->races() == 0) {
      return;
    }
    std::fputs(detector_->summary().c_str(), stderr);
    if (is_served_) {
      explore_state.result->race = detector_->first_race();
      explore_state.result->raced = detector_->raced();
    }
    if (code_ == 0 && !main_threw_ && !is_served_) {
      halt_held_vm(kRaceCode);
    }
  }

 private:
  std::unique_ptr<races::Detector> detector_;  // null: nobody asks
  int code_ = 0;
  bool main_threw_ = false;
  bool is_served_ = false;
  bool is_carried_by_one_ = false;
};

}  // namespace

Tool* make_races_tool() { return new RacesTool; }

}  // namespace minijvm::vm
