// Proves, by counting, what the queues of a monitor cost: an exit unparks at most one thread, however many are queued (the paper's "elided
// redundant signalling"), and a notify looks at as many threads as its policy says, however many wait.
#include <algorithm>
#include <memory>
#include <vector>

#include "lock_variants.h"
#include "watched_thread.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

std::uint64_t unparks_of(const ExecEnv& self) {
  return self.lock_counters().unparks_by_exit.load();
}
std::uint64_t looks_of(const ExecEnv& self) { return self.lock_counters().notify_looks.load(); }

// Leaves a monitor, and says how many threads that unparked.
std::uint64_t unparks_of_exit(ExecEnv& self, Rooted& rooted) {
  std::uint64_t before = unparks_of(self);
  leave(self, rooted);
  return unparks_of(self) - before;
}

// Threads that wait for the monitor, and enter and leave it once they are notified.
class Crowd {
 public:
  Crowd(ExecEnv& self, Rooted& rooted, std::size_t size) : self_(self) {
    for (std::size_t i = 0; i < size; ++i) {
      others_.push_back(std::make_unique<Other>([this, &rooted](ExecEnv& each) {
        enter(each, rooted);
        std::uint64_t before = unparks_of(each);
        wait(each, rooted);
        std::uint64_t of_wait = unparks_of(each) - before;
        std::uint64_t of_exit = unparks_of_exit(each, rooted);
        enter(each, rooted);
        most_unparks_ = std::max({most_unparks_, of_wait, of_exit});
        leave(each, rooted);
      }));
      others_.back()->await(self, BlockKind::kMonitorWait, rooted);
    }
    enter(self, rooted);  // now the last one is in the queue, too
    leave(self, rooted);
  }
  void join_all() {
    for (auto& other : others_) {
      other->join_from(self_);
    }
  }
  // Of one wait or one exit of theirs. REQUIRES: they are joined.
  std::uint64_t most_unparks() const { return most_unparks_; }

 private:
  ExecEnv& self_;
  std::vector<std::unique_ptr<Other>> others_;
  std::uint64_t most_unparks_ = 0;  // guarded by the monitor
};

// What each of `notifies` notifies looked at, with so many waiters.
std::vector<std::uint64_t> looks_of_notifies(std::size_t waiters, std::size_t notifies) {
  Attached me;
  Rooted rooted;
  Crowd crowd(me.self, rooted, waiters);
  enter(me.self, rooted);
  std::vector<std::uint64_t> looks;
  for (std::size_t i = 0; i < notifies; ++i) {
    std::uint64_t before = looks_of(me.self);
    REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
    looks.push_back(looks_of(me.self) - before);
  }
  REQUIRE(view_monitor_at_safepoint(rooted.word()).waiters == waiters - notifies);
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  leave(me.self, rooted);
  crowd.join_all();
  return looks;
}

}  // namespace

TEST_CASE("queue cost: an exit unparks one thread at most", "[sync][queue_cost]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  Crowd waiters(me.self, rooted, 4);
  enter(me.self, rooted);
  std::vector<std::unique_ptr<Other>> contenders;
  std::uint64_t most = 0;  // guarded by the monitor
  for (int i = 0; i < 8; ++i) {
    contenders.push_back(std::make_unique<Other>([&](ExecEnv& self) {
      enter(self, rooted);
      std::uint64_t of_exit = unparks_of_exit(self, rooted);
      enter(self, rooted);
      most = std::max(most, of_exit);
      leave(self, rooted);
    }));
    contenders.back()->await(me.self, BlockKind::kMonitorEnter, rooted);
  }
  {
    NoSafepoint still(me.self);
    REQUIRE(view_monitor(me.self, rooted.word(), still).contenders == 8);
  }
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(unparks_of_exit(me.self, rooted) == 1);  // of twelve
  for (auto& contender : contenders) {
    contender->join_from(me.self);
  }
  waiters.join_all();
  CHECK(most <= 1);
  CHECK(waiters.most_unparks() <= 1);
  enter(me.self, rooted);
  CHECK(unparks_of_exit(me.self, rooted) == 0);
}

TEST_CASE("queue cost: a notify looks at as many threads with 40 waiters as with 4",
          "[sync][queue_cost]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  std::vector<std::uint64_t> few = looks_of_notifies(4, 3);
  CHECK(looks_of_notifies(40, 3) == few);
  // In a single queue, where notify takes no meta-lock and moves nothing, those notified before stand in front.
  bool moves = !variant.uses_meta_lock() || variant.policy == MonitorPolicy::kThree;
  CHECK(few == (moves ? std::vector<std::uint64_t>{1, 1, 1} : std::vector<std::uint64_t>{1, 2, 3}));
}

TEST_CASE("queue cost: with three queues a notifyAll looks at no thread, however many wait (5.3)",
          "[sync][queue_cost]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  std::size_t waiters = GENERATE(std::size_t{4}, std::size_t{40});
  Attached me;
  Rooted rooted;
  Crowd crowd(me.self, rooted, waiters);
  enter(me.self, rooted);
  std::uint64_t before = looks_of(me.self);
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  bool is_constant = variant.uses_meta_lock() && variant.policy == MonitorPolicy::kThree;
  CHECK(looks_of(me.self) - before == (is_constant ? 0 : waiters));
  CHECK(view_monitor_at_safepoint(rooted.word()).waiters == 0);
  CHECK(view_monitor_at_safepoint(rooted.word()).contenders == waiters);
  leave(me.self, rooted);
  crowd.join_all();
}

TEST_CASE("queue cost: the owner of a single queue notifies without the meta-lock (4.4)",
          "[sync][queue_cost]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  Crowd crowd(me.self, rooted, 3);
  enter(me.self, rooted);
  const LockCounters& counters = me.self.lock_counters();
  std::uint64_t meta_locks = counters.get_meta_lock.load();
  std::uint64_t alone = counters.notifies_without_meta_lock.load();
  REQUIRE(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  bool single = variant.uses_meta_lock() && variant.policy == MonitorPolicy::kSingle;
  bool three = variant.uses_meta_lock() && variant.policy == MonitorPolicy::kThree;
  CHECK(counters.get_meta_lock.load() - meta_locks == (three ? 2 : 0));
  CHECK(counters.notifies_without_meta_lock.load() - alone == (single ? 2 : 0));
  leave(me.self, rooted);
  crowd.join_all();
}
