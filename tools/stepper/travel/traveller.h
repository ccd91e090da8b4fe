// Time travel, on the side of the run. A deterministic run can be had again, so to go back is to
// repeat it up to an earlier moment, from a checkpoint that is not far before: a copy of the
// process, made by a fork, which waits.
//
//   root: the process that was started          processes of the run, each a copy of the other
//   terminal or tool, output, who is where      stem (waits at tick 0)   checkpoint (tick 910)
//      |         |              |                 |                        |
//      |         |              +--- order -------+------ forks -----------+--> worker: repeats the
//      |         +-- commands, answers --> talker: stands at a stop             run, becomes the
//      +-- what the run prints <---------- talker, worker                       next talker
//
// At most one process runs at a time: the talker, or while it waits for the answer to a command
// that goes back, a worker. All are children of the root, and the kernel ends them with it.
// Nothing of this happens in a run that is not deterministic, or has more kernel threads than one.
// Tested by tests/vm/stepper/travel.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "sync/fwd.h"
#include "tools/explore/shared_files.h"
#include "tools/stepper/front/front.h"
#include "tools/stepper/travel/channel.h"
#include "tools/stepper/travel/seek.h"
#include "vm/observer.h"

namespace minijvm::vm::stepper {

class Traveller final : public Observer {
 public:
  // The traveller asks this of the stepper, whose process it copies.
  struct Stepping {
    // Makes the set of observed methods effective.
    std::function<void()> apply;
    // Runs a command that the user has given in another process: it sets or deletes a stop.
    std::function<void(const std::string& command)> repeat;
    // Forgets what a step was to do, and numbers stops behind this many.
    std::function<void(std::int64_t stops_before)> begin_anew;
    // Has the user pressed Ctrl-C since this was asked last?
    std::function<bool()> take_interrupt;
  };
  explicit Traveller(Stepping stepping) : stepping_(std::move(stepping)) {}

  // The run cannot go back, for this reason. REQUIRES: no code of the program has run.
  void refuse(std::string why) { why_not_ = std::move(why); }
  bool may_go_back() const { return why_not_.empty(); }
  // Why there is no way back now, as a sentence; empty: there is one.
  std::string why_not() const;

  // The program is about to begin. Copies the process: the root stays in here to the end of the
  // session, and `front` stays with it. In the process that runs the program, *front is replaced by
  // one that speaks with the root.
  void begin(std::unique_ptr<Front>* front);

  // --- a worker ---
  bool is_seeking() const { return seek_.has_value(); }
  bool seeks_stops() const { return is_seeking() && seek_->what == Seek::What::kStop; }
  // The instructions that a worker must see.
  enum class Sees : std::uint8_t { kNothing, kStops, kProgram, kAll };
  Sees sees() const;
  // The thread is before an instruction; `is_stop`: a stop of the user applies there. Returns true
  // if the worker shall stop here. It seeks no longer then.
  bool arrives_at(runtime::JavaThread& self, const runtime::Method& method, std::uint32_t bci,
                  bool is_stop);
  // The same where a stop of the user applies and no instruction is next.
  bool arrives_at_stop();
  // The kind and the reason of the stop at which the worker has arrived.
  const Seek& order() const { return order_; }
  // The thread stands at this event, or in no instruction (Moment::event).
  void pass_event(const runtime::JavaThread& self, const std::string& event);

  // --- the talker ---
  // Where the thread is; `event` as in Moment, empty before an instruction.
  Moment moment_of(const runtime::JavaThread& self, const std::string& event) const;
  static std::string place_of(const runtime::JavaThread& self);
  static std::int64_t depth_of(const runtime::JavaThread& self, const runtime::Slot* fp);
  // Asks the root to go elsewhere. Returns a record with the error; if there is none, this process
  // ends. Of an order that goes nowhere, returns what it found.
  Json go(const Json& request) const;
  // The user has set or deleted a stop, or the like: later processes do the same.
  void note(const std::string& command);

  // --- observers ---
  void exception_uncaught(runtime::JavaThread& self, runtime::Handle<java::Throwable>) override;
  void process_exits(runtime::JavaThread& self, int code) override;
  void input_wanted(runtime::JavaThread&) override { has_read_input_ = true; }
  void phase_reached(runtime::JavaThread& self, VmPhase phase) override;

 private:
  static void on_tick(sync::ExecEnv& self);
  void tick_reached();
  // Stops at the program's next instruction.
  void stop_soon();
  // Has tick_reached() called at the next tick that matters.
  void await_next_tick();
  void make_checkpoint();
  // Waits for orders, and forks a worker for each. Returns in a worker, which has its order.
  void serve_orders(Channel channel);
  void take_order(const Json& order);
  bool arrives();
  bool is_named(const runtime::JavaThread& self);
  bool is_at_end(const runtime::JavaThread& self);
  bool is_candidate(runtime::JavaThread& self, const runtime::Method& method, std::uint32_t bci,
                    bool is_stop);
  bool begins_line(const runtime::JavaThread& self, const runtime::Method& method,
                   std::uint32_t bci);
  // Tells the root what became of the order, and ends the process.
  [[noreturn]] void report(Json result) const;
  [[noreturn]] void report_count(bool has_met_end) const;
  std::int64_t ran_ns() const;

  const Stepping stepping_;
  std::string why_not_;
  bool has_begun_ = false;
  bool has_read_input_ = false;
  int root_ = 0;  // its process
  Channel channel_;
  // So many of the commands that the root has kept were done in this process.
  std::size_t commands_ = 0;

  // The worker's order, while it seeks, and afterwards.
  std::optional<Seek> seek_;
  Seek order_;
  bool is_watching_ = false;  // the tick `from` has come
  std::int64_t candidates_ = 0;
  // The last line that began, for by_line.
  struct Line {
    const runtime::Slot* fp = nullptr;
    const runtime::Method* method = nullptr;
    int number = -1;
  };
  Line line_;
  Writes writes_;
  // For kOwnTick: the thread that was looked at last, and whether it is the one.
  std::uint32_t looked_at_ = 0;
  bool is_meant_ = false;
  std::uint64_t last_candidate_ = 0;  // its tick

  std::int64_t ran_before_ns_ = 0;       // by the processes that this one is a copy of
  std::int64_t last_checkpoint_ns_ = 0;  // in terms of ran_ns
  std::uint64_t last_checkpoint_ = 0;    // its tick
  bool main_threw_ = false;
  bool exits_ = false;
  int code_ = 0;
};

}  // namespace minijvm::vm::stepper
