// Builds the sentence of one thread. The caller is in kInVm; nothing here stops.
#include "tools/hangs/wait_texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/object/object.h"
#include "tools/dumps/thread_text.h"
#include "tools/hangs/lock_sites.h"
#include "tools/hangs/object_names.h"
#include "tools/hangs/synchronizer_texts.h"
#include "tools/threads/program_frames.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm::hangs {

using runtime::Object;
using sync::BlockKind;

namespace {

std::string in_brackets(const std::string& place) {
  return place.empty() ? "" : " (" + place + ')';
}

// The instruction by which this frame has locked the monitor with this number, the innermost of the
// frame being 0. A synchronized method has locked before its first instruction.
std::int32_t lock_bci(const TracePoint& frame, std::size_t number, std::size_t count) {
  const std::vector<std::int32_t> sites = active_locks(*frame.method, frame.bci);
  if (sites.size() == count) {
    return sites[count - 1 - number];
  }
  const bool is_methods = frame.method->is_synchronized() && number + 1 == count;
  return is_methods ? 0 : frame.bci;
}

}  // namespace

bool is_timed(const ThreadSnapshot& thread) {
  return thread.status == kThreadTimedWaiting || thread.status == kThreadTimedParked;
}
const char* limit_text(const ThreadSnapshot& thread) {
  return is_timed(thread) ? ", for a limited time" : "";
}

std::string WaitTexts::quoted(runtime::Handle<java::Thread> thread) const {
  return '"' + name_text(scene_.still, thread) + '"';
}

std::string WaitTexts::name(const Object& object) const {
  return object_name(scene_.still, scene_.history, object);
}

std::string WaitTexts::place(const ThreadSnapshot& thread) const {
  for (const TracePoint& frame : thread.frames) {
    if (is_of_program(*frame.method)) {
      return in_brackets(place_text(*frame.method, frame.bci));
    }
  }
  return "";
}

std::string WaitTexts::lock_place(const ThreadSnapshot& holder, const Object& object) const {
  auto found = std::find_if(
      holder.monitors.begin(), holder.monitors.end(), [&](const LockedMonitor& monitor) {
        return monitor.depth >= 0 && monitor.object.raw(scene_.still) == &object;
      });
  if (found != holder.monitors.end()) {
    const auto is_in_frame = [&](const LockedMonitor& monitor) {
      return monitor.depth == found->depth;
    };
    auto first = std::find_if(holder.monitors.begin(), holder.monitors.end(), is_in_frame);
    const auto count = std::count_if(holder.monitors.begin(), holder.monitors.end(), is_in_frame);
    const TracePoint& frame = holder.frames[static_cast<std::size_t>(found->depth)];
    return in_brackets(place_text(
        *frame.method,
        lock_bci(frame, static_cast<std::size_t>(found - first), static_cast<std::size_t>(count))));
  }
  const ObjectStory* story =
      scene_.history == nullptr ? nullptr : scene_.history->story_or_null(object);
  for (const Holding& holding : story == nullptr ? std::vector<Holding>() : story->holdings) {
    if (scene_.history->thread(holding.by).alive == holder.address) {
      return in_brackets(scene_.history->place(holding.at).text);
    }
  }
  return "";
}

std::string WaitTexts::holdings(const ThreadSnapshot& thread) const {
  std::vector<const Object*> named;
  std::string text;
  for (const ThreadSnapshot& other : scene_.threads) {
    const Object* wanted = other.blocker.raw(scene_.still);
    const bool is_held =
        &other != &thread && other.wait.holder == thread.address &&
        (other.wait.kind == WaitsFor::kMonitor || other.wait.kind == WaitsFor::kSynchronizer);
    if (is_held && std::find(named.begin(), named.end(), wanted) == named.end()) {
      named.push_back(wanted);
      text += fmt::format("holds {}{} and ", name(*wanted), lock_place(thread, *wanted));
    }
  }
  return text;
}

std::string WaitTexts::predicate(const ThreadSnapshot& thread) const {
  if (thread.wait.kind == WaitsFor::kClass) {
    return initialization(thread);
  }
  switch (thread.block) {
    case BlockKind::kMonitorEnter:
      return monitor(thread);
    case BlockKind::kMonitorWait:
      return thread.status == kThreadBlockedOnEnter ? monitor(thread) : waiting(thread);
    case BlockKind::kPark:
      return parked(thread);
    case BlockKind::kSleep:
      return "sleeps" + place(thread);
    case BlockKind::kCondition:
    case BlockKind::kNothing:
      break;
  }
  return "";
}

std::string WaitTexts::cycle(const ThreadCycle& cycle) const {
  const std::string first = quoted(*cycle.front());
  if (cycle.size() == 1) {
    return fmt::format("{} waits for itself and cannot go on.", first);
  }
  std::string text = first;
  for (std::size_t i = 1; i < cycle.size(); ++i) {
    text += (i == 1 ? " waits for " : ", which waits for ") + quoted(*cycle[i]);
  }
  return text + fmt::format(", which waits for {}: none of them can go on.", first);
}

std::string WaitTexts::blocker(const ThreadSnapshot& thread) const {
  const Object* wanted = thread.blocker.raw(scene_.still);
  return wanted == nullptr ? "something that cannot be named" : name(*wanted);
}

// A thread that enters a monitor, for the first time or again after Object.wait().
std::string WaitTexts::monitor(const ThreadSnapshot& thread) const {
  const char* again = thread.block == BlockKind::kMonitorWait ? " again, after Object.wait()" : "";
  std::string text = fmt::format("needs {}{}{}, ", blocker(thread), again, place(thread));
  const ThreadSnapshot* holder = holder_of(thread);
  if (holder == nullptr) {
    return text + "which is free by now";
  }
  return text + fmt::format("which {} holds{}", quoted(*holder),
                            lock_place(*holder, *thread.blocker.raw(scene_.still)));
}

std::string WaitTexts::waiting(const ThreadSnapshot& thread) const {
  if (thread.wait.kind == WaitsFor::kThreadEnd) {
    const ThreadSnapshot* joined = holder_of(thread);
    return fmt::format("waits for {} to end{}{}",
                       joined == &thread   ? "itself"
                       : joined == nullptr ? "a thread"
                                           : quoted(*joined),
                       place(thread), limit_text(thread));
  }
  return fmt::format("waits to be notified on {}{}{}", blocker(thread), place(thread),
                     limit_text(thread));
}

std::string WaitTexts::parked(const ThreadSnapshot& thread) const {
  if (thread.wait.kind == WaitsFor::kSynchronizer) {
    return owned(thread);
  }
  const std::string known = synchronizer_text(scene_, *this, thread);
  if (!known.empty()) {
    return known;
  }
  if (thread.blocker.is_null()) {
    return fmt::format("is parked{}{}{} not said what for", place(thread), limit_text(thread),
                       is_timed(thread) ? ", and has" : " and has");
  }
  return fmt::format("is parked for {}{}{}, which names no owner", blocker(thread), place(thread),
                     limit_text(thread));
}

std::string WaitTexts::owned(const ThreadSnapshot& thread) const {
  std::string text =
      fmt::format("needs {}{}{}, ", blocker(thread), place(thread), limit_text(thread));
  const std::string owner = quoted(thread.owner);
  const ThreadSnapshot* holder = holder_of(thread);
  return text + (holder == nullptr
                     ? fmt::format("whose owner {} has ended without unlocking it", owner)
                     : fmt::format("which {} holds{}", owner,
                                   lock_place(*holder, *thread.blocker.raw(scene_.still))));
}

std::string WaitTexts::initialization(const ThreadSnapshot& thread) const {
  const ThreadSnapshot* initializer = holder_of(thread);
  return fmt::format("waits until {} has initialized class {}{}",
                     initializer == nullptr ? "another thread" : quoted(*initializer),
                     scene_.history == nullptr ? thread.awaited_class->external_name()
                                               : short_name(*thread.awaited_class),
                     place(thread));
}

}  // namespace minijvm::vm::hangs
