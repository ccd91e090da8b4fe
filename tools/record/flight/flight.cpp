// Turns the sources of stacks on and off, and records what they bring.
#include "tools/record/flight/flight.h"

#include "base/events/event_clock.h"
#include "gc/heap/allocation_sampler.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/exec_env.h"
#include "tools/record/flight/sampler.h"
#include "tools/record/flight/stacks.h"
#include "tools/record/record_state.h"

namespace minijvm::vm::record {
namespace {

using runtime::JavaThread;

constexpr std::uint32_t kWithStacks =
    group_bit(EventGroup::kBlocking) | group_bit(EventGroup::kExceptions);

bool is_long(std::uint64_t begun) {
  const std::int64_t threshold = recorder().stack_threshold_ns();
  if (begun == 0 || threshold == INT64_MAX) {
    return false;
  }
  const EventTimes times(record_state.first_moment, event_moment());
  return times.ns(event_ticks()) - times.ns(begun) >= threshold;
}

}  // namespace

JavaResult<void> begin_flight_sources(JavaThread& self, const RecordingOptions& options) {
  report_event_groups(EventAsker::kFlight, kWithStacks);
  gc::sample_allocations(gc::SampleAsker::kRecording, true);
  // The sampler's sleeps would be a part of a deterministic run.
  if (sync::thread_model().run() != nullptr) {
    return {};
  }
  return record_state.sampler->start(self, options.sample_period_ns);
}

void end_flight_sources() {
  record_state.sampler->stop();
  gc::sample_allocations(gc::SampleAsker::kRecording, false);
  report_event_groups(EventAsker::kFlight, kNoEventGroups);
}

void note_stack_of(Event event, std::uint64_t, std::uint64_t second) {
  const bool is_wanted_now =
      is_wanted(Event::stack_taken) &&
      (event == Event::exception_thrown || (event == Event::thread_go_on && is_long(second)));
  sync::ExecEnv* current = is_wanted_now ? sync::current_exec_env() : nullptr;
  if (current == nullptr) {
    return;
  }
  JavaThread& self = JavaThread::of(*current);
  const sync::NoSafepoint still(self);
  MJ_EVENT(self.events(), Event::stack_taken, record_state.stacks->take(self, still, self), 0);
}

void note_allocation(JavaThread& self, runtime::Handle<> object) {
  if (!is_wanted(Event::allocated)) {
    return;
  }
  const sync::NoSafepoint still(self);
  const std::uint32_t stack = record_state.stacks->take(self, still, self);
  self.events().record(Event::allocated,
                       reinterpret_cast<std::uintptr_t>(object.raw(still)->klass()),
                       gc::sampling_interval(), stack);
}

}  // namespace minijvm::vm::record
