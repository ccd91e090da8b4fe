// Says why a thread that waits to be notified is not. The rules compare the step at which its wait
// began with those of the notifications, so each sentence is a fact of this run.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/object/object.h"
#include "tools/hangs/fields.h"
#include "tools/hangs/reasons.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm::hangs {

using runtime::Object;
using sync::BlockKind;

namespace {

using Group = std::vector<const ThreadSnapshot*>;

// Object.wait and Condition.await mean the same by other words.
struct Words {
  const char* notified;
  const char* one;
  const char* all;
  const char* wait;
};
constexpr Words kMonitorWords{"notified", "notify()", "notifyAll()", "wait()"};
constexpr Words kConditionWords{"signalled", "signal()", "signalAll()", "await()"};

// An object and the threads that wait there.
struct Waits {
  Reasons& reasons;
  const Object& object;
  const ObjectStory& story;
  const Words& words;
  Group waiters;

  std::string name() const { return reasons.texts.name(object); }
  Step began(const ThreadSnapshot& waiter) const {
    const ThreadStory* thread = reasons.scene.history->thread_or_null(waiter.address);
    return thread == nullptr ? 0 : thread->wait_began;
  }
  const Notification& last() const { return story.last_notifications.back(); }
};

const Words* words_for(const ThreadSnapshot& thread, const Object* blocker, const Object* called) {
  if (thread.wait.kind != WaitsFor::kNothing || blocker == nullptr) {
    return nullptr;
  }
  if (thread.block == BlockKind::kMonitorWait && thread.status == kThreadWaiting) {
    return &kMonitorWords;
  }
  return thread.status == kThreadParked && blocker == called &&
                 ref_field(blocker, "this$0") != nullptr
             ? &kConditionWords
             : nullptr;
}

std::string times_text(std::uint64_t count) {
  return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}

std::string last_text(const Waits& waits) {
  return fmt::format("It was {} {}, {}by {}{}", waits.words.notified,
                     times_text(waits.story.notifications),
                     waits.story.notifications == 1 ? "" : "the last time ",
                     waits.reasons.quoted(waits.last().by), waits.reasons.at(waits.last().at));
}

std::string wait_text(const Waits& waits, const ThreadSnapshot& waiter) {
  return fmt::format("{} waits on {} forever{}", waits.reasons.quoted(waiter), waits.name(),
                     waits.reasons.texts.place(waiter));
}

void explain_never_notified(const Waits& waits) {
  if (waits.story.notifications != 0) {
    return;
  }
  std::string text = fmt::format("Nobody has {} {}, on which {} {}.", waits.words.notified,
                                 waits.name(), waits.reasons.quoted(waits.waiters),
                                 waits.waiters.size() == 1 ? "waits" : "wait");
  for (const ObjectStory* other : waits.reasons.scene.history->notified_in_vain()) {
    const Notification& last = other->last_notifications.back();
    text += fmt::format(
        " {} was notified by {}{} when nobody waited there: one of the two may be "
        "the wrong object.",
        other->name, waits.reasons.quoted(last.by), waits.reasons.at(last.at));
    break;
  }
  waits.reasons.add(std::move(text), waits.waiters);
}

void explain_lost_wake_up(const Waits& waits) {
  if (waits.story.notifications == 0 || waits.last().found != 0) {
    return;
  }
  for (const ThreadSnapshot* waiter : waits.waiters) {
    if (waits.began(*waiter) > waits.last().step) {
      waits.reasons.add(
          fmt::format("Lost wake-up: {}. {}, when nobody waited: the wait began after that.",
                      wait_text(waits, *waiter), last_text(waits)),
          {waiter});
    }
  }
}

// Somebody was woken at a wait() that stands in no loop, and went on whatever it had waited for.
void explain_wait_without_loop(const Waits& waits) {
  for (const Waiter& waiter : waits.story.waiters) {
    if (waiter.wakings != 0 && waiter.at != kNoPlace &&
        !waits.reasons.scene.history->place(waiter.at).in_loop) {
      waits.reasons.add(
          fmt::format("{} was woken {} at a {} that stands in no loop{}, so it went on without "
                      "testing its condition again: that may be why {} {} on {} forever.",
                      waits.reasons.quoted(waiter.who), times_text(waiter.wakings),
                      waits.words.wait, waits.reasons.at(waiter.at),
                      waits.reasons.quoted(waits.waiters),
                      waits.waiters.size() == 1 ? "waits" : "wait", waits.name()),
          waits.waiters);
      return;
    }
  }
}

// A thread waited already when notify() took another one.
void explain_passed_over(const Waits& waits) {
  for (auto last = waits.story.last_notifications.rbegin();
       last != waits.story.last_notifications.rend(); ++last) {
    Group passed_over;
    for (const ThreadSnapshot* waiter : waits.waiters) {
      if (!last->all && last->found > 1 && waits.began(*waiter) < last->step) {
        passed_over.push_back(waiter);
      }
    }
    if (!passed_over.empty()) {
      waits.reasons.add(
          fmt::format("{} waited on {} already when {} called {}{}, which wakes one of the {} "
                      "threads that waited there: {} would have woken {}.",
                      waits.reasons.quoted(passed_over), waits.name(),
                      waits.reasons.quoted(last->by), waits.words.one, waits.reasons.at(last->at),
                      last->found, waits.words.all, passed_over.size() == 1 ? "it" : "them"),
          passed_over);
      return;
    }
  }
}

void explain_woken_in_vain(const Waits& waits) {
  for (const ThreadSnapshot* waiter : waits.waiters) {
    for (const Waiter& row : waits.story.waiters) {
      const ThreadStory& thread = waits.reasons.scene.history->thread(row.who);
      if (thread.alive == waiter->address && row.wakings != 0 && waits.reasons.is_open(*waiter)) {
        waits.reasons.add(
            fmt::format("{}. It was woken {} and waits again. {}.", wait_text(waits, *waiter),
                        times_text(row.wakings), last_text(waits)),
            {waiter});
      }
    }
  }
}

using Rule = void (*)(const Waits&);
constexpr Rule kRules[] = {explain_never_notified, explain_wait_without_loop, explain_lost_wake_up,
                           explain_passed_over, explain_woken_in_vain};

void drop_explained(Waits& waits) {
  std::erase_if(waits.waiters, [&](const auto* waiter) { return !waits.reasons.is_open(*waiter); });
}

}  // namespace

void explain_notifications(Reasons& reasons) {
  const Scene& scene = reasons.scene;
  std::vector<Waits> all;
  for (const ThreadSnapshot& thread : scene.threads) {
    const Object* blocker = thread.blocker.raw(scene.still);
    const Words* words = words_for(thread, blocker, thread.called.raw(scene.still));
    if (words == nullptr) {
      continue;
    }
    auto known = std::find_if(all.begin(), all.end(),
                              [&](const Waits& each) { return &each.object == blocker; });
    if (known == all.end()) {
      all.push_back(
          {reasons, *blocker, scene.history->story(scene.still, *blocker), *words, {&thread}});
    } else {
      known->waiters.push_back(&thread);
    }
  }
  for (Waits& waits : all) {
    for (Rule rule : kRules) {
      drop_explained(waits);
      if (!waits.waiters.empty()) {
        rule(waits);
      }
    }
  }
}

}  // namespace minijvm::vm::hangs
