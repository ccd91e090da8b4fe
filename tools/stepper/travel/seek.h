// An order to a process that repeats the run: it looks for a moment, or for the last of some
// candidates before one. The root (root.h) gives it, and the process's Traveller follows it.
//
//   tick     0 ....... from ................................ until
//            |---------|-------------------------------------|
//            runs at     is observed: each instruction that
//            full speed  fits `what` is a candidate, and counts
//
// An order that picks none is answered by the number of candidates when `until` has come. A second
// order then picks the last one, or the n-th from the end: the process stops there, and converses.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "base/json/json.h"
#include "tools/stepper/travel/writes.h"

namespace minijvm::vm::stepper {

// A moment of a deterministic run. Between two ticks no instruction of a frame is run twice, since
// a jump backwards is a tick. So the ticks, the thread and the bci of each of its frames name it.
struct Moment {
  static constexpr std::uint64_t kNever = std::numeric_limits<std::int64_t>::max();

  std::uint64_t tick = kNever;  // of all threads (sync/schedule/deterministic_run.h)
  std::uint32_t thread = 0;     // ExecEnv::id, which is the same in each repetition
  std::string place;            // a hash of the frames; empty: the first moment of the tick
  // Where no instruction is next, the event at which the thread stands: "gc_copied", "thrown".
  std::string event;
  bool in_library = false;
  std::string run;  // the hash of the run (sync/decide/run_log.h); empty: not known

  Json to_json() const;
  static Moment from(const Json& json);
};

struct Seek {
  enum class What : std::uint8_t {
    kInstruction,  // of the thread, in frames no deeper than `depth`
    kStop,         // a breakpoint or another stop that the user has set
    kWrite,        // of a variable, by any thread
    kAny,          // an instruction of any thread
    kMoment,       // `until` itself
    kOwnTick,      // of the thread of this name, up to so many ticks of its own
    kEnd,          // none: the run is repeated to its end, and its schedule reported
  };

  What what = What::kInstruction;
  std::uint64_t from = 0;
  Moment until;
  std::uint32_t thread = 0;
  std::int64_t depth = std::numeric_limits<std::int64_t>::max();
  bool by_line = false;     // only where a line begins
  bool in_library = false;  // instructions of the class library count, too
  WrittenVariable variable;
  std::string thread_name;  // as in schedules: main/1
  std::uint64_t own_ticks = 0;
  std::string site;       // only there, as in schedules: Race.add@5; empty: anywhere
  std::int64_t pick = 0;  // 0: none, count them
  // For a stop there: its kind and reason (stopped events), and the number of stops before it.
  std::string kind = "step";
  std::string reason;
  std::int64_t stops_before = 0;

  Json to_json() const;
  static Seek from_json(const Json& json);
};

}  // namespace minijvm::vm::stepper
