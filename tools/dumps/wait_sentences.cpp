// Builds one sentence for each blocked thread of a snapshot. The caller is in kInVm; nothing here
// stops.
#include "tools/dumps/wait_sentences.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "tools/dumps/thread_text.h"
#include "tools/threads/deadlocks.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

using sync::BlockKind;
using sync::NoSafepoint;

namespace {

// Tools that read thread dumps take a line that begins with a quote for the head of a stack.
constexpr const char* kItem = "- ";

bool is_timed(const ThreadSnapshot& thread) {
  return thread.status == kThreadTimedWaiting || thread.status == kThreadTimedParked;
}
const char* limit_text(const ThreadSnapshot& thread) {
  return is_timed(thread) ? ", for a limited time" : "";
}

// Makes the sentences. Objects are named as in a dump's lock lines, so that both can be searched
// for one address.
class Sentences {
 public:
  Sentences(const NoSafepoint& still, const std::vector<ThreadSnapshot>& threads)
      : still_(still), threads_(threads) {}

  std::string quoted(runtime::Handle<java::Thread> thread) const {
    return '"' + name_text(still_, thread) + '"';
  }
  std::string quoted(const ThreadSnapshot& thread) const { return quoted(thread.thread); }

  // Says what a blocked thread waits for; empty: it runs.
  std::string predicate(const ThreadSnapshot& thread) const {
    if (thread.wait.kind == WaitsFor::kClass) {
      return class_text(thread);
    }
    switch (thread.block) {
      case BlockKind::kMonitorEnter:
        return monitor_text(thread);
      case BlockKind::kMonitorWait:
        return thread.status == kThreadBlockedOnEnter ? monitor_text(thread) : waiting_text(thread);
      case BlockKind::kPark:
        return parked_text(thread);
      case BlockKind::kSleep:
        return "sleeps";
      case BlockKind::kCondition:
      case BlockKind::kNothing:
        break;
    }
    return "";
  }

  std::string cycle_text(const ThreadCycle& cycle) const {
    const std::string first = quoted(*cycle.front());
    if (cycle.size() == 1) {
      return fmt::format("{} waits for itself and cannot go on.\n", first);
    }
    std::string text = first;
    for (std::size_t i = 1; i < cycle.size(); ++i) {
      text += (i == 1 ? " waits for " : ", which waits for ") + quoted(*cycle[i]);
    }
    return text + fmt::format(", which waits for {}: none of them can go on.\n", first);
  }

 private:
  const ThreadSnapshot* holder_of(const ThreadSnapshot& thread) const {
    return find_thread(threads_, thread.wait.holder);
  }

  std::string blocker_text(const ThreadSnapshot& thread) const {
    const runtime::Object* blocker = thread.blocker.raw(still_);
    return blocker == nullptr ? "something that cannot be named" : object_text(*blocker);
  }

  // Where the holder locked the monitor: its innermost frame that lists the monitor. Empty if no
  // frame does, since JNI has locked it.
  std::string place_of_lock(const ThreadSnapshot& holder, const runtime::Object* object) const {
    auto found = std::find_if(holder.monitors.begin(), holder.monitors.end(),
                              [&](const LockedMonitor& monitor) {
                                return monitor.depth >= 0 && monitor.object.raw(still_) == object;
                              });
    return found == holder.monitors.end()
               ? ""
               : " in " + frame_text(holder.frames[static_cast<std::size_t>(found->depth)]);
  }

  // A thread that enters a monitor, for the first time or again after Object.wait().
  std::string monitor_text(const ThreadSnapshot& thread) const {
    const char* again =
        thread.block == BlockKind::kMonitorWait ? " again, after Object.wait()" : "";
    std::string text = fmt::format("needs the monitor of {}{}, ", blocker_text(thread), again);
    const ThreadSnapshot* holder = holder_of(thread);
    if (holder == nullptr) {
      return text + "which is free by now";
    }
    return text + fmt::format("which {} holds{}", quoted(*holder),
                              place_of_lock(*holder, thread.blocker.raw(still_)));
  }

  std::string waiting_text(const ThreadSnapshot& thread) const {
    if (thread.wait.kind == WaitsFor::kThreadEnd) {
      const ThreadSnapshot* joined = holder_of(thread);
      return fmt::format("waits for {} to end{}",
                         joined == &thread   ? "itself"
                         : joined == nullptr ? "a thread"
                                             : quoted(*joined),
                         limit_text(thread));
    }
    return fmt::format("waits to be notified on {}{}", blocker_text(thread), limit_text(thread));
  }

  std::string parked_text(const ThreadSnapshot& thread) const {
    if (thread.blocker.is_null()) {
      return fmt::format("is parked{}{} not said what for", limit_text(thread),
                         is_timed(thread) ? ", and has" : " and has");
    }
    std::string text =
        fmt::format("is parked for {}{}, ", blocker_text(thread), limit_text(thread));
    if (thread.wait.kind != WaitsFor::kSynchronizer) {
      return text + "which names no owner";
    }
    const std::string owner = quoted(thread.owner);
    return text + (holder_of(thread) == nullptr ? fmt::format("whose owner {} has ended", owner)
                                                : fmt::format("which {} owns", owner));
  }

  std::string class_text(const ThreadSnapshot& thread) const {
    const ThreadSnapshot* initializer = holder_of(thread);
    return fmt::format("waits until {} has initialized class {}",
                       initializer == nullptr ? "another thread" : quoted(*initializer),
                       thread.awaited_class->external_name());
  }

  const NoSafepoint& still_;
  const std::vector<ThreadSnapshot>& threads_;
};

}  // namespace

std::string wait_sentences(const NoSafepoint& still, const std::vector<ThreadSnapshot>& threads) {
  const Sentences sentences(still, threads);
  std::string text;
  for (const ThreadSnapshot& thread : threads) {
    std::string waits = sentences.predicate(thread);
    text += waits.empty() ? "" : fmt::format("{}{} {}.\n", kItem, sentences.quoted(thread), waits);
  }
  if (text.empty()) {
    return text;
  }
  text = "\nWhat the blocked threads wait for\n=================================\n" + text;
  for (const ThreadCycle& cycle : find_other_cycles(threads)) {
    text += kItem + sentences.cycle_text(cycle);
  }
  return text;
}

}  // namespace minijvm::vm
