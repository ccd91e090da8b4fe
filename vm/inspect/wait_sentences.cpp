#include "vm/inspect/wait_sentences.h"

#include <fmt/format.h>

#include "vm/inspect/deadlocks.h"
#include "vm/inspect/thread_snapshot.h"
#include "vm/java/thread_blocking.h"

namespace minijvm::vm {

using sync::BlockKind;

namespace {

// Tools that read thread dumps take a line that opens with a quote for the head of a stack.
constexpr const char* kItem = "- ";

// The words of a dump's lock lines, so that both can be searched for one address.
std::string object_text(const ObjectNote& object) {
  return object.address == nullptr ? "something that cannot be named"
                                   : fmt::format("<0x{:016x}> (a {})", reinterpret_cast<std::uintptr_t>(object.address), object.type);
}

std::string quoted(const ThreadNote& thread) { return '"' + thread.name + '"'; }

bool is_timed(const ThreadNote& thread) { return thread.status == kThreadTimedWaiting || thread.status == kThreadTimedParked; }
const char* limit_text(const ThreadNote& thread) { return is_timed(thread) ? ", for a limited time" : ""; }

// The innermost frame of the holder that has the monitor.
std::string place_of_lock(const ThreadNote& holder, const void* object) {
  for (const FrameNote& frame : holder.frames) {
    for (const LockNote& lock : frame.locks) {
      if (lock.relation == LockRelation::kLocked && lock.object.address == object) {
        return " in " + frame.text;
      }
    }
  }
  return "";  // taken through JNI
}

// Of a thread that enters a monitor, for the first time or after a wait.
std::string monitor_text(const ThreadSnapshot& snapshot, const ThreadNote& thread) {
  const LockNote* line = thread.wait_line();
  const ObjectNote object = line == nullptr ? thread.wanted : line->object;
  std::string again = thread.block == BlockKind::kMonitorWait ? " again, after Object.wait()" : "";
  std::string text = fmt::format("needs the monitor of {}{}, ", object_text(object), again);
  const ThreadNote* holder = snapshot.find(thread.holder);
  if (holder == nullptr) {
    return text + "which is free by now";
  }
  return text + fmt::format("which {} holds{}", quoted(*holder), place_of_lock(*holder, object.address));
}

std::string waiting_text(const ThreadSnapshot& snapshot, const ThreadNote& thread) {
  if (thread.waits_for == WaitsFor::kThreadEnd) {
    const ThreadNote* joined = snapshot.find(thread.holder);
    bool is_self = joined == &thread;
    return fmt::format("waits for {} to end{}", is_self ? "itself" : joined == nullptr ? "a thread" : quoted(*joined), limit_text(thread));
  }
  const LockNote* line = thread.wait_line();
  return fmt::format("waits to be notified on {}{}", object_text(line == nullptr ? ObjectNote{} : line->object), limit_text(thread));
}

std::string parked_text(const ThreadSnapshot& snapshot, const ThreadNote& thread) {
  const LockNote* line = thread.wait_line();
  if (line == nullptr) {
    return fmt::format("is parked{}{} not said what for", limit_text(thread), is_timed(thread) ? ", and has" : " and has");
  }
  std::string text = fmt::format("is parked for {}{}, ", object_text(line->object), limit_text(thread));
  if (thread.waits_for != WaitsFor::kSynchronizer) {
    return text + "which names no owner";
  }
  const ThreadNote* owner = snapshot.find(thread.holder);
  return text + (owner == nullptr ? fmt::format("whose owner \"{}\" has ended", thread.ended_owner) : fmt::format("which {} owns", quoted(*owner)));
}

std::string class_text(const ThreadSnapshot& snapshot, const ThreadNote& thread) {
  const ThreadNote* initializer = snapshot.find(thread.holder);
  return fmt::format("waits until {} has initialized class {}", initializer == nullptr ? "another thread" : quoted(*initializer), thread.wanted.type);
}

// What a blocked thread waits for; empty: it runs.
std::string predicate(const ThreadSnapshot& snapshot, const ThreadNote& thread) {
  if (thread.waits_for == WaitsFor::kClass) {
    return class_text(snapshot, thread);
  }
  switch (thread.block) {
    case BlockKind::kMonitorEnter: return monitor_text(snapshot, thread);
    case BlockKind::kMonitorWait: return thread.status == kThreadBlockedOnEnter ? monitor_text(snapshot, thread) : waiting_text(snapshot, thread);
    case BlockKind::kPark: return parked_text(snapshot, thread);
    case BlockKind::kSleep: return "sleeps";
    case BlockKind::kCondition:
    case BlockKind::kNothing: break;
  }
  return "";
}

std::string circle_text(const Deadlock& circle) {
  if (circle.size() == 1) {
    return fmt::format("{} waits for itself and cannot go on.\n", quoted(*circle.front()));
  }
  std::string text = quoted(*circle.front());
  for (std::size_t i = 1; i < circle.size(); ++i) {
    text += (i == 1 ? " waits for " : ", which waits for ") + quoted(*circle[i]);
  }
  return text + fmt::format(", which waits for {}: none of them can go on.\n", quoted(*circle.front()));
}

}  // namespace

std::string wait_sentences(const ThreadSnapshot& snapshot) {
  std::string text;
  for (const ThreadNote& thread : snapshot.threads) {
    std::string waits = predicate(snapshot, thread);
    text += waits.empty() ? "" : fmt::format("{}{} {}.\n", kItem, quoted(thread), waits);
  }
  if (text.empty()) {
    return text;
  }
  text = "\nWhat the blocked threads wait for\n=================================\n" + text;
  for (const Deadlock& circle : find_other_circles(snapshot)) {
    text += kItem + circle_text(circle);
  }
  return text;
}

}  // namespace minijvm::vm
