// Counts virtual nanoseconds. Java threads read the clock in any state; the one runner moves it.
#include "sync/schedule/virtual_clock.h"

#include <algorithm>
#include <utility>

#include "base/bits.h"
#include "sync/schedule/schedule_state.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

void set_virtual_clock(const VirtualClock& clock) { schedule_state.virtual_clock = clock; }

std::int64_t virtual_epoch_seconds() { return schedule_state.virtual_clock.epoch_s; }

std::int64_t tick_ns() { return schedule_state.virtual_clock.tick_ns; }

void begin_virtual_time() {
  schedule_state.virtual_ns = static_cast<std::int64_t>(spread_bits(data_seed()) % kNanosPerSecond);
  set_program_clock(read_virtual_clock);
}

int read_virtual_clock(clockid_t id, timespec* now) {
  pass_virtual_time();
  schedule_state.virtual_time_seen = true;
  const std::int64_t from_s = id == CLOCK_REALTIME ? virtual_epoch_seconds() : 0;
  const std::int64_t ns = schedule_state.virtual_ns + from_s * kNanosPerSecond;
  *now = {ns / kNanosPerSecond, ns % kNanosPerSecond};
  return 0;
}

std::int64_t virtual_time() { return schedule_state.virtual_ns; }

bool was_virtual_time_seen() { return std::exchange(schedule_state.virtual_time_seen, false); }

void pass_virtual_time() { schedule_state.virtual_ns += kLookNs; }

void pass_virtual_ticks(std::int64_t ticks) { schedule_state.virtual_ns += ticks * tick_ns(); }

void pass_virtual_time_until(Deadline moment) {
  schedule_state.virtual_ns = std::max(schedule_state.virtual_ns, moment.ns());
}

}  // namespace minijvm::sync
