// The search: runs one schedule after the other until one fails, the runs or the time are over, or
// all schedules were tried. Results are looked at in the order of the runs' numbers, so the answer
// does not depend on the number of jobs.
// Tested by tests/tools/explore.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/expected.h"
#include "tools/explore/search/portfolio.h"
#include "tools/explore/search/settings.h"
#include "tools/explore/search/verdict.h"
#include "tools/explore/search/vm_process.h"

namespace minijvm::explore {

struct Failure {
  std::uint64_t run = 0;
  RunRequest request;
  Outcome outcome;
  Judgement judgement;
};

struct Found {
  std::uint64_t runs = 0;
  std::size_t distinct = 0;                 // schedules
  std::size_t traces = 0;                   // sync/decide/trace.h
  std::map<Verdict, std::uint64_t> limits;  // runs that were cut off
  std::optional<Failure> failure;
  Judgement first;                 // of run 1
  std::vector<std::string> raced;  // variables, with -XX:PreemptAt=races
  bool is_exhausted = false;       // nothing is left to try
  bool is_exhaustive = false;      // and all schedules of the searches were seen
  bool ran_out_of_time = false;
  double seconds = 0;
};

class Explorer {
 public:
  // `launcher`: the program minijvm.
  Explorer(const Settings& settings, std::string launcher)
      : settings_(settings), launcher_(std::move(launcher)), portfolio_(settings) {}

  // Starts the VMs. The error is the message for stderr.
  Expected<void, std::string> start();
  // The error says that a VM has gone.
  Expected<Found, std::string> search();
  // One run besides the search. REQUIRES: search() has returned.
  std::optional<Outcome> run(const RunRequest& request);
  // As the runs of the search are judged.
  Judgement judge(const Outcome& outcome) const;

 private:
  struct Job {
    std::unique_ptr<VmProcess> vm;
    std::uint64_t run = 0;  // 0: idle
    RunRequest request;
  };
  struct Ended {
    RunRequest request;
    Outcome outcome;
  };

  bool is_over(const Found& found) const;
  void hand_out();
  Expected<void, std::string> collect();
  // Looks at the results that are next in order. Returns true if one is a failure.
  bool look(Found* found);

  const Settings& settings_;
  const std::string launcher_;
  Portfolio portfolio_;
  std::uint64_t next_ = 1;       // the run that is handed out next
  std::uint64_t next_look_ = 1;  // the run that is looked at next
  std::uint64_t handed_out_ = 0;
  std::map<std::uint64_t, Ended> ended_;
  std::set<std::string> hashes_;
  // Of those schedules; with whether the run was asked at accesses, which are then part of it.
  std::set<std::pair<bool, std::uint64_t>> traces_;
  std::optional<std::string> expected_;
  std::chrono::steady_clock::time_point began_;
  SharedInput input_;
  std::vector<Job> jobs_;
};

}  // namespace minijvm::explore
