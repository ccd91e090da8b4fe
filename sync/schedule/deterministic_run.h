// A deterministic run, as a tool sees it that decides, limits or explains it. The thread model
// OneRunner (sync/schedule/models/one_runner.h) is one; ThreadModel::run() gives it.
// Tested by tests/sync/one_runner_test.cpp and tests/tools/explore.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sync/decide/decider.h"
#include "sync/decide/policy.h"
#include "sync/decide/schedule.h"
#include "sync/threads/clock.h"

namespace minijvm::sync {

class ExecEnv;

// Says why a run ends although its program does not end it.
enum class RunEnd : std::uint8_t {
  kNobodyCanRun,  // each thread waits, and none for a time
  kDiverged,      // a replay has left its schedule
  kStepLimit,
  kTimeLimit,   // of the program's clock
  kNoProgress,  // a tool has seen the run in the same state again
  kRefused,     // it asks for what another run cannot have: the VM says so
};

// 0: no limit. They are looked at where threads ask who is next, and at the latest after
// 100,000 ticks.
struct RunLimits {
  std::uint64_t ticks = 0;  // of all threads, since the program began
  std::uint64_t ns = 0;     // of the program's clock
};

// The run up to now, counted from the program's first class on.
struct RunFigures {
  std::string hash;  // sync/decide/run_log.h
  std::uint64_t events = 0;
  std::uint64_t ticks = 0;
  std::uint64_t decisions = 0;
  std::uint64_t ns = 0;
};

class DeterministicRun {
 public:
  // Is called on main when the run ends early. It does not return.
  using End = void (*)(ExecEnv& main, RunEnd why);

  // REQUIRES for these three: the program is not yet running.
  virtual void decide_by(std::unique_ptr<decide::Policy> policy) = 0;
  virtual void limit(const RunLimits& limits) = 0;
  // operations() will know them (sync/decide/decider.h).
  virtual void keep_operations() = 0;

  // The run is at its end. Returns its schedule; divergence() then also knows what the run has not
  // come to.
  virtual std::vector<decide::Deviation> finish(const decide::SiteText& site_text) = 0;
  // The schedule of the run so far.
  virtual std::vector<decide::Deviation> deviations(const decide::SiteText& site_text) const = 0;
  virtual std::vector<decide::Position> operations() = 0;
  // The sentence that says where a replay has left its schedule; empty: nowhere.
  virtual std::string divergence() = 0;
  virtual RunFigures figures() = 0;
  // The name of a thread in schedules: its path of births (sync/decide/thread_name.h).
  virtual std::string name_of(const ExecEnv& thread) = 0;
  // The ticks of the thread that runs.
  virtual std::uint64_t tick() = 0;
  // The ticks of all threads since the program began. Unlike figures(), this moves no clock, so it
  // may be asked at any time.
  virtual std::uint64_t all_ticks() const = 0;
  // The hash of the run up to now.
  virtual std::string hash() const = 0;

  // Is called on the thread that runs, in kBlocked.
  using TickReached = void (*)(ExecEnv& self);
  // Has `reached` called once, when all_ticks() are so many, or soon afterwards where a thread
  // takes ticks without a poll. Nobody is asked there and no time passes, so the run is what it is
  // without the call. A later call replaces an earlier one.
  virtual void call_at(std::uint64_t all_ticks, TickReached reached) = 0;
  // Returns how many threads could run, beside the one that does.
  virtual std::size_t others_could_run() = 0;
  // The first moment at which a thread goes on that waits for a time.
  virtual Deadline next_deadline() = 0;

 protected:
  ~DeterministicRun() = default;
};

}  // namespace minijvm::sync
