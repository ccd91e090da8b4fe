// Turns events of the log into events of the recording. An event of the log that has a beginning
// and an end becomes one event of the recording, when its end is met.
#include "tools/record/flight/flight_writer.h"

#include <algorithm>
#include <map>
#include <optional>

#include "sync/schedule/lwp.h"
#include "sync/threads/exec_env.h"
#include "tools/record/flight/flight_facts.h"
#include "tools/record/flight/flight_pools.h"
#include "tools/record/jfr/chunk_writer.h"

namespace minijvm::vm::record {
namespace {

using sync::BlockKind;

const char* text_at(std::uint64_t address) {
  return address == 0 ? "" : reinterpret_cast<const char*>(address);
}

// "java.lang.OutOfMemoryError" and the like.
bool is_error(const std::string& class_name) { return class_name.ends_with("Error"); }

const char* reason_text(std::uint64_t leave) {
  switch (static_cast<sync::Leave>(leave)) {
    case sync::Leave::kPark:
      return "park";
    case sync::Leave::kYield:
      return "yield";
    case sync::Leave::kSliceEnd:
      return "slice end";
    case sync::Leave::kEnd:
      return "end";
  }
  return "";
}

class FlightWriter {
 public:
  FlightWriter(int file, const RecordedRun& run, const KeptStacks& stacks,
               const FlightOptions& options)
      : run_(run),
        stacks_(stacks),
        options_(options),
        out_(file, {run.wall_begin_ns, 0, 1'000'000'000}),
        pools_(out_.pools(), run, stacks) {}

  int write() {
    for (const TimedEvent& event : run_.events) {
      take(event);
    }
    for (auto& [owner, wait] : ended_) {
      write_wait(owner, wait, 0);
    }
    write_collections(out_, run_);
    write_loads(out_, run_);
    write_facts(out_, run_, options_);
    const jfr::ChunkResult result =
        out_.finish(ticks(run_.about.duration_ns), run_.about.duration_ns);
    return result.error;
  }

 private:
  struct Wait {
    BlockKind kind = BlockKind::kNothing;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t object_class = 0;
    std::uint64_t word = 0;
    std::uint32_t owner = 0;  // of the monitor, when the wait began
    std::uint32_t woken_by = 0;
    std::uint64_t parked_class = 0;
    sync::WaitState outcome = sync::WaitState::kNone;
  };

  void take(const TimedEvent& event);
  void take_stack(const TimedEvent& event);
  void take_schedule(const TimedEvent& event);
  void take_gang(const TimedEvent& event);
  void take_safepoint(const TimedEvent& event);
  void write_wait(EventOwner owner, const Wait& wait, std::uint64_t stack);
  void write_exception(const TimedEvent& event, std::uint64_t stack, std::string_view message);
  std::string_view message(std::uint64_t number) const {
    return number == 0 || number > stacks_.messages.size()
               ? std::string_view()
               : std::string_view(stacks_.messages[number - 1]);
  }

  jfr::StackInstant at(const TimedEvent& event, std::uint64_t stack) {
    return {ticks(event.time), pools_.thread(event.owner), pools_.stack(stack)};
  }

  const RecordedRun& run_;
  const KeptStacks& stacks_;
  const FlightOptions& options_;
  jfr::ChunkWriter out_;
  FlightPools pools_;

  std::map<EventOwner, std::uint32_t> queued_behind_;
  std::map<EventOwner, Wait> open_;
  // A wait that has ended, or an exception: the stack comes as the thread's next event.
  std::map<EventOwner, Wait> ended_;
  std::map<EventOwner, TimedEvent> thrown_;
  std::map<EventOwner, TimedEvent> carried_;
  std::map<std::uint64_t, std::int64_t> ready_since_;
  std::map<EventOwner, std::uint32_t> predecessors_;
  std::map<EventOwner, TimedEvent> hand_overs_;
  std::map<EventOwner, TimedEvent> tasks_;
  std::vector<TimedEvent> phases_;
  std::optional<TimedEvent> dispatch_;
  std::uint64_t safepoints_ = 0;
  std::int64_t stopped_at_ = -1;
};

void FlightWriter::take(const TimedEvent& event) {
  if (event_group(event.record.event) == EventGroup::kStacks) {
    take_stack(event);
    return;
  }
  // The event before had no stack.
  if (const auto wait = ended_.find(event.owner); wait != ended_.end()) {
    write_wait(event.owner, wait->second, 0);
    ended_.erase(wait);
  }
  if (const auto thrown = thrown_.find(event.owner); thrown != thrown_.end()) {
    write_exception(thrown->second, 0, "");
    thrown_.erase(thrown);
  }
  const EventRecord& record = event.record;
  switch (record.event) {
    case Event::thread_started:
      out_.add(jfr::ThreadStart{.at = at(event, 0), .thread = pools_.thread(event.owner)});
      break;
    case Event::thread_ended:
      out_.add(jfr::ThreadEnd{.at = {ticks(event.time), pools_.thread(event.owner)},
                              .thread = pools_.thread(event.owner)});
      break;
    case Event::monitor_block:
      queued_behind_[event.owner] = record.extra;
      break;
    case Event::thread_block:
      open_[event.owner] = {.kind = static_cast<BlockKind>(record.first & 0xff),
                            .begin = event.time,
                            .object_class = record.extra,
                            .word = record.second,
                            .owner = queued_behind_[event.owner]};
      queued_behind_[event.owner] = 0;
      break;
    case Event::thread_go_on:
      if (const auto open = open_.find(event.owner); open != open_.end()) {
        open->second.end = event.time;
        open->second.outcome = static_cast<sync::WaitState>(record.extra);
        ended_[event.owner] = open->second;
        open_.erase(open);
      }
      break;
    case Event::notified:
    case Event::invited:
      if (const auto open = open_.find(record.first); open != open_.end()) {
        open->second.woken_by = static_cast<std::uint32_t>(event.owner);
      }
      break;
    case Event::exception_thrown:
      thrown_[event.owner] = event;
      break;
    case Event::class_loaded:
      out_.add(jfr::ClassLoad{.at = {ticks(event.time), 0, pools_.thread(event.owner), {}},
                              .loadedClass = pools_.klass(record.first)});
      break;
    case Event::safepoint_begin:
    case Event::safepoint_end:
      take_safepoint(event);
      break;
    default:
      take_schedule(event);
      take_gang(event);
      break;
  }
}

void FlightWriter::take_stack(const TimedEvent& event) {
  const EventRecord& record = event.record;
  if (record.event == Event::sampled) {
    out_.add(jfr::ExecutionSample{.at = {ticks(event.time)},
                                  .sampledThread = pools_.thread(event.owner),
                                  .stackTrace = pools_.stack(record.first),
                                  .state = jfr::kStateRunnable});
  } else if (record.event == Event::allocated) {
    out_.add(jfr::ObjectAllocationSample{.at = at(event, record.extra),
                                         .objectClass = pools_.klass(record.first),
                                         .weight = static_cast<std::int64_t>(record.second)});
  } else if (const auto wait = ended_.find(event.owner); wait != ended_.end()) {
    wait->second.parked_class = record.second;
    write_wait(event.owner, wait->second, record.first);
    ended_.erase(wait);
  } else if (const auto thrown = thrown_.find(event.owner); thrown != thrown_.end()) {
    write_exception(thrown->second, record.first, message(record.second));
    thrown_.erase(thrown);
  }
}

void FlightWriter::write_wait(EventOwner owner, const Wait& wait, std::uint64_t stack) {
  if (wait.end - wait.begin < options_.threshold_ns) {
    return;
  }
  const jfr::StackSpan span{ticks(wait.begin), ticks(wait.end - wait.begin), pools_.thread(owner),
                            pools_.stack(stack)};
  const jfr::Ref<jfr::Class> object_class = pools_.klass(wait.object_class);
  switch (wait.kind) {
    case BlockKind::kMonitorEnter:
      out_.add(jfr::JavaMonitorEnter{.at = span,
                                     .monitorClass = object_class,
                                     .previousOwner = pools_.thread(wait.owner),
                                     .address = wait.word});
      break;
    case BlockKind::kMonitorWait:
      out_.add(jfr::JavaMonitorWait{.at = span,
                                    .monitorClass = object_class,
                                    .notifier = pools_.thread(wait.woken_by),
                                    .timedOut = wait.outcome == sync::WaitState::kTimedOut,
                                    .address = wait.word});
      break;
    case BlockKind::kPark:
      out_.add(jfr::ThreadPark{.at = span, .parkedClass = pools_.klass(wait.parked_class)});
      break;
    case BlockKind::kSleep:
      out_.add(jfr::ThreadSleep{.at = span, .time = (wait.end - wait.begin) / 1'000'000});
      break;
    default:
      break;
  }
}

void FlightWriter::write_exception(const TimedEvent& event, std::uint64_t stack,
                                   std::string_view message) {
  const jfr::StackSpan span{ticks(event.time), 0, pools_.thread(event.owner), pools_.stack(stack)};
  const jfr::Ref<jfr::Class> thrown = pools_.klass(event.record.first);
  if (is_error(run_.text_of(event.record.first))) {
    out_.add(jfr::JavaErrorThrow{.at = span, .message = message, .thrownClass = thrown});
  } else {
    out_.add(jfr::JavaExceptionThrow{.at = span, .message = message, .thrownClass = thrown});
  }
}

void FlightWriter::take_safepoint(const TimedEvent& event) {
  const jfr::Ref<jfr::Thread> thread = pools_.thread(event.owner);
  if (event.record.event == Event::safepoint_begin) {
    const auto reach = static_cast<std::int64_t>(event.record.first);
    ++safepoints_;
    stopped_at_ = event.time;
    out_.add(jfr::SafepointBegin{.at = {ticks(event.time - reach), ticks(reach), thread},
                                 .safepointId = safepoints_});
    const jfr::Ref<jfr::VMOperationType> operation =
        out_.pools().add(jfr::VMOperationType{{text_at(event.record.second)}});
    out_.add(jfr::ExecuteVMOperation{.at = {ticks(event.time), 0, thread},
                                     .operation = operation,
                                     .safepoint = true,
                                     .blocking = true,
                                     .caller = thread,
                                     .safepointId = safepoints_});
  } else if (stopped_at_ >= 0) {
    out_.add(jfr::SafepointEnd{.at = {ticks(event.time), 0, thread}, .safepointId = safepoints_});
    stopped_at_ = -1;
  }
}

void FlightWriter::take_schedule(const TimedEvent& event) {
  const EventRecord& record = event.record;
  switch (record.event) {
    case Event::thread_ready:
      ready_since_[record.first] = event.time;
      break;
    case Event::lwp_carry:
      if (const auto ready = ready_since_.find(record.first);
          record.first != 0 && ready != ready_since_.end()) {
        out_.add(jfr::Ready{.at = {ticks(ready->second), ticks(event.time - ready->second),
                                   pools_.thread(record.first)}});
        ready_since_.erase(ready);
      }
      carried_[event.owner] = event;
      break;
    case Event::lwp_left:
      if (const auto carried = carried_.find(event.owner); carried != carried_.end()) {
        const TimedEvent& begin = carried->second;
        const std::uint64_t thread = begin.record.first == 0 ? record.first : begin.record.first;
        out_.add(jfr::LwpRun{
            .at = {ticks(begin.time), ticks(event.time - begin.time), pools_.thread(thread)},
            .lwp = static_cast<std::uint32_t>(event.owner & 0xffff'ffff),
            .why = pools_.symbol(reason_text(record.second))});
        carried_.erase(carried);
      }
      break;
    case Event::lwp_place_taken:
      out_.add(jfr::PlaceTaken{.at = {ticks(event.time), pools_.thread(record.first)},
                               .lwp = static_cast<std::uint32_t>(record.second)});
      break;
    case Event::meta_queue:
      predecessors_[event.owner] = record.extra;
      break;
    case Event::meta_hand_over:
      hand_overs_[event.owner] = event;
      break;
    case Event::meta_receive:
      if (const auto from = hand_overs_.find(predecessors_[event.owner]);
          from != hand_overs_.end()) {
        out_.add(jfr::MetaLockHandOver{.at = {ticks(from->second.time), pools_.thread(from->first)},
                                       .successor = pools_.thread(event.owner),
                                       .address = record.first});
        hand_overs_.erase(from);
      }
      break;
    default:
      break;
  }
}

void FlightWriter::take_gang(const TimedEvent& event) {
  const EventRecord& record = event.record;
  switch (record.event) {
    case Event::gang_dispatch:
      dispatch_ = event;
      break;
    case Event::gang_done:
      if (dispatch_) {
        out_.add(
            jfr::GangDispatch{.at = {ticks(dispatch_->time), ticks(event.time - dispatch_->time)},
                              .task = pools_.symbol(text_at(record.first)),
                              .workers = static_cast<std::uint32_t>(record.second)});
        dispatch_.reset();
      }
      break;
    case Event::task_begin:
      tasks_[event.owner] = event;
      break;
    case Event::task_end:
      if (const auto begin = tasks_.find(event.owner); begin != tasks_.end()) {
        const std::int64_t since = begin->second.time;
        out_.add(jfr::WorkerTask{.at = {ticks(since), ticks(event.time - since)},
                                 .task = pools_.symbol(text_at(record.first)),
                                 .worker = static_cast<std::uint32_t>(record.second)});
        tasks_.erase(begin);
      }
      break;
    case Event::gc_begin:
      phases_.clear();  // of a collection whose last events were dropped
      break;
    case Event::task_steal:
      out_.add(jfr::Steal{.at = {ticks(event.time)}});
      break;
    case Event::phase_begin:
      phases_.push_back(event);
      break;
    case Event::phase_end:
      if (!phases_.empty()) {
        const TimedEvent begin = phases_.back();
        phases_.pop_back();
        const jfr::ThreadSpan span{ticks(begin.time), ticks(event.time - begin.time),
                                   pools_.thread(event.owner)};
        const char* name = text_at(begin.record.first);
        if (phases_.empty()) {
          out_.add(jfr::GCPhasePause{.at = span, .name = name});
        } else {
          out_.add(jfr::GCPhasePauseLevel1{.at = span, .name = name});
        }
      }
      break;
    default:
      break;
  }
}

}  // namespace

int write_flight(int file, const RecordedRun& run, const KeptStacks& stacks,
                 const FlightOptions& options) {
  return FlightWriter(file, run, stacks, options).write();
}

}  // namespace minijvm::vm::record
