// Writes and reads schedules.
#include "tools/stepper/schedule.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "runtime/thread/java_thread.h"
#include "tools/stepper/roster.h"

namespace minijvm::vm::stepper {

namespace {

constexpr std::string_view kFreeRun = "...";
constexpr std::size_t kMostTurns = 100000;

// A name that is empty or looks like a number does not tell which thread is meant.
bool is_clear(const std::string& name) {
  return name.find_first_not_of("0123456789") != std::string::npos;
}

// Returns the name as a schedule has it.
std::string word_of(const std::string& name) {
  const bool is_plain = name != kFreeRun && name.find_first_of(" \t\n\r*\"\\") == std::string::npos;
  if (is_plain)
    return name;
  std::string quoted = "\"";
  for (char letter : name) {
    if (letter == '"' || letter == '\\')
      quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

Unexpected<std::string> wrong(std::string_view rest) {
  return Unexpected<std::string>(fmt::format(
      "a schedule is written like one*4 \"worker 1\"*2 ..., and not '{}'", rest.substr(0, 40)));
}

// Takes a name, in quotes or up to a blank or a star, from the front. Returns false if a quote does
// not end.
bool take_name(std::string_view* rest, std::string* name) {
  std::size_t at = 0;
  if (!rest->starts_with('"')) {
    at = std::min(rest->find_first_of(" *"), rest->size());
    *name = rest->substr(0, at);
    rest->remove_prefix(at);
    return !name->empty();
  }
  for (at = 1; at < rest->size() && (*rest)[at] != '"'; ++at) {
    at += (*rest)[at] == '\\' && at + 1 < rest->size() ? 1 : 0;
    *name += (*rest)[at];
  }
  if (at >= rest->size())
    return false;
  rest->remove_prefix(at + 1);
  return true;
}

// Takes "*4" from the front, if it is there. Returns false if it is no number from 1 on.
bool take_steps(std::string_view* rest, int* steps) {
  if (!rest->starts_with('*'))
    return true;
  const auto [end, error] = std::from_chars(rest->data() + 1, rest->data() + rest->size(), *steps);
  if (error != std::errc() || *steps < 1)
    return false;
  rest->remove_prefix(static_cast<std::size_t>(end - rest->data()));
  return true;
}

}  // namespace

Expected<std::vector<Turn>, std::string> parse_schedule(std::string_view text) {
  std::vector<Turn> turns;
  for (std::string_view rest = text;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty())
      return turns;
    const std::string_view here = rest;
    const bool is_quoted = rest.starts_with('"');
    Turn turn;
    if (!take_name(&rest, &turn.thread) || !take_steps(&rest, &turn.steps) ||
        !(rest.empty() || rest.starts_with(' ')) || turns.size() >= kMostTurns)
      return wrong(here);
    if (!is_quoted && turn.thread == kFreeRun)
      turn.thread.clear();
    turns.push_back(std::move(turn));
  }
}

void Schedule::count(const runtime::JavaThread& thread) {
  if (rows_.empty() || rows_.back().thread != thread.id())
    rows_.push_back({thread.id(), 0});
  ++rows_.back().steps;
}

void Schedule::note_free_run() {
  if (rows_.empty() || rows_.back().thread != 0)
    rows_.push_back({0, 0});
}

std::string Schedule::text() const {
  // The numbers of the threads by their names.
  std::map<std::string, std::uint32_t> by_name;
  for (const Row& row : rows_) {
    const auto entry = by_name.try_emplace(name_of_number(row.thread), row.thread).first;
    if (entry->second != row.thread)
      entry->second = 0;
  }
  std::string text;
  for (const Row& row : rows_) {
    text += text.empty() ? "" : " ";
    if (row.thread == 0) {
      text += kFreeRun;
      continue;
    }
    const std::string name = name_of_number(row.thread);
    // A name that two threads have is replaced by the number.
    const bool is_told_by_name = is_clear(name) && by_name[name] != 0;
    text += is_told_by_name ? word_of(name) : std::to_string(row.thread);
    if (row.steps != 1)
      text += fmt::format("*{}", row.steps);
  }
  return text;
}

}  // namespace minijvm::vm::stepper
