// Turns the sources of stacks on and off, and records what they bring.
#include "tools/record/flight/flight.h"

#include "base/events/event_clock.h"
#include "gc/heap/allocation_sampler.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/java_text.h"
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
  return static_cast<double>(static_cast<std::int64_t>(event_ticks() - begun)) >=
         static_cast<double>(threshold) * record_state.ticks_per_ns.load(std::memory_order_relaxed);
}

// Returns the number of the message of the exception that has just been thrown; 0: none.
std::uint64_t message_number(const JavaThread& self, const sync::NoSafepoint& still) {
  const java::String* message =
      runtime::as<java::Throwable>(self.pending_exception)->detailMessage();
  return message == nullptr
             ? 0
             : record_state.stacks->message_number(runtime::java_string_text(still, message));
}

// Returns the address of the class of the object that LockSupport.park got; 0: none.
std::uint64_t blocker_class(const JavaThread& self, const sync::NoSafepoint&) {
  const runtime::Object* blocker =
      self.thread_object == nullptr ? nullptr : self.thread_object->parkBlocker();
  return blocker == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(blocker->klass());
}

}  // namespace

JavaResult<void> begin_flight_sources(JavaThread& self, const RecordingOptions& options) {
  const EventTimes times(event_zero(), event_moment());
  record_state.ticks_per_ns.store(times.ticks_per_ns(), std::memory_order_relaxed);
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

void note_stack_of(Event event, std::uint64_t begun) {
  const bool is_wanted_now =
      is_wanted(Event::stack_taken) &&
      (event == Event::exception_thrown || (event == Event::thread_go_on && is_long(begun)));
  sync::ExecEnv* current = is_wanted_now ? sync::current_exec_env() : nullptr;
  if (current == nullptr) {
    return;
  }
  JavaThread& self = JavaThread::of(*current);
  const sync::NoSafepoint still(self);
  const std::uint64_t more =
      event == Event::exception_thrown ? message_number(self, still) : blocker_class(self, still);
  MJ_EVENT(self.events(), Event::stack_taken, record_state.stacks->take(self, still, self), more);
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
