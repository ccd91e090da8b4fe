// Compares sets of breakpoints by their commands.
#include "tools/desk/dap/breakpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace minijvm::desk::dap {
namespace {

// A line break would begin another command, and a very long text is no condition.
bool is_one_line(std::string_view text) {
  return text.size() < 1000 && text.find_first_of("\n\r") == std::string_view::npos;
}

bool has_operator(std::string_view text) {
  return text.find_first_of("<>") != std::string_view::npos ||
         text.find("==") != std::string_view::npos || text.find("!=") != std::string_view::npos;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos)
    return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

}  // namespace

bool update(Breakpoint& breakpoint, const Json& row) {
  const Breakpoint before = breakpoint;
  if (row.has("error")) {
    breakpoint.is_verified = false;
    breakpoint.is_pending = false;
    breakpoint.message = row["error"].text();
  } else {
    breakpoint.stop = static_cast<int>(row["number"].number());
    // A class that is loaded later, such as a nested one, may still bring code for a line.
    const bool has_no_code = row["no_code"].is_true();
    breakpoint.is_pending = row["pending"].is_true() || has_no_code;
    breakpoint.is_verified = !breakpoint.is_pending;
    breakpoint.message = has_no_code ? "no loaded class has an instruction at this place"
                         : breakpoint.is_pending ? "no loaded class has this place yet"
                                                 : "";
  }
  return before.is_verified != breakpoint.is_verified || before.message != breakpoint.message;
}

Json breakpoint_json(const Breakpoint& breakpoint) {
  Json json = Json::record().set("id", breakpoint.id).set("verified", breakpoint.is_verified);
  if (!breakpoint.message.empty())
    json.set("message", breakpoint.message);
  if (!breakpoint.is_verified)
    json.set("reason", breakpoint.is_pending ? "pending" : "failed");
  if (!breakpoint.source.is_null())
    json.set("source", breakpoint.source);
  if (breakpoint.line >= 0)
    json.set("line", breakpoint.line);
  if (!breakpoint.instruction.empty())
    json.set("instructionReference", breakpoint.instruction);
  return json;
}

std::vector<int> BreakpointSets::replace(const std::string& name, Set wanted) {
  Set old = std::move(sets_[name]);
  for (Breakpoint& breakpoint : wanted) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const Breakpoint& one) {
      return !one.command.empty() && one.command == breakpoint.command;
    });
    if (same == old.end()) {
      breakpoint.id = ++last_id_;
      continue;
    }
    breakpoint.id = same->id;
    breakpoint.stop = same->stop;
    breakpoint.is_verified = same->is_verified;
    breakpoint.is_pending = same->is_pending;
    breakpoint.message = same->message;
    old.erase(same);
  }
  sets_[name] = std::move(wanted);
  std::vector<int> gone;
  for (const Breakpoint& breakpoint : old) {
    if (breakpoint.stop != 0)
      gone.push_back(breakpoint.stop);
  }
  return gone;
}

Breakpoint* BreakpointSets::with_id(int id) {
  for (auto& [name, set] : sets_) {
    for (Breakpoint& breakpoint : set) {
      if (breakpoint.id == id)
        return &breakpoint;
    }
  }
  return nullptr;
}

Breakpoint* BreakpointSets::with_stop(int stop, std::string* set_name) {
  for (auto& [name, set] : sets_) {
    for (Breakpoint& breakpoint : set) {
      if (stop == 0 || breakpoint.stop != stop)
        continue;
      *set_name = name;
      return &breakpoint;
    }
  }
  return nullptr;
}

bool BreakpointSets::has_pending() const {
  return std::any_of(sets_.begin(), sets_.end(), [](const auto& entry) {
    return std::any_of(entry.second.begin(), entry.second.end(),
                       [](const Breakpoint& one) { return one.stop != 0 && !one.is_verified; });
  });
}

void BreakpointSets::forget_stops() {
  for (auto& [name, set] : sets_) {
    for (Breakpoint& breakpoint : set) {
      if (breakpoint.command.empty())
        continue;
      breakpoint.stop = 0;
      breakpoint.is_verified = false;
      breakpoint.is_pending = true;
      breakpoint.message = "the program has not been started yet";
    }
  }
}

// The stepper reads memory and calls no method, so a condition compares one path with one value.
std::string add_conditions(const Json& wanted, std::string* command) {
  const std::string condition = trimmed(wanted["condition"].text());
  const std::string hits = trimmed(wanted["hitCondition"].text());
  if (!condition.empty()) {
    if (!is_one_line(condition) || !has_operator(condition))
      return "a condition is `PATH == VALUE`, or with one of != < <= > >=";
    *command += " if " + condition;
  }
  if (!hits.empty()) {
    if (hits.size() > 9 || hits.find_first_not_of("0123456789") != std::string::npos)
      return "a hit condition is the number of hits that are passed over first";
    *command += " after " + hits;
  }
  return "";
}

}  // namespace minijvm::desk::dap
