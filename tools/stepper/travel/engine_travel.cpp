// Implements the commands that go to another moment of the run. They ask the root (root.h), and
// return only with the reason why not: if they succeed, another process goes on.
#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/thread/java_thread.h"
#include "sync/decide/schedule_text.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/stepper/command_words.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/roster.h"

namespace minijvm::vm::stepper {

using runtime::Frame;

namespace {

constexpr const char* kForms =
    "back takes a number, `line`, and one of next, finish and continue; `help` says more";

// Returns the nearest frame outside of the numbered one in which the thread could stop.
std::optional<Frame> caller_of(const runtime::JavaThread& thread, std::size_t number,
                               bool in_library) {
  const std::vector<Frame> frames = frames_of(thread);
  for (std::size_t at = number + 1; at < frames.size(); ++at) {
    const runtime::Method& method = frames[at].method();
    if (!method.is_native() && (in_library || !is_library(method)))
      return frames[at];
  }
  return std::nullopt;
}

}  // namespace

bool Engine::sets_stops(const std::string& command) {
  return command == "break" || command == "watch" || command == "catch" || command == "delete" ||
         command == "film";
}

Json Engine::travel(const Seek& seek, std::int64_t count, const char* command) {
  return traveller_.go(seek.to_json().set("count", count).set("answer", command));
}

Json Engine::back(const Words& words) {
  Seek seek;
  std::int64_t count = 1;
  std::string how;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const bool is_how = word == "next" || word == "finish" || word == "continue";
    if (is_how && how.empty())
      how = word;
    else if (word == "line")
      seek.by_line = true;
    else if (word == "library")
      seek.in_library = true;
    else if (number_or(words, at, 0) > 0)
      count = number_or(words, at, 0);
    else
      return failure(kForms);
  }
  if (const std::string why_not = traveller_.why_not(); !why_not.empty())
    return failure(why_not);
  seek.until = moment_;
  seek.thread = scene_.selected->id();
  seek.reason = "back";
  if (const std::optional<Frame> innermost = nth_frame(*scene_.selected, 0)) {
    seek.in_library |= is_library(innermost->method());
    if (how == "next")
      seek.depth = Traveller::depth_of(*scene_.selected, innermost->fp());
  }
  if (how == "finish") {
    const std::optional<Frame> caller = caller_of(*scene_.selected, scene_.frame, seek.in_library);
    if (!caller)
      return failure("no frame of the program has called this one");
    seek.depth = Traveller::depth_of(*scene_.selected, caller->fp());
  }
  if (how == "continue")
    seek.what = Seek::What::kStop;
  return travel(seek, count, "back");
}

Json Engine::go_to(const Words& words) {
  Seek seek;
  seek.what = Seek::What::kAny;
  const std::string& text = words.size() == 1 ? words[0] : "";
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seek.until.tick);
  if (text.empty() || rest != end || error != std::errc() || seek.until.tick >= Moment::kNever)
    return failure("goto takes a number of ticks; `when` says how many have passed");
  if (const std::string why_not = traveller_.why_not(); !why_not.empty())
    return failure(why_not);
  seek.pick = 1;
  seek.reason = fmt::format("tick {}", seek.until.tick);
  return travel(seek, 1, "goto");
}

Json Engine::last_write(const Words& words) {
  Found found;
  if (Json outcome = find_path(words, &found); outcome.has("error"))
    return outcome;
  if (found.holder == nullptr)
    return failure(
        "last-write takes a field or an element: Class.field, this.next, items[3]; a local "
        "variable is written in its own frame only");
  if (const std::string why_not = traveller_.why_not(); !why_not.empty())
    return failure(why_not);
  Seek seek;
  seek.what = Seek::What::kWrite;
  seek.until = moment_;
  seek.kind = "watch";
  seek.reason = fmt::format("{} is written next, for the last time", words[0]);
  seek.variable.in_library = found.field == nullptr || is_library(*found.field->holder);
  seek.in_library = seek.variable.in_library;
  seek.variable.object = reinterpret_cast<std::uintptr_t>(found.holder);
  seek.variable.index = found.field == nullptr ? found.index : 0;
  if (found.field != nullptr) {
    seek.variable.holder = found.field->holder->external_name();
    seek.variable.name = found.field->name->text();
    seek.variable.is_static = found.field->is_static();
  }
  return travel(seek, 1, "last-write");
}

namespace {

// Reads a schedule's deviations, each as its line. The error is a sentence.
Expected<std::vector<decide::Deviation>, std::string> read_schedule(const std::string& path) {
  std::ifstream file(path);
  if (!file.is_open())
    return Unexpected<std::string>(fmt::format("the file {} cannot be read", path));
  std::ostringstream text;
  text << file.rdbuf();
  auto schedule = decide::parse_schedule(text.str());
  if (!schedule.ok())
    return Unexpected<std::string>(
        fmt::format("{} is no schedule: {}", path, schedule.error().text()));
  return schedule.take().deviations;
}

// A deviation of this run, from the line that the end of the run has reported.
decide::Deviation parsed(const std::string& line) {
  auto schedule =
      decide::parse_schedule("minijvm-schedule 1\nprogram P\n" + line + "\nend ticks=0 events=0\n");
  return schedule.ok() && !schedule.value().deviations.empty() ? schedule.value().deviations[0]
                                                               : decide::Deviation{};
}

// The place before the operation, which takes a tick, or before the access, which takes none and is
// done once at most between two ticks.
void aim_at(const decide::Position& position, Seek& seek) {
  seek.thread_name = position.thread.text();
  seek.own_ticks = position.tick - (position.is_access || position.tick == 0 ? 0 : 1);
  seek.site = position.is_access ? position.site : "";
}

}  // namespace

// Both runs decide as fifo does but for their deviations. So they part where these differ first.
Json Engine::first_difference(const Words& words) {
  if (words.size() != 1)
    return failure("first-difference takes the file of a schedule");
  const auto theirs = read_schedule(words[0]);
  if (!theirs.ok())
    return failure(theirs.error());
  if (const std::string why_not = traveller_.why_not(); !why_not.empty())
    return failure(why_not);
  Seek seek;
  seek.what = Seek::What::kEnd;
  const Json whole = traveller_.go(seek.to_json());
  if (whole.has("error"))
    return whole;
  const std::vector<Json>& ours = whole["schedule"].items();
  std::size_t at = 0;
  while (at < ours.size() && at < theirs.value().size() &&
         ours[at].text() == decide::print_deviation(theirs.value()[at]))
    ++at;
  if (at == ours.size() && at == theirs.value().size())
    return failure("the two runs are the same");
  seek.what = Seek::What::kOwnTick;
  seek.reason = "here the run parts from the other one";
  Seek other = seek;
  if (at < theirs.value().size())
    aim_at(theirs.value()[at].position, other);
  else
    aim_at(parsed(ours[at].text()).position, other);
  aim_at(at < ours.size() ? parsed(ours[at].text()).position : theirs.value()[at].position, seek);
  return traveller_.go(
      seek.to_json().set("other", other.to_json()).set("answer", "first-difference"));
}

Json Engine::when(const Words&) {
  if (const std::string why_not = traveller_.why_not(); !why_not.empty())
    return failure(why_not);
  sync::DeterministicRun& run = *sync::thread_model().run();
  return nothing()
      .set("tick", static_cast<std::int64_t>(moment_.tick))
      .set("thread", Json::record()
                         .set("number", scene_.speaker->id())
                         .set("name", thread_name(*scene_.speaker)))
      .set("known_as", run.name_of(*scene_.speaker))
      .set("tick_of_thread", static_cast<std::int64_t>(run.tick()));
}

}  // namespace minijvm::vm::stepper
