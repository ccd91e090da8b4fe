// Deeds that a thread waits for and that nobody will do: a latch that is counted down too seldom,
// permits that a thread took with it when it ended, an interrupt that was swallowed.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/object/java_objects.h"
#include "tools/hangs/fields.h"
#include "tools/hangs/reasons.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm::hangs {

using runtime::Object;

namespace {

// At so many overtakings of one thread we speak of starvation.
constexpr std::uint64_t kStarved = 100;

std::string end_text(const ThreadStory& thread) {
  return thread.died_of.empty() ? "ended" : "ended by " + thread.died_of;
}

std::string times_text(std::uint64_t count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

// Threads that an exception has ended, and that have not counted the latch down.
std::string suspects_text(const Reasons& reasons, const ObjectStory& story) {
  std::string text;
  const std::vector<ThreadStory>& threads = reasons.scene.history->threads();
  for (ThreadNo i = 0; i < threads.size(); ++i) {
    const bool has_counted = std::any_of(story.count_downs.begin(), story.count_downs.end(),
                                         [&](const CountDown& down) { return down.by == i; });
    if (!threads[i].died_of.empty() && !has_counted) {
      text += fmt::format(" \"{}\" {} and may have had to.", threads[i].name, end_text(threads[i]));
    }
  }
  return text;
}

void explain_latch(Reasons& reasons, const ThreadSnapshot& thread, const ObjectStory& story) {
  std::string doers;
  bool all_ended = true;
  for (const CountDown& down : story.count_downs) {
    doers += fmt::format("{}{} {}{}", doers.empty() ? "" : ", ", reasons.quoted(down.by),
                         times_text(down.count), reasons.at(down.at));
    all_ended &= reasons.scene.history->thread(down.by).alive == nullptr;
  }
  if (!all_ended) {
    return;
  }
  const std::string& name = story.name;
  reasons.add((doers.empty()
                   ? fmt::format("Nobody has counted {} down.", name)
                   : fmt::format("{} was counted down by {}, and none of these threads is left to "
                                 "do it again.",
                                 name, doers)) +
                  suspects_text(reasons, story),
              {&thread});
}

void explain_permits(Reasons& reasons, const ThreadSnapshot& thread, const ObjectStory& story) {
  for (const Holding& holding : story.holdings) {
    const ThreadStory& holder = reasons.scene.history->thread(holding.by);
    if (holder.alive == nullptr) {
      reasons.add(
          fmt::format("\"{}\" took {} of {}{} and {} without giving {} back.", holder.name,
                      holding.count == 1 ? "a permit" : fmt::format("{} permits", holding.count),
                      story.name, reasons.at(holding.at), end_text(holder),
                      holding.count == 1 ? "it" : "them"),
          {&thread});
    } else {
      reasons.add(
          fmt::format("\"{}\" holds {} of {}{}, and waits itself.", holder.name,
                      holding.count == 1 ? "a permit" : fmt::format("{} permits", holding.count),
                      story.name, reasons.at(holding.at)),
          {&thread});
    }
  }
}

}  // namespace

void explain_lost_deeds(Reasons& reasons) {
  for (const ThreadSnapshot& thread : reasons.scene.threads) {
    const Object* blocker = thread.blocker.raw(reasons.scene.still);
    if (!reasons.is_open(thread) || thread.status != kThreadParked) {
      continue;
    }
    if (is_a(blocker, "java/util/concurrent/CountDownLatch$Sync")) {
      explain_latch(reasons, thread, reasons.scene.history->story(reasons.scene.still, *blocker));
    } else if (is_a(blocker, "java/util/concurrent/Semaphore$Sync")) {
      explain_permits(reasons, thread, reasons.scene.history->story(reasons.scene.still, *blocker));
    }
  }
}

void explain_interrupts(Reasons& reasons) {
  for (const ThreadSnapshot& thread : reasons.scene.threads) {
    const ThreadStory* story = reasons.scene.history->thread_or_null(thread.address);
    const java::Thread* object = thread.thread.raw(reasons.scene.still);
    if (reasons.is_open(thread) && story != nullptr && story->interrupt &&
        thread.block != sync::BlockKind::kNothing && !object->interrupted() &&
        story->wait_began > story->interrupt->step) {
      reasons.add(fmt::format("{} was interrupted by {}{} and has waited again since then{}, with "
                              "its interrupt flag clear: the interrupt was swallowed.",
                              reasons.quoted(thread), reasons.quoted(story->interrupt->by),
                              reasons.at(story->interrupt->at), reasons.texts.place(thread)),
                  {&thread});
    }
  }
}

void explain_starvation(Reasons& reasons) {
  for (const ThreadSnapshot& thread : reasons.scene.threads) {
    const Object* wanted = thread.blocker.raw(reasons.scene.still);
    const ObjectStory* story =
        wanted == nullptr ? nullptr : reasons.scene.history->story_or_null(*wanted);
    if (story == nullptr) {
      continue;
    }
    std::uint64_t times = 0;
    std::string overtakers;
    for (const Overtaking& row : story->overtakings) {
      if (reasons.scene.history->thread(row.who).alive == thread.address) {
        times += row.times;
        overtakers += fmt::format("{}{} {}", overtakers.empty() ? "" : " and ",
                                  reasons.quoted(row.by), times_text(row.times));
      }
    }
    if (times > kStarved) {
      reasons.add(
          fmt::format("Starvation: {} waits to enter {}{}, and was overtaken there by {}.",
                      reasons.quoted(thread), story->name, reasons.texts.place(thread), overtakers),
          {&thread});
    }
  }
}

}  // namespace minijvm::vm::hangs
