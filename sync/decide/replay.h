// The policy that repeats a run: fifo, but for the deviations of its schedule.
// Tested by tests/sync/decide/replay_test.cpp.
//
// A strict replay is the same run or none: at the first difference it says where and why, and
// nothing that it answers after that counts. Its caller asks divergence() after each question, and
// stops. A tolerant replay leaves out each deviation whose position does not come, or whose answer
// is no option there. Minimising needs that: without the first preemption the second may have no
// place any more.
//
// A thread may be asked at more places than in the run that is repeated: there, the answer is fifo.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "sync/decide/decider.h"

namespace minijvm::decide {

class Replay final : public Policy {
 public:
  enum class Mode { kStrict, kTolerant };
  // In a strict replay, each thread's ticks must not fall, which parse_schedule checks.
  Replay(std::vector<Deviation> deviations, Mode mode, SiteText site_text);

  std::size_t choose(const Question& question) override;
  std::uint64_t ticks_to_next_question(ThreadNo thread, std::uint64_t tick) override;
  void born(ThreadNo thread, const ThreadName& name) override;
  void finish() override;

  std::string divergence() const override { return divergence_.value_or(""); }

 private:
  // A thread's part of the schedule.
  struct Plan {
    ThreadName name;
    std::vector<std::size_t> deviations;
    std::size_t next = 0;
  };

  bool is_strict() const { return mode_ == Mode::kStrict; }
  std::optional<std::size_t> take(Plan& plan, const Question& question);
  bool is_at(const Deviation& deviation, const Question& question) const;
  std::size_t answer(std::size_t number, const Question& question);
  std::size_t diverge(std::size_t number, const std::string& reason);

  std::vector<Deviation> deviations_;
  Mode mode_;
  SiteText site_text_;
  std::map<ThreadName, std::vector<std::size_t>> parts_;
  std::vector<Plan> plans_;  // by thread
  std::size_t followed_ = 0;
  std::optional<std::string> divergence_;
};

}  // namespace minijvm::decide
