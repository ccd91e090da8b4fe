// Sorts the events into logs with HotSpot's names. Events are only kept while something records.
#include "tools/manage/commands/event_report.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "runtime/thread/java_thread.h"
#include "tools/record/recorder.h"

namespace minijvm::vm {
namespace {

using record::RecordedRun;
using record::TimedEvent;

constexpr struct {
  std::string_view name;
  const char* title;
} kLogs[] = {{"gc", "GC Heap History"},
             {"load", "Classes loaded"},
             {"exc", "Internal exceptions"},
             {"vmops", "VM Operations"},
             {"events", "Events"}};

std::string_view log_of(Event event) {
  switch (event_group(event)) {
    case EventGroup::kCollections:
      return "gc";
    case EventGroup::kExceptions:
      return "exc";
    case EventGroup::kSafepoints:
      return "vmops";
    default:
      return event == Event::class_loaded ? "load" : "events";
  }
}

// Returns the class or method of this address, or else the number.
std::string value_text(const RecordedRun& run, std::uint64_t value) {
  const std::string known = run.text_of(value);
  return known.empty() ? fmt::format("{:#x}", value) : known;
}

// HOTSPOT: an operation has its name in the event.
std::string values_text(const RecordedRun& run, const EventRecord& record) {
  if (record.event == Event::safepoint_begin) {
    return reinterpret_cast<const char*>(record.second);
  }
  std::string text = record.first == 0 ? "" : value_text(run, record.first);
  const bool has_second = record.second != 0 && event_group(record.event) != EventGroup::kClasses;
  return has_second ? text + ' ' + value_text(run, record.second) : text;
}

std::string owner_text(const RecordedRun& run, EventOwner owner) {
  const auto worker = run.workers.find(owner);
  if (worker != run.workers.end()) {
    return worker->second;
  }
  return owner < kKernelThread ? run.thread_name(static_cast<std::uint32_t>(owner))
                               : fmt::format("{:#x}", owner & ~kKernelThread);
}

std::string event_text(const RecordedRun& run, const TimedEvent& event) {
  const double seconds = static_cast<double>(run.begin_ns + event.time) / 1e9 - log_state.start_s;
  return fmt::format("Event: {:.3f} Thread \"{}\" {} {}\n", seconds, owner_text(run, event.owner),
                     event_name(event.record.event), values_text(run, event.record));
}

std::string log_text(const RecordedRun& run, std::string_view log, const char* title,
                     std::size_t most) {
  std::vector<const TimedEvent*> events;
  for (const TimedEvent& event : run.events) {
    if (log_of(event.record.event) == log) {
      events.push_back(&event);
    }
  }
  std::string text = fmt::format("{} ({} events):\n", title, events.size());
  text += events.empty() ? "No events\n" : events.size() > most ? "...(skipped)\n" : "";
  for (std::size_t i = events.size() > most ? events.size() - most : 0; i < events.size(); ++i) {
    text += event_text(run, *events[i]);
  }
  return text + '\n';
}

std::string unknown_log_text(const std::string& name) {
  std::string text = fmt::format(
      "The name \"{}\" did not match any known event log. Valid event log names are:\n", name);
  for (const auto& [each, title] : kLogs) {
    text += fmt::format("\"{}\" : {}\n", each, title);
  }
  return text;
}

bool is_log(const std::string& name) {
  for (const auto& [each, title] : kLogs) {
    if (name == each) {
      return true;
    }
  }
  return false;
}

// Returns nothing if the text is no number.
std::optional<std::size_t> number_of(const std::string& text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string event_report(runtime::JavaThread& self, const std::string* log,
                         const std::string* most) {
  constexpr std::size_t kUsual = 20;  // HOTSPOT: as many as a log has
  if (log != nullptr && !is_log(*log)) {
    return unknown_log_text(*log);
  }
  const std::optional<std::size_t> limit = most == nullptr ? kUsual : number_of(*most);
  if (!limit) {
    return fmt::format("Invalid max option: \"{}\".\n", *most);
  }
  const std::optional<RecordedRun> run = record::recorder().read_all(self);
  if (!run) {
    return "No events are recorded now. Timeline.start and JFR.start record them.\n";
  }
  std::string text;
  for (const auto& [name, title] : kLogs) {
    text += log == nullptr || *log == name ? log_text(*run, name, title, *limit) : "";
  }
  return text;
}

}  // namespace minijvm::vm
