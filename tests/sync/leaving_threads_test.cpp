// Proves that a thread which can leave its kernel thread is called back to a monitor and from a wait, whatever comes in between: here it
// leaves by waiting for a semaphore, so that each call that is lost would hang the test.
#include <catch2/catch.hpp>
#include <semaphore>
#include <vector>

#include "bare_threads.h"
#include "sync/monitor.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

class Leaver : public ExecEnv {
 public:
  bool can_leave() override { return may_leave.load(); }
  void leave(BlockKind why, Deadline until) override {
    (why == BlockKind::kMonitorEnter ? enters : waits).fetch_add(1);
    VmToBlocked blocked(*this);
    if (until.is_forever()) {
      called_.acquire();
    } else {
      (void)called_.try_acquire_for(std::chrono::nanoseconds(until.ns() - program_ns()));
    }
  }
  void call_back() override { called_.release(); }

  std::atomic<bool> may_leave{true};
  std::atomic<int> enters{0};
  std::atomic<int> waits{0};

 private:
  std::counting_semaphore<> called_{0};
};

ExecEnvPool<Leaver>& leavers() {
  static auto* the_pool = new ExecEnvPool<Leaver>;
  return *the_pool;
}

template <class Body>
std::thread start_leaver(std::atomic<Leaver*>& made, Body body) {
  return std::thread([&made, body]() mutable {
    Leaver& self = *leavers().acquire();
    self.comes_and_goes_ = true;
    attach(self);
    begin_running(self, ThreadState::kInVm);
    made.store(&self);
    body(self);
    detach(self);
    leavers().release(self);
  });
}

void enter(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_enter(self, rooted.target()) == MonitorResult::kOk, "enter failed");
}
void leave(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_exit(self, rooted.target()) == MonitorResult::kOk, "exit failed");
}

}  // namespace

TEST_CASE("leaving thread: it is called back to a monitor", "[sync][leaving]") {
  Attached me;
  Rooted rooted;
  std::atomic<Leaver*> leaver{nullptr};
  enter(me.self, rooted);
  std::thread other = start_leaver(leaver, [&](ExecEnv& self) {
    enter(self, rooted);
    leave(self, rooted);
  });
  REQUIRE(eventually(me.self, [&] { return leaver.load() != nullptr && leaver.load()->enters == 1; }));
  leave(me.self, rooted);
  join(me.self, other);
  CHECK(state_of(rooted.word()) == LockState::NEUTRAL);
}

TEST_CASE("leaving thread: a notify, a time and an interrupt end its wait", "[sync][leaving]") {
  Attached me;
  Rooted rooted;
  for (MonitorResult expected : {MonitorResult::kOk, MonitorResult::kTimedOut, MonitorResult::kInterrupted}) {
    std::atomic<Leaver*> leaver{nullptr};
    std::atomic<MonitorResult> result{};
    const bool times_out = expected == MonitorResult::kTimedOut;
    std::thread other = start_leaver(leaver, [&](ExecEnv& self) {
      enter(self, rooted);
      result = monitor_wait(self, rooted.target(), times_out ? Deadline::after_ms(50) : Deadline::forever());
      leave(self, rooted);
    });
    REQUIRE(eventually(me.self, [&] { return leaver.load() != nullptr && leaver.load()->waits != 0; }));
    // A permit that came for no reason must not be the last one.
    leaver.load()->monitor_parker().unpark();
    if (expected == MonitorResult::kInterrupted) {
      interrupt(*leaver.load());
    } else if (expected == MonitorResult::kOk) {
      enter(me.self, rooted);
      CHECK(monitor_notify(me.self, rooted.target()) == MonitorResult::kOk);
      leave(me.self, rooted);
    }
    join(me.self, other);
    CHECK(result.load() == expected);
  }
}

TEST_CASE("leaving thread: one that is pinned blocks its kernel thread", "[sync][leaving]") {
  Attached me;
  Rooted rooted;
  std::atomic<Leaver*> leaver{nullptr};
  enter(me.self, rooted);
  std::atomic<bool> comes{false};
  std::thread other = start_leaver(leaver, [&](Leaver& self) {
    self.may_leave = false;
    comes = true;
    enter(self, rooted);
    leave(self, rooted);
  });
  REQUIRE(eventually(me.self, [&] { return comes && leaver.load()->block_kind() == BlockKind::kMonitorEnter; }));
  leave(me.self, rooted);
  join(me.self, other);
  CHECK(leaver.load()->enters == 0);
}

TEST_CASE("leaving thread: many of them take turns with others", "[sync][leaving]") {
  Attached me;
  Rooted rooted;
  constexpr int kThreads = 6;
  constexpr int kRounds = 300;
  int count = 0;  // guarded by the monitor
  std::atomic<Leaver*> made{nullptr};
  std::vector<std::thread> threads;
  auto work = [&](ExecEnv& self) {
    for (int i = 0; i < kRounds; ++i) {
      enter(self, rooted);
      ++count;
      CHECK(monitor_notify(self, rooted.target()) == MonitorResult::kOk);
      if (i % 3 == 0) {
        CHECK(monitor_wait(self, rooted.target(), Deadline::after_ms(2)) != MonitorResult::kNotOwner);
      }
      leave(self, rooted);
    }
  };
  for (int i = 0; i < kThreads; ++i) {
    threads.push_back(i % 2 == 0 ? start_leaver(made, work) : start(work));
  }
  for (std::thread& thread : threads) {
    join(me.self, thread);
  }
  CHECK(count == kThreads * kRounds);
  CHECK(state_of(rooted.word()) == LockState::NEUTRAL);
}
