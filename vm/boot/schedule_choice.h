// Chooses how a deterministic run decides, from the options.
// Tested by tests/vm/points and tests/vm/deterministic.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/expected.h"
#include "sync/decide/policy.h"
#include "sync/schedule/models/one_runner.h"
#include "sync/schedule/virtual_clock.h"
#include "vm/boot/options.h"
#include "vm/java/threads/points.h"

namespace minijvm::vm {

struct ScheduleChoice {
  std::unique_ptr<decide::Policy> policy;
  // Where threads are asked, which must be known before code is linked.
  PointsAt points = PointsAt::kOperations;
  // The ticks that a thread may run while others could, before it is no longer preferred.
  std::uint64_t fair_ticks = 0;
  std::uint64_t data_seed = 0;
  sync::VirtualClock clock;
  std::string preempt_scope;
  std::vector<std::string> shared;  // java/threads/shared_variables.h
  bool quiet_library = true;
  sync::OddChoices odd;
};

// Returns the text of the file -XX:ScheduleFile if the run replays one, else an empty text. The
// error is the message for stderr.
Expected<std::string, std::string> schedule_text(const Options& options);

// For a replay, the schedule's text says all of this. The error is the message for stderr: it is
// none of a schedule.
Expected<ScheduleChoice, std::string> schedule_of(const Options& options, const std::string& text);

// Returns the flags on which a run by these options depends, and the variables that are its points,
// as a schedule's header has them.
std::vector<std::string> schedule_flags(const Options& options);
std::vector<std::string> shared_variables(const Options& options);

}  // namespace minijvm::vm
