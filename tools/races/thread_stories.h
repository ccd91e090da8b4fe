// The threads of a run as a detector of races knows them: the clock of each, and what a report says
// of it, also after its end.
//
// A thread has a slot (sync/ordering/epoch.h) as long as it lives. A later thread gets the slot if
// the thread that starts it knows all that the one before did: then whoever learns of the later one
// learns of that, too. If no such slot is left, another one is reused, which may hide a race.
// Tested by tests/vm/races.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "sync/ordering/vector_clock.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::vm::races {

// The ways in which a thread lets others see what it did.
enum class Release : std::uint8_t { kUnlock, kVolatile, kStart, kInitialize, kFence, kHandOver };

// The release that ended an epoch.
struct ReleaseFacts {
  Release kind = Release::kUnlock;
  ordering::SiteNo site = 0;
};

struct ThreadStory : ordering::ThreadClock {
  const runtime::JavaThread* alive = nullptr;  // null: it has ended
  std::string name;                            // as Thread.getName
  std::string path;                            // "main/2"; empty before it runs
  std::string parent;                          // the name of the thread that started it
  ordering::SiteNo started_at = 0;
  ordering::Clock first = 1;  // its first clock: earlier ones are another thread's
  std::uint32_t classes_known = 0;
  // The knowledge that the thread had at ends of constructors: from a clock of its own on, until
  // the next entry. There is a new one only if the thread has learned something since the last.
  struct Knowledge {
    ordering::Clock from;
    ordering::VectorClock known;
  };
  std::vector<Knowledge> when_it_froze;
  bool has_learned = true;
  // The release that ended epoch first_kept + i.
  std::vector<ReleaseFacts> releases;
  ordering::Clock first_kept = 1;

  void learn(const ordering::VectorClock& other) { has_learned |= known.join(other); }
  // Null: the epoch goes on, or it is too long ago.
  const ReleaseFacts* release_of(ordering::Clock clock) const;
};

class ThreadStories {
 public:
  static ThreadStory* of(const runtime::JavaThread& thread);

  // Gives the thread a story. `maker` is null if nobody is known to have made the thread. Returns
  // null if there is no slot left.
  ThreadStory* make(runtime::JavaThread& thread, ThreadStory* maker, ordering::SiteNo site);
  // The thread runs: its name can be asked for.
  void name(const sync::NoSafepoint& still, runtime::JavaThread& thread);
  void gone(runtime::JavaThread& thread);
  // Nobody is watched any more.
  void stop();
  // The story has let others see what it did. REQUIRES: has_clocks(story).
  void advance(ThreadStory& story, ReleaseFacts how);
  static bool has_clocks(const ThreadStory& story) { return story.now() < ordering::kLastClock; }

  // The thread that made the access.
  const ThreadStory& author(ordering::Word access) const;
  // Visits all that live.
  template <class Visit>
  void for_each_alive(Visit visit) const {
    for (const Slot& slot : slots_) {
      if (!slot.empty() && slot.back()->alive != nullptr) {
        visit(*slot.back());
      }
    }
  }
  std::uint64_t reused_early() const { return reused_early_; }

 private:
  using Slot = std::vector<std::unique_ptr<ThreadStory>>;  // the latest tenant last
  // The number of a slot; 0: there is none.
  ordering::SlotNo find_slot(const ThreadStory* maker);

  std::vector<Slot> slots_{1};
  std::vector<ordering::SlotNo> left_;  // slots whose tenants have ended
  std::uint64_t reused_early_ = 0;
};

}  // namespace minijvm::vm::races
