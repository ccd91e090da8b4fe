// Makes a failing schedule small: as few deviations as suffice for the same failure, and those at
// places that a reader knows.
// Tested by tests/sync/decide/minimise_test.cpp.
//
// Delta debugging (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input, TSE 2002;
// of schedules: Choi, Zeller, ISSTA 2002) finds a list that is *1-minimal*: without any one of its
// deviations the failure is another, or gone. Larger steps go before, since they save runs: all
// preemptions of one thread, after which it runs to where it blocks (Jalbert, Sen: A Trace
// Simplification Technique, FSE 2010); all time-outs, wake-ups and failures for no reason; all but
// one preemption, which may then go to another thread.
//
// A candidate is run by a tolerant Replay. What its Decider has kept is shorter than the candidate
// if a deviation found no place, and is what goes on: so the result can be replayed strictly.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sync/decide/schedule.h"

namespace minijvm::decide {

// The result of running a candidate.
struct Trial {
  std::string signature;              // of the failure; empty: none
  std::vector<Deviation> deviations;  // Decider::deviations
  std::vector<Position> operations;   // Decider::operations
};

// Runs a candidate. Nothing: the caller's time is over.
using RunCandidate = std::function<std::optional<Trial>(const std::vector<Deviation>&)>;

struct Minimised {
  bool reproduced = false;   // the given schedule failed as it should
  bool one_minimal = false;  // false: the budget was over before
  std::size_t runs = 0;
  std::vector<Deviation> deviations;
};

inline constexpr std::size_t kRunsToMinimise = 200;

// `signature` is that of the failure. At most `most_runs` candidates are run, and none twice.
Minimised minimise(std::vector<Deviation> failing, const std::string& signature,
                   const RunCandidate& run, std::size_t most_runs = kRunsToMinimise);

}  // namespace minijvm::decide
