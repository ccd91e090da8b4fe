// Takes the events that the threads hold, orders all by their times, and collects what they name.
#include "tools/record/read_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <unordered_set>
#include <vector>

#include "base/events/event_chunks.h"
#include "gc/heap/heap_parts.h"
#include "runtime/thread/java_thread.h"
#include "sync/lock_statistics.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/safepoint.h"
#include "vm/java/properties.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm::record {
namespace {

using runtime::JavaThread;

class TakeChunks final : public sync::SafepointOperation {
 public:
  explicit TakeChunks(Names& names) : names_(names) {}
  const char* name() const override { return "ReadEventLog"; }
  bool lets_doze() const override { return true; }
  void run() override {
    const sync::NoSafepoint still = sync::NoSafepoint::in_stopped_world();
    sync::for_each_exec_env([&](sync::ExecEnv& ee) {
      ee.events().give_up();
      names_.keep_thread(still, JavaThread::of(ee));
    });
    sync::sum_lock_counters(counters);
  }
  sync::LockCounters counters;

 private:
  Names& names_;
};

// These events carry the ticks of their beginning as one of their values.
void convert_ticks(EventRecord& record, const EventTimes& times, std::int64_t begin_ns) {
  const auto converted = [&](std::uint64_t ticks) {
    return static_cast<std::uint64_t>(times.ns(ticks) - begin_ns);
  };
  if (record.event == Event::thread_stopped) {
    record.first = converted(record.first);
  } else if (record.event == Event::class_initialized || record.event == Event::native_block ||
             record.event == Event::monitor_spun) {
    record.second = converted(record.second);
  }
}

// Puts the events in the order of their times. Those of one thread are in order, so each thread's
// are merged with the next one's, then these pairs, and so on.
void merge(std::vector<TimedEvent>& events) {
  std::vector<std::size_t> ends;  // of the parts that are in order
  for (std::size_t i = 1; i < events.size(); ++i) {
    if (events[i].time < events[i - 1].time) {
      ends.push_back(i);
    }
  }
  ends.push_back(events.size());
  const auto at = [&](std::size_t index) {
    return events.begin() + static_cast<std::ptrdiff_t>(index);
  };
  while (ends.size() > 1) {
    std::vector<std::size_t> merged;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      const std::size_t end = i + 1 < ends.size() ? ends[i + 1] : ends[i];
      std::ranges::inplace_merge(at(begin), at(ends[i]), at(end), {}, &TimedEvent::time);
      merged.push_back(end);
      begin = end;
    }
    ends = std::move(merged);
  }
}

// A thread may record an event of a moment ago behind later ones.
void move_to_its_time(std::vector<TimedEvent>& events) {
  for (auto last = events.end() - 1; last != events.begin(); --last) {
    if (last[-1].owner != last->owner || last[-1].time <= last->time) {
      return;
    }
    std::iter_swap(last, last - 1);
  }
}

// Returns the events of one thread, then those of the next.
std::vector<TimedEvent> timed(const std::vector<LoggedEvent>& logged, EventMoment begin,
                              EventMoment end, std::uint32_t groups) {
  const EventTimes times(begin, end);
  std::vector<TimedEvent> events;
  events.reserve(logged.size());
  for (const LoggedEvent& event : logged) {
    const std::int64_t time = times.ns(event.record.ticks) - begin.ns;
    if ((groups & group_bit(event_group(event.record.event))) != 0 && time >= 0 &&
        event.record.ticks <= end.ticks) {
      events.push_back({time, event.owner, event.record});
      convert_ticks(events.back().record, times, begin.ns);
      move_to_its_time(events);
    }
  }
  return events;
}

// The classes and methods that the events name.
std::unordered_set<std::uint64_t> addresses_in(const std::vector<TimedEvent>& events) {
  std::unordered_set<std::uint64_t> addresses;
  std::uint32_t last = 0;
  for (const TimedEvent& event : events) {
    const EventRecord& record = event.record;
    switch (event_group(record.event)) {
      case EventGroup::kBlocking:
        // Most follow one of the same class.
        if (record.extra != last) {
          addresses.insert(record.extra);
        }
        last = record.extra;
        break;
      case EventGroup::kClasses:
      case EventGroup::kExceptions:
      case EventGroup::kNatives:
      case EventGroup::kStacks:
        addresses.insert(record.first);
        addresses.insert(record.second);
        break;
      default:
        break;
    }
  }
  return addresses;
}

// REQUIRES: the events of one thread stand side by side.
std::int64_t count_threads(const std::vector<TimedEvent>& events) {
  std::int64_t count = 0;
  EventOwner before = kKernelThread;
  for (const TimedEvent& event : events) {
    count += event.owner != before && event.owner < kKernelThread ? 1 : 0;
    before = event.owner;
  }
  return count;
}

std::string local_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts)};
}

// Returns "Bank" for "bank.Bank 10 20", and "app.jar" for "/opt/app.jar".
std::string title_of(const std::string& command) {
  const std::string first = command.substr(0, command.find(' '));
  if (first.ends_with(".jar")) {
    return first.substr(first.rfind('/') + 1);
  }
  return first.substr(first.find_last_of("./") + 1);
}

About about_run() {
  About about;
  about.command = vm_property_or_empty("sun.java.command");
  about.title = title_of(about.command);
  about.model = sync::thread_model().name();
  about.date = local_date();
  about.pid = getpid();
  about.lwps = sync::thread_model().statistics().lwps;
  return about;
}

// The names are those of -XX:+PrintThreadModel and -XX:+PrintLockStatistics.
RunFigures counted_figures(const sync::LockCounters& locks) {
  const sync::ModelStatistics model = sync::thread_model().statistics();
  const auto threads = static_cast<std::uint64_t>(thread_counts().peak);
  RunFigures figures;
  figures.lwps = model.lwps_most == 0 ? threads : model.lwps_most;
  if (model.lwps_made != 0) {
    figures.switches = model.switches;
  }
  figures.contended_enters = locks.contended_enters.load(std::memory_order_relaxed);
  figures.hand_overs = locks.hand_over_successor_first.load(std::memory_order_relaxed) +
                       locks.hand_over_predecessor_first.load(std::memory_order_relaxed);
  return figures;
}

}  // namespace

RecordedRun read_run(JavaThread& self, EventMoment begin, std::optional<EventMoment> end,
                     std::uint32_t groups, Names& names) {
  TakeChunks take(names);
  sync::run_at_safepoint(self, take);
  const EventMoment until = end.value_or(event_moment());
  RecordedRun run;
  run.figures = counted_figures(take.counters);
  run.events = timed(event_chunks().copy(), begin, until, groups);
  run.begin_ns = begin.ns;
  run.about = about_run();
  run.about.duration_ns = until.ns - begin.ns;
  run.about.events = run.events.size();
  run.about.lost = event_chunks().lost();
  run.about.threads = count_threads(run.events);
  merge(run.events);
  run.vm_arguments = vm_arguments_text();
  run.threads = names.threads();
  run.texts = names.texts_of(addresses_in(run.events));
  for (const gc::GangThread& worker : gc::the_heap().workers.gang().threads()) {
    run.workers[kKernelThread | static_cast<std::uint32_t>(worker.kernel_id)] =
        fmt::format("worker {}", worker.number);
  }
  return run;
}

}  // namespace minijvm::vm::record
