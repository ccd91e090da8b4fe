// Decides one run: puts each question to the policy, sees to it that no thread starves, and keeps
// what was decided otherwise than fifo does, which is the run's schedule.
// Tested by tests/sync/decide/decider_test.cpp.
//
// The thread model calls it, one thread at a time. It knows threads by their numbers, and it asks
// neither a clock nor the machine, so the same calls get the same answers everywhere.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "sync/decide/fairness.h"
#include "sync/decide/policy.h"
#include "sync/decide/schedule.h"

namespace minijvm::decide {

// Names a site of this run for a schedule.
using SiteText = std::function<std::string(SiteNo)>;

class Decider {
 public:
  explicit Decider(Policy& policy, FairnessLimits limits = {});

  // Returns the index of the option that was chosen. REQUIRES: two options or more, in the order
  // that question.h tells; a kRun has the asker first if and only if it is not blocked.
  std::size_t choose(const Question& question);

  // As for a Policy: when does the running thread ask who runs? Both may be asked at any time.
  bool asks_at_points() const { return policy_.asks_at_points(); }
  std::uint64_t ticks_to_next_question(ThreadNo running, std::uint64_t tick);

  // A thread was made. Its parent is kNoThread if no thread of the program has; main is known.
  void born(ThreadNo child, ThreadNo parent);
  // The thread begins to run after another, be it chosen or the only one; `tick`: its ticks so far.
  void resumed(ThreadNo thread, std::uint64_t tick);
  // The running thread has done what others could see (fairness.h).
  void progressed(ThreadNo thread, std::uint64_t tick) { fairness_.progressed(thread, tick); }
  // As for a Policy.
  void did(ThreadNo thread, const Operation& operation) { policy_.did(thread, operation); }
  void went_on(ThreadNo thread) { policy_.went_on(thread); }
  void learned(ThreadNo thread, std::uint64_t number) { policy_.learned(thread, number); }

  const ThreadNames& names() const { return names_; }
  std::uint64_t decisions() const { return decisions_; }
  // The schedule of the run so far.
  std::vector<Deviation> deviations(const SiteText& site_text) const;
  // The synchronization operations at which another thread could have run instead of the asker, in
  // the order of the run. REQUIRES: keep_operations() was called before the run.
  std::vector<Position> operations() const;
  void keep_operations() { keeps_operations_ = true; }

 private:
  // A deviation in the numbers of this run, since most schedules are never printed.
  struct Kept {
    ThreadNo asker;
    ThreadNo thread;
    std::uint64_t tick;
    std::int64_t value;
    Place place;
    Choice what;
    bool blocked;
  };
  // A thread's count of its questions of each kind since its tick.
  struct Asked {
    std::uint64_t tick = 0;
    std::array<std::uint32_t, 2 * kChoices> times{};
  };

  std::uint32_t count(const Question& question);
  std::size_t choose_fairly(Question& asked);
  void keep(const Question& asked, std::size_t chosen);

  Policy& policy_;
  Fairness fairness_;
  ThreadNames names_;
  std::vector<Asked> asked_;
  std::vector<Kept> kept_;
  std::vector<std::pair<ThreadNo, std::uint64_t>> operations_;
  bool keeps_operations_ = false;
  std::uint64_t decisions_ = 0;
  // The options that fairness leaves, and where each stands among all.
  std::vector<Option> fair_;
  std::vector<std::size_t> index_;
};

}  // namespace minijvm::decide
