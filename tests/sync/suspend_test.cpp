// Proves that a suspended thread stays out of Java until it is resumed, that it does not keep others from safepoints and monitors, and that it
// finishes what it does in the VM.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "bare_threads.h"
#include "lock_variants.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"
#include "watched_thread.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// A thread that steps into Java again and again, and counts.
struct Stepper {
  std::atomic<ExecEnv*> ee{nullptr};
  std::atomic<bool> stop{false};
  std::atomic<int> steps{0};
  std::thread thread = start([this](ExecEnv& self) {
    ee.store(&self);
    while (!stop.load()) {
      VmToJava java(self);
      steps.fetch_add(1);
    }
  });

  bool moves(ExecEnv& self) {
    int before = steps.load();
    return eventually(self, [&] { return steps.load() != before; });
  }
  bool stands(ExecEnv& self) {
    int before = steps.load();
    VmToBlocked blocked(self);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return steps.load() == before;
  }
};

}  // namespace

TEST_CASE("suspend: a thread does not step into Java before it is resumed", "[sync][suspend]") {
  Attached me;
  Stepper stepper;
  REQUIRE(stepper.moves(me.self));
  ExecEnv& target = *stepper.ee.load();
  Nothing nothing;
  for (int i = 0; i < 3; ++i) {
    suspend(target);
    suspend(target);  // twice is once
    REQUIRE(run_handshake(me.self, target, nothing));
    CHECK(stepper.stands(me.self));
    run_at_safepoint(me.self, nothing);  // it counts as stopped
    CHECK(target.suspended());
    resume(target);
    REQUIRE(stepper.moves(me.self));
  }
  stepper.stop.store(true);
  join(me.self, stepper.thread);
}

// The thread puts its suspension off before and after it was asked for, and steps into Java all the same.
TEST_CASE("suspend: a thread that puts its suspension off stops when it allows it", "[sync][suspend]") {
  Attached me;
  std::atomic<ExecEnv*> ee{nullptr};
  std::atomic<int> wanted{0}, done{0};
  std::thread thread = start([&](ExecEnv& self) {
    ee.store(&self);
    for (int deed = 1; deed <= 5; ++deed) {
      while (wanted.load() < deed) {
        VmToBlocked blocked(self);
        std::this_thread::yield();
      }
      if (deed == 1 || deed == 2) {
        put_off_suspension(self);
      } else if (deed != 5) {
        allow_suspension(self);
      }
      {
        VmToJava java(self);
        done.store(deed);
      }
    }
  });
  auto does = [&](int deed) {
    wanted.store(deed);
    return eventually(me.self, [&] { return done.load() == deed; });
  };
  REQUIRE(does(1));
  suspend(*ee.load());
  CHECK(ee.load()->is_to_be_suspended());
  CHECK_FALSE(ee.load()->suspended());
  CHECK(does(2));
  CHECK(does(3));  // put off twice, allowed once
  wanted.store(4);
  CHECK(eventually(me.self, [&] { return ee.load()->suspended(); }));
  {
    VmToBlocked blocked(me.self);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(done.load() == 3);
  resume(*ee.load());
  CHECK(eventually(me.self, [&] { return done.load() == 4; }));
  CHECK_FALSE(ee.load()->is_to_be_suspended());
  CHECK(does(5));
  VmToBlocked blocked(me.self);
  thread.join();
}

TEST_CASE("suspend: nobody waits for a suspended thread's turn at a monitor", "[sync][suspend]") {
  Attached me;
  Rooted object;
  REQUIRE(monitor_enter(me.self, object.target()) == MonitorResult::kOk);
  std::atomic<ExecEnv*> first{nullptr};
  std::atomic<bool> first_got_it{false};
  std::atomic<bool> second_got_it{false};
  auto contend = [&](ExecEnv& self, std::atomic<bool>& got) {
    REQUIRE(monitor_enter(self, object.target()) == MonitorResult::kOk);
    got.store(true);
    REQUIRE(monitor_exit(self, object.target()) == MonitorResult::kOk);
  };
  std::thread one = start([&](ExecEnv& self) {
    first.store(&self);
    contend(self, first_got_it);
  });
  REQUIRE(eventually(me.self, [&] {
    return first.load() != nullptr && first.load()->block_kind() == BlockKind::kMonitorEnter;
  }));
  suspend(*first.load());
  std::thread two = start([&](ExecEnv& self) { contend(self, second_got_it); });
  REQUIRE(eventually(me.self, [&] { return (bits_of(object.word()) & kQueueBit) != 0; }));
  REQUIRE(monitor_exit(me.self, object.target()) == MonitorResult::kOk);
  join(me.self, two);
  CHECK(second_got_it.load());
  CHECK_FALSE(first_got_it.load());
  resume(*first.load());
  join(me.self, one);
  CHECK(first_got_it.load());
}

TEST_CASE(
    "suspend: a notified thread that is suspended when its turn comes does not keep the monitor "
    "from others",
    "[sync][suspend]") {
  Variant variant = GENERATE(every_variant());
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  std::vector<char> order;  // guarded by the monitor
  auto waits_as = [&](char name) {
    return [&rooted, &order, name](ExecEnv& self) {
      enter(self, rooted);
      wait(self, rooted);
      order.push_back(name);
      leave(self, rooted);
    };
  };
  Other held(waits_as('h'));
  held.await(me.self, BlockKind::kMonitorWait, rooted);
  enter(me.self, rooted);  // its record is queued once the monitor can be entered
  leave(me.self, rooted);
  Other free(waits_as('f'));
  free.await(me.self, BlockKind::kMonitorWait, rooted);
  enter(me.self, rooted);
  Other newcomer([&](ExecEnv& self) {
    enter(self, rooted);
    order.push_back('n');
    leave(self, rooted);
  });
  newcomer.await(me.self, BlockKind::kMonitorEnter, rooted);
  suspend(*held.ee());
  REQUIRE(monitor_notify_all(me.self, rooted.target()) == MonitorResult::kOk);
  leave(me.self, rooted);
  free.join_from(me.self);
  newcomer.join_from(me.self);
  enter(me.self, rooted);
  CHECK(std::find(order.begin(), order.end(), 'h') == order.end());
  CHECK(order.size() == 2);
  verify_monitor(rooted.word());
  leave(me.self, rooted);
  resume(*held.ee());
  held.join_from(me.self);
  CHECK(order.back() == 'h');
  CHECK(view_monitor_at_safepoint(rooted.word()).owner == nullptr);
}

// Between the exit that hands the monitor over and the awakened thread's look at the word stands nothing but the queue of the meta-lock, so that
// queue is made by hand: a blocker, then the exit, then this thread, which suspends before the awakened one can ask for the meta-lock.
TEST_CASE("suspend: a thread that is suspended after an exit handed it the monitor passes it on",
          "[sync][suspend]") {
  Variant variant = GENERATE(filter(
      [](const Variant& each) { return each.policy == MonitorPolicy::kThree; }, every_variant()));
  CAPTURE(variant);
  Chosen chosen(variant);
  Attached me;
  Rooted rooted;
  MultiUseWord& word = rooted.word();
  std::vector<char> order;  // guarded by the monitor
  Other awakened([&](ExecEnv& self) {
    enter(self, rooted);
    wait(self, rooted);
    order.push_back('a');
    leave(self, rooted);
  });
  awakened.await(me.self, BlockKind::kMonitorWait, rooted);
  std::atomic<bool> may_exit{false};
  std::atomic<bool> has_notified{false};
  Other owner([&](ExecEnv& self) {
    enter(self, rooted);
    REQUIRE(monitor_notify_all(self, rooted.target()) == MonitorResult::kOk);
    has_notified.store(true);
    REQUIRE(eventually(self, [&] { return may_exit.load(); }));
    leave(self, rooted);
  });
  REQUIRE(eventually(me.self, [&] { return has_notified.load(); }));
  Other newcomer([&](ExecEnv& self) {
    enter(self, rooted);
    order.push_back('n');
    leave(self, rooted);
  });
  newcomer.await(me.self, BlockKind::kMonitorEnter, rooted);
  auto last_in_queue = [&word] {
    return state_of(word) == LockState::BUSY ? busy_ee(bits_of(word)) : nullptr;
  };
  Other blocker([&](ExecEnv& self) {
    NoSafepoint still(self);
    LockBits bits = get_meta_lock(self, word, still);
    REQUIRE(eventually([&] { return last_in_queue() == &me.self; }));
    release_meta_lock(self, word, bits, still);
  });
  REQUIRE(eventually(me.self,
                     [&] { return blocker.ee() != nullptr && last_in_queue() == blocker.ee(); }));
  may_exit.store(true);
  REQUIRE(eventually(me.self, [&] { return last_in_queue() == owner.ee(); }));
  {
    NoSafepoint still(me.self);
    LockBits bits = get_meta_lock(me.self, word, still);
    CHECK(lock_state(bits) == LockState::LOCKED);
    CHECK(lock_record(bits)->owner.load() == awakened.ee());
    suspend(*awakened.ee());
    release_meta_lock(me.self, word, bits, still);
  }
  for (Other* other : {&blocker, &owner, &newcomer}) {
    other->join_from(me.self);
  }
  enter(me.self, rooted);
  CHECK(order == std::vector<char>{'n'});
  leave(me.self, rooted);
  resume(*awakened.ee());
  awakened.join_from(me.self);
  CHECK(order == std::vector<char>{'n', 'a'});
  CHECK(view_monitor_at_safepoint(word).owner == nullptr);
}

TEST_CASE(
    "suspend: while newcomers are suspended, a thread that is attached does not step into Java "
    "before it is resumed",
    "[sync][suspend]") {
  Attached me;
  suspend_newcomers(true);
  Stepper held;
  REQUIRE(eventually(me.self, [&] { return held.ee.load() != nullptr; }));
  suspend_newcomers(false);
  CHECK(held.ee.load()->suspended());
  CHECK(held.stands(me.self));
  CHECK(held.steps.load() == 0);
  resume(*held.ee.load());
  CHECK(held.moves(me.self));
  Stepper free;
  CHECK(free.moves(me.self));
  for (Stepper* each : {&held, &free}) {
    each->stop.store(true);
    join(me.self, each->thread);
  }
}
