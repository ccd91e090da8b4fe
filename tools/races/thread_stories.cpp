// Gives out slots and clocks. Only the thread that runs comes here.
#include "tools/races/thread_stories.h"

#include <algorithm>

#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/dumps/thread_text.h"

namespace minijvm::vm::races {

using ordering::Clock;
using ordering::SlotNo;
using runtime::JavaThread;

const ReleaseFacts* ThreadStory::release_of(Clock clock) const {
  return clock >= first_kept && clock - first_kept < releases.size() ? &releases[clock - first_kept]
                                                                     : nullptr;
}

ThreadStory* ThreadStories::of(const JavaThread& thread) {
  return static_cast<ThreadStory*>(thread.clock_);
}

SlotNo ThreadStories::find_slot(const ThreadStory* maker) {
  for (std::size_t i = 0; maker != nullptr && i < left_.size(); ++i) {
    const SlotNo slot = left_[i];
    if (maker->known.of(slot) >= slots_[slot].back()->now()) {
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
      return slot;
    }
  }
  if (slots_.size() < ordering::kMostSlots) {
    slots_.emplace_back();
    return static_cast<SlotNo>(slots_.size() - 1);
  }
  if (left_.empty()) {
    return 0;
  }
  ++reused_early_;
  const SlotNo slot = left_.front();
  left_.erase(left_.begin());
  return slot;
}

ThreadStory* ThreadStories::make(JavaThread& thread, ThreadStory* maker, ordering::SiteNo site) {
  const SlotNo slot = find_slot(maker);
  if (slot == 0) {
    return nullptr;
  }
  const Clock last = slots_[slot].empty() ? 0 : slots_[slot].back()->now();
  ThreadStory& story = *slots_[slot].emplace_back(std::make_unique<ThreadStory>());
  if (maker != nullptr) {
    story.known = maker->known;
    story.parent = maker->name;
    story.classes_known = maker->classes_known;
    story.started_at = site;
  }
  story.epoch = ordering::epoch_word(slot, last);
  story.advance();
  story.first = story.now();
  story.first_kept = story.now();
  story.alive = &thread;
  thread.clock_ = &story;
  return &story;
}

void ThreadStories::name(const sync::NoSafepoint& still, JavaThread& thread) {
  ThreadStory* story = of(thread);
  if (story != nullptr && thread.thread_object != nullptr) {
    story->name = name_text(still, thread.thread_handle());
    story->path = sync::thread_model().run()->name_of(thread);
  }
}

void ThreadStories::gone(JavaThread& thread) {
  ThreadStory* story = of(thread);
  if (story == nullptr) {
    return;
  }
  thread.clock_ = nullptr;
  story->alive = nullptr;
  story->known = {};
  left_.push_back(story->slot());
}

void ThreadStories::stop() {
  for_each_alive(
      [](const ThreadStory& story) { const_cast<JavaThread*>(story.alive)->clock_ = nullptr; });
}

// Of a thread that releases often, the earlier half is forgotten at times.
void ThreadStories::advance(ThreadStory& story, ReleaseFacts how) {
  constexpr std::size_t kMostKept = 1U << 16;
  if (story.releases.size() == kMostKept) {
    story.releases.erase(story.releases.begin(), story.releases.begin() + kMostKept / 2);
    story.first_kept += kMostKept / 2;
  }
  story.releases.push_back(how);
  story.advance();
}

const ThreadStory& ThreadStories::author(ordering::Word access) const {
  const Slot& slot = slots_[ordering::slot_of(access)];
  const auto after =
      std::find_if(slot.begin() + 1, slot.end(), [&](const std::unique_ptr<ThreadStory>& tenant) {
        return tenant->first > ordering::clock_of(access);
      });
  return **(after - 1);
}

}  // namespace minijvm::vm::races
