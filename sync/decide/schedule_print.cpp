// Writes schedules as text.
#include <algorithm>

#include "base/check.h"
#include "sync/decide/schedule_text.h"

namespace minijvm::decide {
namespace {

// A word without anything that separates words or begins a comment.
std::string word(std::string_view text, char reserved = '%') {
  const char digits[] = "0123456789abcdef";
  std::string out;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == 0x7f || c == '%' || c == reserved || (c == '#' && out.empty())) {
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

// In the largest unit that keeps it whole.
std::string duration(std::uint64_t ns) {
  const std::pair<std::uint64_t, const char*> units[] = {
      {1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}, {1, "ns"}};
  const auto* unit = std::find_if(std::begin(units), std::end(units),
                                  [ns](const auto& each) { return ns % each.first == 0; });
  return std::to_string(ns / unit->first) + unit->second;
}

std::string answer(const Deviation& deviation) {
  std::string thread = deviation.thread.text();
  switch (deviation.what) {
    case Choice::kRun:
      return "run " + thread;
    case Choice::kContender:
      return "exit invites " + thread;
    case Choice::kWaiter:
      return "notify takes " + thread;
    case Choice::kTimeOut:
      return "time-passes to " + duration(deviation.value);
    case Choice::kSpurious:
      return "wakes " + thread + " for-no-reason";
    case Choice::kCasFails:
      return "cas-fails";
    case Choice::kReadsFrom:
      return "reads write " + thread + " tick " + std::to_string(deviation.value);
  }
  MJ_UNREACHABLE("choice %d", static_cast<int>(deviation.what));
}

std::string field(const char* name, const std::string& value) {
  return value.empty() ? "" : std::string(" ") + name + " " + word(value);
}

std::string words(const char* name, const std::vector<std::string>& values) {
  std::string out = values.empty() ? "" : name;
  for (const std::string& value : values) {
    out += " " + word(value);
  }
  return out;
}

}  // namespace

std::string print_deviation(const Deviation& deviation) {
  const Position& position = deviation.position;
  std::string out = deviation.blocked ? "after " : "at ";
  out += position.thread.text() + " tick " + std::to_string(position.tick);
  if (!position.site.empty()) {
    out += (position.is_access ? " access " : " operation ") + word(position.site);
  }
  if (position.is_access || position.nth != 1) {
    out += " #" + std::to_string(position.nth);
  }
  return out + " " + answer(deviation);
}

std::string print_schedule(const Schedule& schedule) {
  MJ_CHECK(!schedule.program.empty(), "a schedule of no program");
  std::string out = "minijvm-schedule 1\nprogram " + word(schedule.program);
  out += field("classpath", schedule.classpath) + field("vm", schedule.vm);
  out += words(" flags", schedule.flags) + "\n";
  if (!schedule.shared.empty()) {
    out += words("shared", schedule.shared) + "\n";
  }
  if (!schedule.found.empty()) {
    out += "found";
    for (const auto& [key, value] : schedule.found) {
      out += " " + word(key, '=') + "=" + word(value);
    }
    out += "\n";
  }
  for (const Deviation& deviation : schedule.deviations) {
    out += print_deviation(deviation) + "\n";
  }
  return out + "end ticks=" + std::to_string(schedule.ticks) +
         " events=" + std::to_string(schedule.events) + "\n";
}

}  // namespace minijvm::decide
