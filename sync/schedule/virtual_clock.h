// The program's clock of a deterministic run. Time passes only where the program asks for it:
//
//   by                        how much
//   a look at the clock       kLookNs, so that a loop which waits for a moment ends
//   a thread that yields      the same, so that those who sleep get their turn
//   a tick                    tick_ns(), counted when the thread stops
//   nobody can run            up to the next deadline (models/one_runner.h)
//   a policy that explores    the same, although others can run (Turns::lets_time_pass)
//
// It begins on 1 January 2020 or at -XX:VirtualEpoch, at a moment of the first second that the data
// seed chooses, since programs seed their generators by the nanoseconds (data_seed() in
// threads/exec_env.h). One kernel thread uses the clock, so its number needs no atomic.
// Tested by tests/sync/one_runner_test.cpp.
#pragma once

#include <cstdint>
#include <ctime>

#include "sync/threads/clock.h"

namespace minijvm::sync {

// The clock's settings.
struct VirtualClock {
  std::int64_t epoch_s = 1'577'836'800;  // 2020-01-01T00:00:00Z; less than kEndOfEpochs
  std::int64_t tick_ns = 20;             // about what a loop's round or a call takes
};
// 2200-01-01T00:00:00Z: from there on 62 years fit.
inline constexpr std::int64_t kEndOfEpochs = 7'258'118'400;

// Is far longer than what the kernel needs for a look, so that a loop that waits for a second needs
// a million looks and not forty.
inline constexpr std::int64_t kLookNs = 1000;

// Is the ClockRead for set_program_clock.
int read_virtual_clock(clockid_t id, timespec* now);

// Makes the program's clock this one.
void begin_virtual_time();
// REQUIRES: the program's clock is not yet virtual.
void set_virtual_clock(const VirtualClock& clock);
// When the run began, for files and processes that are older than the program.
std::int64_t virtual_epoch_seconds();
std::int64_t tick_ns();

// Returns the program's time without a look.
std::int64_t virtual_time();
// Has there been a look since this was called last?
bool was_virtual_time_seen();
// Lets a thread's turn cost time.
void pass_virtual_time();
void pass_virtual_ticks(std::int64_t ticks);
// Lets time pass until then, if that moment is not yet over.
void pass_virtual_time_until(Deadline moment);

}  // namespace minijvm::sync
