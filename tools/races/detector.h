// Finds data races in a deterministic run: two conflicting accesses that nothing orders (JLS
// 17.4.5). It hears of accesses and of what orders them, keeps the clocks of all threads, and looks
// at each access by the rules of FastTrack (sync/ordering/history.h).
//
//   what orders (JLS 17.4.4 and others)               kept as
//   an unlock, and the next lock of that monitor       a clock at the header of the object
//   a volatile write, and a read after it              a clock at the variable
//   the start of a thread, and its first action        the child begins with its parent's clock
//   the last action of a thread, and a join            the monitor and `eetop` of its Thread
//   an interrupt, and who sees it                      the volatile field Thread.interrupted
//   the initialization of a class, and its use         one clock for all classes
//   the end of a constructor, and a read of a final    what the constructing thread knew then
//   field (17.5)
//   a fence, and a later fence                         one clock for all fences
//   whatever a program did, and the Reference Handler  all clocks: a collection stops the world
//   a virtual thread, and the one that carries it      each goes on from the other's clock
//
// Where this is not exact, it orders more than the specification does, so it may miss a race and
// invents none: initializers count as one, a failed compare-and-set as a release, all releases
// before a read as seen by it. (A1) Each edge of the specification is here.
//
// Watched are the accesses of fields and elements by the program, and by the classes of java.util
// on its behalf (vm/java/threads/quiet_code.h). Not seen: what natives do, System.arraycopy and
// its like, direct buffers, and plain accesses of a variable against volatile ones by VarHandle.
// detector.cpp has the edges, watched_accesses.cpp the accesses.
// Tested by tests/vm/races.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/frame/frame.h"
#include "tools/races/report.h"
#include "tools/races/second_run.h"
#include "tools/races/side_records.h"
#include "tools/races/sites.h"
#include "tools/races/thread_stories.h"
#include "tools/races/variable.h"
#include "vm/java/threads/accesses.h"
#include "vm/observer.h"

namespace minijvm::vm::races {

class Detector final : public Observer {
 public:
  // Takes part in all that it must hear of. REQUIRES: the heap has a shadow.
  void begin();

  std::size_t races() const { return reported_.size(); }
  // "2 data races (1 variable, 2 pairs of places)."; then what may be hidden.
  std::string summary() const;
  // "static Race.counter (int) at Race.add(Race.java:6) and Race.add(Race.java:6)"; the places come
  // in the order of their texts, so that the same race has one text in all schedules. Empty: none.
  const std::string& first_race() const { return first_race_; }
  // The names of all variables that have raced (shared_name).
  std::vector<std::string> raced() const { return {raced_.begin(), raced_.end()}; }

  // Lets reports have the stack of the earlier access; or says why they have none.
  void allow_second_runs(std::string why_not) { second_run_.begin(std::move(why_not)); }

  // Observer.
  void input_wanted(runtime::JavaThread&) override { second_run_.input_is_read(); }
  void program_begins(runtime::JavaThread& self) override;
  void accessed(runtime::JavaThread& self, const Access& access) override;
  void constructed(runtime::JavaThread& self, runtime::Object* object) override;
  void lock_taken(runtime::JavaThread& self, runtime::Object* object) override;
  void lock_given_back(runtime::JavaThread& self, runtime::Object* object) override;
  void thread_made(runtime::JavaThread& self, runtime::JavaThread& child) override;
  void thread_started(runtime::JavaThread& self) override;
  void thread_ending(runtime::JavaThread& self) override;
  void thread_gone(runtime::JavaThread& self) override { threads_.gone(self); }
  void work_passes(runtime::JavaThread& from, runtime::JavaThread& to) override;
  void class_initialized(runtime::JavaThread& self, const runtime::Class& klass) override;
  void class_awaited(runtime::JavaThread& self) override;
  void memory_fenced(runtime::JavaThread& self) override;
  void references_taken(runtime::JavaThread& self) override;
  void classes_unloading() override { sites_.forget_methods(); }

 private:
  using Key =
      std::tuple<const runtime::Class*, const runtime::Field*, ordering::SiteNo, ordering::SiteNo>;

  // The thread's story, which begins with the first question. Null: nothing is watched.
  ThreadStory* story(runtime::JavaThread& self);
  // Stops watching, and says why.
  void stop(const char* why);

  void acquire(ThreadStory& me, const ordering::Cell& cell);
  void release(ThreadStory& me, const runtime::JavaThread& self, Release how, ordering::Cell& cell,
               runtime::Object* owner);
  // The thread's epoch ends, after all clocks have taken what it knew.
  void end_epoch(ThreadStory& me, const runtime::JavaThread& self, Release how);
  void learn_classes(ThreadStory& me);

  void at_ordered(ThreadStory& me, const runtime::JavaThread& self, const Access& access);
  void at_final(ThreadStory& me, const Access& access);
  void at_plain(ThreadStory& me, runtime::JavaThread& self, const Access& access);
  void keep_range(ThreadStory& me, runtime::JavaThread& self, const Access& range,
                  ordering::SiteNo site);
  // Keeps the access, and returns the one with which it conflicts.
  std::optional<ordering::Conflict> keep(ThreadStory& me, const runtime::JavaThread& self,
                                         const Access& access, ordering::SiteNo site);
  std::optional<ordering::Conflict> keep_aside(ThreadStory& me, const runtime::JavaThread& self,
                                               ordering::Cell& cell, const Access& access,
                                               ordering::Word stamp);
  bool may_be_wanted(const Access& access, ordering::Word stamp) const;
  void report(runtime::JavaThread& self, const Access& access, const ordering::Conflict& conflict,
              ordering::SiteNo site);

  // The place of the program at which the thread acts; nothing if it acts for the class library.
  std::optional<ordering::SiteNo> site_of(const runtime::JavaThread& self);

  bool is_on_ = false;
  SideRecords records_;
  Sites sites_;
  ThreadStories threads_;
  ordering::VectorClock classes_;  // of all initializers that have ended
  std::uint32_t classes_made_ = 0;
  ordering::VectorClock fences_;
  std::set<Key> reported_;
  SecondRun second_run_;
  std::uint64_t conflicts_ = 0;
  std::string first_race_;
  std::set<std::string> raced_;
  std::set<std::pair<const runtime::Class*, const runtime::Field*>> variables_;
};

}  // namespace minijvm::vm::races
