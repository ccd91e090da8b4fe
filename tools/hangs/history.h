// Keeps what a deterministic run writes down so that a hang can be explained: which thread notified
// an object and how many threads waited then, where a lock of java.util.concurrent was taken, which
// thread took permits and did not give them back, counted a latch down, was interrupted, or
// overtook another one.
//
//   the program                          the history
//   Object.notify(), Semaphore.acquire() method_entered, method_left (watched_methods.h)
//   synchronized, with threads queued    monitor_enter_begins
//   the end of a thread                  thread_ending
//
// A monitor that nobody else wants leaves no trace here; where it was entered is found later
// (lock_sites.h). Deeds are told apart by steps, the count of all deeds.
//
// One thread runs at a time, so there is no lock. The tables are by address, and the collector
// keeps them right; they keep no object alive.
// Tested by tests/vm/hangs.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gc/heap/roots.h"
#include "sync/threads/no_safepoint.h"
#include "tools/hangs/places.h"
#include "tools/hangs/watched_methods.h"
#include "vm/observer.h"

namespace minijvm::vm::hangs {

// A thread of the run, in the order of its first deed.
using ThreadNo = std::uint32_t;
using Step = std::uint64_t;

struct Deed {
  ThreadNo by = 0;
  PlaceNo at = 0;
  Step step = 0;
};
struct Notification : Deed {
  bool all = false;
  std::uint32_t found = 0;  // so many threads waited
};
// A lock that a thread has taken and not given back, or permits.
struct Holding : Deed {
  std::int64_t count = 1;
  bool shared = false;  // a read lock
};
struct CountDown : Deed {
  std::uint64_t count = 0;
};
struct Overtaking {
  ThreadNo who = 0;
  ThreadNo by = 0;
  std::uint64_t times = 0;
};
struct Waiter {
  ThreadNo who = 0;
  PlaceNo at = 0;
  std::uint64_t wakings = 0;  // how many of its waits have ended without an exception
};
struct ObjectStory {
  std::string name;  // "<Stuck.Fork#1>"
  std::uint64_t notifications = 0;
  std::deque<Notification> last_notifications;  // the newest last
  std::vector<Waiter> waiters;                  // each thread at each place once
  std::vector<Holding> holdings;                // the newest last
  std::vector<CountDown> count_downs;
  std::vector<Overtaking> overtakings;
};
struct ThreadStory {
  std::string name;
  const runtime::JavaThread* alive = nullptr;  // null: it has ended
  std::string died_of;                         // the class of an exception that nobody caught
  Step wait_began = 0;                         // its last wait, park or sleep
  std::optional<Deed> interrupt;               // the last one
};

class History final : public Observer, public gc::ReferenceTable {
 public:
  // Takes part in all that it must hear of. Under -XX:Schedule=fifo and slices that is monitors,
  // but not java.util.concurrent. REQUIRES: no class is loaded.
  void begin();

  // The story of an object, which begins with the first question.
  ObjectStory& story(const sync::NoSafepoint& still, const runtime::Object& object);
  // Null: the object has none.
  const ObjectStory* story_or_null(const runtime::Object& object) const;
  const ThreadStory& thread(ThreadNo number) const { return threads_[number]; }
  // Null: the thread has done nothing that counts.
  const ThreadStory* thread_or_null(const runtime::JavaThread* thread) const;
  const std::vector<ThreadStory>& threads() const { return threads_; }
  const Places::Facts& place(PlaceNo number) const { return places_[number]; }
  // Calls of Thread.yield.
  std::int64_t yields() const { return yields_; }
  // Objects with a story that were notified while nobody waited, in the order of their stories.
  std::vector<const ObjectStory*> notified_in_vain() const;

  // Observer.
  bool wants(const runtime::Method& method) const override {
    return watched_.role_of(method) != Role::kNone;
  }
  bool wants_every_call() const override { return false; }
  bool concerns(const runtime::JavaThread&, const runtime::Method&, std::uint32_t) const override {
    return false;  // no instruction is of interest
  }
  void class_prepared(runtime::JavaThread&, runtime::Class& klass) override {
    watched_.add_methods_of(klass);
  }
  void method_entered(runtime::JavaThread& self, runtime::Method& method) override;
  void method_left(runtime::JavaThread& self, runtime::Method& method,
                   const runtime::Slot* result) override;
  void monitor_enter_begins(runtime::JavaThread& self, runtime::Handle<> object) override;
  void exception_uncaught(runtime::JavaThread& self,
                          runtime::Handle<java::Throwable> thrown) override;
  void thread_ending(runtime::JavaThread& self) override;
  void thread_gone(runtime::JavaThread& self) override { by_thread_.erase(&self); }
  void classes_unloading() override;

  // gc::ReferenceTable.
  void sweep(gc::Liveness& liveness) override;

 private:
  using Still = const sync::NoSafepoint&;
  ThreadNo number_of(Still still, const runtime::JavaThread& thread);
  // Nothing if the class library synchronizes for itself (quiet_code.h): that does not count.
  std::optional<Deed> deed(Still still, const runtime::JavaThread& self);
  void note_notification(Still still, const runtime::JavaThread& self, runtime::Object& object,
                         bool all, std::uint32_t found);
  void note_wait(Still still, const runtime::JavaThread& self, const runtime::Object& object);
  void note_waking(Still still, const runtime::JavaThread& self, const runtime::Object& object);
  void take(Still still, const runtime::JavaThread& self, const runtime::Object& lock,
            std::int64_t count, bool shared);
  void give_back(Still still, const runtime::JavaThread& self, const runtime::Object& lock,
                 std::int64_t count, bool shared);
  void note_count_down(Still still, const runtime::JavaThread& self, const runtime::Object& latch);
  void note_interrupt(Still still, const runtime::JavaThread& self, const java::Thread& target);

  WatchedMethods watched_;
  Places places_;
  std::unordered_map<const runtime::Object*, std::unique_ptr<ObjectStory>> by_object_;
  std::unordered_map<const runtime::JavaThread*, ThreadNo> by_thread_;
  std::vector<ThreadStory> threads_;
  Step step_ = 0;
  std::int64_t yields_ = 0;
};

// Returns what stands for a lock, a semaphore or a latch of java.util.concurrent: its synchronizer,
// for which its threads are parked. Another object stands for itself.
const runtime::Object& core_of(const runtime::Object& object);

}  // namespace minijvm::vm::hangs
