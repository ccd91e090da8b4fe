// Holds what the user asked of minijvm-explore, from the words before the main class.
// Tested by tests/tools/explore/settings_test.cpp.
//
//   minijvm --diff GOOD BAD -cp classes Main words
//   minijvm --explore [--runs 1000] [--for 60] [--jobs 2] [--seed 0] ... -cp classes Main words
//
// Options of java, and of the VM, are passed on. Some of them the explorer reads as well: the
// limits of a run (-XX:StepLimit and the like), and where threads are asked (-XX:PreemptAt).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/expected.h"
#include "sync/decide/policies.h"

namespace minijvm::explore {

struct Settings {
  std::vector<decide::PolicyKind> policies = {decide::PolicyKind::kSites, decide::PolicyKind::kPct,
                                              decide::PolicyKind::kPos,
                                              decide::PolicyKind::kRandom};
  bool searches_bounded = true;
  bool uses_feedback = false;  // feedback.h
  std::uint64_t runs = 1000;
  std::uint64_t seconds = 0;  // 0: no limit
  unsigned jobs = 1;
  std::uint64_t first_seed = 0;
  bool minimises = true;
  std::uint64_t minimising_seconds = 60;
  bool reduces_searches = false;  // sync/decide/bounded.h

  // The ends that are failures.
  bool fails_on_race = false;  // --races: each run has the detector
  bool fails_on_exception = true;
  bool fails_on_exit = true;
  bool fails_on_deadlock = true;
  bool same_output = false;             // as the first run's
  std::optional<std::string> expected;  // standard output

  std::string json_path;
  std::string junit_path;
  // Part `shard` of `shards`, from 1.
  std::uint64_t shard = 1;
  std::uint64_t shards = 1;

  bool asks_at_operations = true;
  bool asks_at_accesses = true;
  // -XX:PreemptAt=races: of accesses, those of variables that race in the first runs. Races are no
  // failures then: the search goes on, for what they lead to.
  bool asks_at_races = false;
  // Options on which runs depend, for the header of a schedule: "FairTicks=20000".
  std::vector<std::string> schedule_flags;
  std::uint64_t steps = 50'000'000;
  std::uint64_t virtual_ms = 0;
  std::uint64_t wall_ms = 10'000;
  std::uint64_t output_bytes = std::uint64_t{16} << 20;

  // --diff: the schedules of two runs to compare, instead of a search.
  std::vector<std::string> compared;

  std::vector<std::string> java_words;  // for the VM: options, main class, arguments
  std::string program;                  // the main class, or the jar
};

// The error is the message for stderr.
Expected<Settings, std::string> parse_settings(const std::vector<std::string>& words);

}  // namespace minijvm::explore
