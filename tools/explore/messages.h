// The messages between minijvm-explore, which searches for schedules, and a VM that serves runs: a
// request goes to the VM, and a result comes back. Each lies in a file of memory that both have
// open; a socket says when to look at it.
// Tested by tests/tools/explore/messages_test.cpp.
//
//   minijvm-explore                     VM (zygote)                     its child
//   writes a request, 'r' on socket --> reads it, forks ----------->    runs the program
//                                       waits for its end    <------    writes the result, ends
//   reads the result             <--    'e', RunStatus on the socket
//
// In place of the zygote it is most often a stem that does so (stem.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "sync/decide/bounded.h"
#include "sync/decide/policies.h"
#include "sync/decide/schedule.h"

namespace minijvm::explore {

// The descriptors of a VM that serves runs, from -XX:ServeRuns on. Standard input, output and error
// are files of memory, too, which the explorer empties before each run.
enum Descriptor {
  kSocket,
  kRequestFile,
  kResultFile,
  kInputReady,       // readable: standard input has all that there is
  kTemporaryFolder,  // of runs; may be closed
  kDescriptors
};

inline constexpr char kReady = 'z';       // the VM has come to the program
inline constexpr char kRun = 'r';         // the request file holds a request
inline constexpr char kEnded = 'e';       // a RunStatus follows
inline constexpr char kWantsInput = 'i';  // the run, or the VM, waits for kInputReady

// The end of a child, as waitpid tells it.
struct RunStatus {
  std::int32_t status = 0;
  bool was_late = false;  // it was killed, since its wall time was over
  std::int64_t wall_ns = 0;
};

// The ways in which a run decides.
enum class Deciding : std::uint8_t {
  kPolicy,
  kPrefix,    // these answers, then fifo (sync/decide/bounded.h)
  kReplay,    // strict: stops at the first difference
  kCandidate  // a tolerant replay, for minimising
};

struct RunRequest {
  Deciding deciding = Deciding::kPolicy;
  decide::PolicyChoice policy;
  std::vector<std::uint32_t> answers;
  std::vector<decide::Deviation> deviations;
  bool asks_at_accesses = false;
  // Of accesses, only those of these variables; empty: all (vm/java/threads/shared_variables.h).
  std::vector<std::string> shared;
  bool wants_schedule = false;  // the result has the deviations and operations
  bool records_steps = false;   // the result tells each step
  // Limits; 0: none.
  std::uint64_t steps = 0;
  std::uint64_t virtual_ms = 0;
  std::uint64_t wall_ms = 0;
  std::uint64_t output_bytes = 0;
};

// A run as far as its child could tell it. If the child was killed, there is none.
struct RunResult {
  // The word for how it ended: exit, deadlock, diverged, steps, time, bytes, threads, refused.
  std::string end;
  int code = 0;
  // The first exception that no method caught: its class, the innermost frame of the program, as
  // in "Small.add(Small.java:50)", and its thread's name in schedules.
  std::string exception;
  std::string frame;
  std::string thread;
  std::vector<std::string> stuck;  // where the threads stand that block it (stuck_threads.h)
  std::string divergence;
  // The first data race: the variable and the two places; empty: none, or nobody asks.
  std::string race;
  std::vector<std::string> raced;  // all variables that raced, as RunRequest::shared names them

  std::string hash;
  std::uint64_t trace = 0;  // sync/decide/trace.h; 0: unknown, as in a replay
  std::uint64_t events = 0;
  std::uint64_t ticks = 0;
  std::uint64_t decisions = 0;
  std::uint64_t virtual_ns = 0;
  std::vector<decide::Deviation> deviations;
  std::vector<decide::Position> operations;
  std::vector<decide::Answered> answered;  // of kPrefix
  std::vector<std::string> steps;          // if the request asked for them (recorded_steps.h)
};

std::string print_request(const RunRequest& request);
std::string print_result(const RunResult& result);
// The error says what is wrong with the text.
Expected<RunRequest, std::string> parse_request(std::string_view text);
Expected<RunResult, std::string> parse_result(std::string_view text);

}  // namespace minijvm::explore
