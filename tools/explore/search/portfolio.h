// Chooses the schedule of each run of a search: a mix of policies, since none finds all failures
// first.
// Tested by tests/tools/explore/portfolio_test.cpp.
//
//   run 1        fifo, which is also the run that others are compared with
//   run 2, 3     random, asked at operations, and at accesses as well: they measure how many
//                questions a run has, which PCT needs to know
//   run 4        only with -XX:PreemptAt=races: random, and measures, too. It and all later ones
//                are asked at operations, and at accesses of what has raced while others measured
//   each fifth   the next one of all schedules with 0, 1, 2 preemptions (sync/decide/bounded.h); at
//                accesses one stands for those that differ from it only in what commutes
//   the others   in turn sites, pos, pct of depth 2, 3 and 5, and random, with a seed each; half
//                are sites and a quarter pos; one round asks at operations, the next at accesses
//                as well
//   with `feedback`, three of four runs by pos and random are near one that had a new trace
//                (feedback.h), as far as that is known 32 runs before
//
// Run n has the seed n - 1, counted from --seed on. A run depends on its number, on the settings
// and on the runs that measure only, but for feedback and for the searches, each of whose runs
// depends on the one before it. So all of it can be repeated, however many jobs there are. Of the
// parts of a search (--shard), each does the runs that measure, and those of the others that are
// its own; the first does the search of all schedules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/explore/messages.h"
#include "tools/explore/search/feedback.h"
#include "tools/explore/search/settings.h"
#include "tools/explore/search/vm_process.h"

namespace minijvm::explore {

// A request without a policy, with the limits of the settings.
RunRequest bare_request(const Settings& settings);
// "pct depth 2, seed 18"
std::string describe(const RunRequest& request);

struct PolicyTurn {
  decide::PolicyKind kind;
  std::uint32_t depth;
};

class Portfolio {
 public:
  explicit Portfolio(const Settings& settings);

  // The request of a run, whose number counts from 1. Nothing: results of earlier runs are missing.
  std::optional<RunRequest> request(std::uint64_t run);
  // Called for each run, in the order of their numbers.
  void ended(std::uint64_t run, const RunRequest& request, const Outcome& outcome);
  // True if no run can bring anything new.
  bool is_exhausted() const;
  // The variables at whose accesses runs are asked, if these are not all.
  const std::vector<std::string>& shared() const { return shared_; }
  // True if each search that has ended ran all of its schedules, and none was cut off.
  bool has_seen_all() const { return has_seen_all_; }
  // The number behind this one in this part of the search.
  std::uint64_t next(std::uint64_t run) const;

 private:
  struct Search {
    std::uint32_t preemptions;
    bool asks_at_accesses;
  };

  // Of the policies: once around at operations, once around at accesses.
  std::vector<PolicyTurn> turns_;

  void measure(const RunRequest& request, const RunResult& result);
  bool is_of_search(std::uint64_t run) const;
  std::uint64_t part_of(std::uint64_t run) const;
  void begin_search();
  RunRequest by_policy(std::uint64_t run) const;

  bool is_at_races(std::uint64_t run) const;

  const Settings& settings_;
  const std::uint64_t measured_;  // runs that come first
  std::vector<std::string> shared_;
  std::uint64_t questions_[2] = {0, 0};  // of the runs that measure
  std::uint64_t ended_ = 0;              // the last run
  Feedback feedback_;
  std::vector<Search> searches_;  // still to do, the next one last
  std::optional<decide::BoundedSearch> search_;
  bool has_seen_all_ = true;
  bool search_waits_ = false;  // for the result of its last run
};

}  // namespace minijvm::explore
