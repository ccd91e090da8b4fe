// Reads the options of a recording. Unknown keys and values are complaints that list known ones.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/events/event_steps.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"
#include "tools/record/record_state.h"
#include "tools/record/recorder.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm::record {
namespace {

constexpr struct {
  const char* name;
  EventGroup group;
} kGroups[] = {{"class", EventGroup::kClasses},  {"exception", EventGroup::kExceptions},
               {"thread", EventGroup::kThreads}, {"safepoint", EventGroup::kSafepoints},
               {"gc", EventGroup::kCollections}, {"meta", EventGroup::kMetaLock},
               {"lock", EventGroup::kMonitors},  {"block", EventGroup::kBlocking},
               {"native", EventGroup::kNatives}, {"lwp", EventGroup::kLwps},
               {"gang", EventGroup::kGang}};

std::string known_groups() {
  std::string all = "default, all";
  for (const auto& one : kGroups) {
    all += fmt::format(", {}", one.name);
  }
  return all;
}

// Lanes are made of these, whatever else is wanted.
constexpr std::uint32_t kAlways =
    group_bit(EventGroup::kThreads) | group_bit(EventGroup::kBlocking);

std::string read_groups(std::string_view text, std::uint32_t& groups) {
  groups = kAlways;
  while (!text.empty()) {
    const std::size_t plus = text.find('+');
    const std::string_view word = text.substr(0, plus);
    text = plus == std::string_view::npos ? "" : text.substr(plus + 1);
    bool is_known = word == "all" || word == "default";
    groups |= is_known ? kTimelineGroups : kNoEventGroups;
    groups |= word == "all" ? kEventSteps : kNoEventGroups;
    for (const auto& one : kGroups) {
      if (word == one.name) {
        groups |= group_bit(one.group);
        is_known = true;
      }
    }
    if (!is_known) {
      return fmt::format("Unknown events \"{}\"; known are: {}", word, known_groups());
    }
  }
  return "";
}

// Reads "30s", "500ms", "2m", "1h", "1d", as HotSpot does. A number alone is an error there, too.
std::string read_time(std::string_view key, const std::string& text, std::int64_t& ns) {
  constexpr struct {
    const char* name;
    std::int64_t ns;
  } kUnits[] = {{"ns", 1},
                {"us", 1'000},
                {"ms", sync::kNanosPerMilli},
                {"s", sync::kNanosPerSecond},
                {"m", 60 * sync::kNanosPerSecond},
                {"h", 3600 * sync::kNanosPerSecond},
                {"d", 24 * 3600 * sync::kNanosPerSecond}};
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
  for (const auto& unit : kUnits) {
    if (failure == std::errc() && number >= 0 && rest == unit.name && number <= kMost / unit.ns) {
      ns = number * unit.ns;
      return "";
    }
  }
  return fmt::format("\"{}\" is no time for {}; write for example 30s, 500ms or 2m", text, key);
}

std::string read_bytes(const std::string& text, std::size_t& bytes) {
  constexpr std::size_t kLeast = 64 * 1024;
  const std::optional<std::size_t> size = parse_size(text);
  if (!size || *size < kLeast) {
    return fmt::format("\"{}\" is no size for maxsize; the least is 64k", text);
  }
  bytes = *size;
  return "";
}

std::string read_flag(std::string_view key, const std::string& text, std::optional<bool>& flag) {
  flag = text == "true";
  return *flag || text == "false" ? "" : fmt::format("\"{}\" is no value for {}", text, key);
}

// HOTSPOT: the waits and samples of default.jfc and profile.jfc.
std::string read_settings(const std::string& text, RecordingOptions& options) {
  constexpr std::int64_t kProfileNs = 10 * sync::kNanosPerMilli;
  const std::string name = text.ends_with(".jfc") ? text.substr(0, text.size() - 4) : text;
  if (name != "default" && name != "profile") {
    return fmt::format("Could not find settings \"{}\"; known are: default, profile", text);
  }
  if (name == "profile") {
    options.threshold_ns = kProfileNs;
    options.sample_period_ns = kProfileNs;
  }
  return "";
}

std::string read_flight_key(std::string_view key, const std::string& value,
                            RecordingOptions& options) {
  if (key == "settings") {
    return read_settings(value, options);
  }
  if (key == "dumponexit") {
    return read_flag(key, value, options.dumps_on_exit);
  }
  if (key == "disk" || key == "maxage" || key == "path-to-gc-roots") {
    options.ignored += (options.ignored.empty() ? "" : ", ") + std::string(key);
    return "";
  }
  return fmt::format(
      "Unknown key \"{}\"; known are: name, settings, delay, duration, filename, maxsize, maxage, "
      "disk, dumponexit, path-to-gc-roots",
      key);
}

std::string read_timeline_key(std::string_view key, const std::string& value,
                              RecordingOptions& options) {
  if (key == "events") {
    return read_groups(value, options.groups);
  }
  return fmt::format(
      "Unknown key \"{}\"; known are: name, filename, maxsize, duration, delay, events", key);
}

}  // namespace

RecordingOptions default_options(Kind kind) {
  RecordingOptions options;
  options.kind = kind;
  if (kind == Kind::kFlight) {
    options.groups = kAllEventGroups;
  }
  return options;
}

std::string complaint_about(const RecordingOptions& options) {
  const bool is_timed = options.duration_ns != 0 || options.delay_ns != 0;
  if (is_timed && sync::thread_model().run() != nullptr) {
    return "duration and delay have no meaning in a deterministic run, whose clock is its own";
  }
  if (is_timed && !record_state.has_period) {
    return "duration and delay need -XX:+UsePerfData, whose period they use";
  }
  return "";
}

std::string read_recording_option(std::string_view key, const std::string& value,
                                  RecordingOptions& options) {
  if (key == "name") {
    options.name = value;
  } else if (key == "filename") {
    options.filename = value;
  } else if (key == "maxsize") {
    return read_bytes(value, options.most_bytes);
  } else if (key == "duration") {
    return read_time(key, value, options.duration_ns);
  } else if (key == "delay") {
    return read_time(key, value, options.delay_ns);
  } else {
    return options.kind == Kind::kFlight ? read_flight_key(key, value, options)
                                         : read_timeline_key(key, value, options);
  }
  return "";
}

std::string read_recording_options(std::string_view text, RecordingOptions& options) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      return fmt::format("\"{}\" has no value; write key=value,key=value", word);
    }
    std::string complaint = read_recording_option(word.substr(0, equals),
                                                  std::string(word.substr(equals + 1)), options);
    if (!complaint.empty()) {
      return complaint;
    }
  }
  return "";
}

}  // namespace minijvm::vm::record
