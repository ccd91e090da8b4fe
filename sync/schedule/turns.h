// Says whose turn it is in a deterministic run: keeps the threads that could run, asks the Decider
// (sync/decide) where more than one could, and writes down what became of it.
//
// Until the program begins, threads run in the order in which they queued. So all runs of a
// program start alike, whatever their seed.
// Tested by tests/vm/deterministic.
#pragma once

#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "sync/decide/decider.h"
#include "sync/decide/policy.h"
#include "sync/decide/run_log.h"

namespace minijvm::sync {

struct UserThread;

// Why the running thread asks who is next.
enum class Asks : std::uint8_t {
  kBlocked,  // it waits, or has ended
  kYields,
  kTick,   // its slice is over
  kPoint,  // it is about to do its operation
};

class Turns {
 public:
  // A thread that has run for `fair_ticks` while others could have is not preferred any longer.
  Turns(std::unique_ptr<decide::Policy> policy, std::uint64_t fair_ticks);

  // REQUIRES: the program is not yet running.
  void decide_by(std::unique_ptr<decide::Policy> policy);
  void keep_operations() { decider_->keep_operations(); }
  // From now on also writes each event as a line of text.
  void write_log(std::FILE* file) { log_file_ = file; }
  // The running thread is about to run the program. From now on the policy decides. Returns false
  // if the program has begun before.
  bool begin_program(UserThread& running);
  bool has_begun() const { return has_begun_; }
  void born(UserThread& child, const UserThread& parent);
  void ended(const UserThread& thread);
  // As for a Policy (decide/policy.h), once the program has begun.
  void did(const UserThread& thread, const decide::Operation& operation);
  void went_on(const UserThread& thread);
  void learned(const UserThread& thread, std::int64_t number);

  // The thread could run.
  void add(UserThread& thread) { ready_.push_back(&thread); }
  // Puts them at the end; the last one of the list first.
  void add_all(UserThread* last);
  // Takes out the thread that runs next, and adds the asker instead if it could go on. Returns null
  // if there is none, and the asker if it goes on.
  UserThread* next(UserThread& asker, Asks why);
  // These ask the other questions of decide/question.h, before or at the asker's operation. Does
  // time pass, up to the first deadline of those that wait for one? So a thread that sleeps may be
  // faster than others that work, as on any machine.
  bool lets_time_pass(const UserThread& asker, std::int64_t deadline_ns);
  // Returns the thread that wakes up for no reason, or null. REQUIRES: there is one that waits.
  UserThread* wakes_for_no_reason(const UserThread& asker, std::vector<UserThread*> waiting);
  bool lets_weak_update_fail(const UserThread& asker);
  // kWaiter or kContender, of two or more in the order of their queue.
  std::size_t choose_queued(decide::Choice what, const UserThread& asker,
                            const std::vector<UserThread*>& queue);
  // The thread goes on after `from`. Says at which tick it must ask.
  void resume(UserThread& from, UserThread& to);
  // A new thread has taken on its ExecEnv.
  void start_ticks(UserThread& thread);
  // The tick of the running thread at which it asks again.
  std::int64_t asks_at() const { return asks_at_; }
  // The running thread comes to an access.
  void count_access(const UserThread& thread, decide::SiteNo site);
  // Does the running thread ask at points, and could another one run?
  bool asks_at_points() const { return has_begun_ && decider_->asks_at_points(); }
  bool has_others() const { return !ready_.empty(); }
  std::size_t others() const { return ready_.size(); }

  const decide::RunLog& log() const { return log_; }
  const decide::Decider& decider() const { return *decider_; }
  // Where the run has left the schedule that it repeats (decide/policy.h).
  std::string divergence() const { return policy_->divergence(); }
  // The run is at its end. Returns its schedule.
  std::vector<decide::Deviation> finish(const decide::SiteText& site_text);

 private:
  // Counts how often a thread has come to each site since its last tick.
  struct Accesses {
    std::uint64_t tick = 0;
    std::vector<std::pair<decide::SiteNo, std::uint32_t>> times;
  };

  void note(decide::RunEvent event, const UserThread& thread, std::uint64_t tick,
            decide::ThreadNo what = 0);
  UserThread* take(std::size_t index);
  // True if housekeepers may run before the asker goes on.
  bool is_time_for_house(const UserThread& asker, Asks why) const;
  // Takes out a thread that keeps house. Null if there is none.
  UserThread* take_housekeeper();
  bool keeps_house(const UserThread& thread) const;
  decide::Place place_of(const UserThread& asker, Asks why) const;
  void sort_by_name(std::vector<UserThread*>* threads) const;
  // Asks which of options_.
  std::size_t choose(decide::Choice what, const UserThread& asker, Asks why, bool is_blocked);
  UserThread* decide(UserThread& asker, Asks why, bool is_blocked);

  const std::uint64_t fair_ticks_;
  std::unique_ptr<decide::Policy> policy_;
  std::optional<decide::Decider> decider_;
  decide::RunLog log_;
  std::FILE* log_file_ = nullptr;
  std::vector<UserThread*> ready_;
  std::vector<decide::Option> options_;  // of the question at hand
  std::vector<UserThread*> others_;      // who these are, but for the asker
  std::vector<Accesses> accesses_;       // by the thread's number
  decide::ThreadNo last_born_ = decide::kMainThread;
  std::uint64_t house_tick_ = 0;  // at which the running thread lets housekeepers run
  decide::ThreadNo last_of_vm_ = decide::kMainThread;  // born before the program began
  bool has_begun_ = false;
  std::int64_t asks_at_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace minijvm::sync
