// Proves that user threads share LWPs: they wait without one, take turns when they compute, stay with theirs while pinned, lose their place while
// they are in a system call, and count as stopped while nobody carries them. Nothing here depends on time: a test that fails hangs, or counts wrong.
#include <poll.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <vector>

#include "bare_threads.h"
#include "base/check.h"
#include "sync/monitor.h"
#include "sync/schedule/models/bound_threads.h"
#include "sync/schedule/models/lwp_synchronization.h"
#include "sync/threads/vm_mutex.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int kMany = 100;
#else
constexpr int kMany = 2000;
#endif

// For user threads: Catch2's assertions are for one thread only.
void must(bool holds) { MJ_CHECK(holds, "see the stack"); }

// A model with so many places while it lives; the models themselves stay, as their LWPs do.
class Model {
 public:
  explicit Model(std::size_t places) : Model(PoolRules{.places = places}) {}
  explicit Model(const PoolRules& rules) : Model(started(*new ManyToMany("M:N", rules))) {}
  explicit Model(ThreadModel& model) : before_(thread_model()), model_(model) {
    set_thread_model(model_);
  }
  ~Model() {
    while (live_.load() != 0) {
      usleep(100);
    }
    set_thread_model(before_);
  }
  ThreadModel* operator->() { return &model_; }

  static ThreadModel& started(ManyToMany& model) {
    REQUIRE(model.start());
    return model;
  }

  void run(std::function<void(ExecEnv&)> body) {
    live_.fetch_add(1);
    REQUIRE(model_.spawn(0, run_body, new Start{this, std::move(body)}));
  }
  // From outside.
  void await_all() {
    REQUIRE(eventually([&] { return live_.load() == 0; }));
  }

 private:
  struct Start {
    Model* model;
    std::function<void(ExecEnv&)> body;
  };
  static void run_body(void* argument) {
    auto* start = static_cast<Start*>(argument);
    {
      ExecEnv& self = *pool().acquire();
      attach(self);
      set_current_exec_env(&self);
      begin_running(self, ThreadState::kInVm);
      start->body(self);
      detach(self);
      set_current_exec_env(nullptr);
      pool().release(self);
    }
    Model* model = start->model;
    delete start;
    model->live_.fetch_sub(1);
  }

  ThreadModel& before_;
  ThreadModel& model_;
  std::atomic<int> live_{0};
};

std::uint64_t lwps_made(Model& model) { return model->statistics().lwps_made; }

}  // namespace

TEST_CASE("M:N: many threads and a monitor, on few LWPs", "[sync][many_to_many]") {
  for (std::size_t places : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    Model model(places);
    Rooted object;
    int count = 0;
    for (int i = 0; i < kMany; ++i) {
      model.run([&](ExecEnv& self) {
        for (int k = 0; k < 10; ++k) {
          must(monitor_enter(self, object.target()) == MonitorResult::kOk);
          ++count;
          if (k == 5) {
            VmToBlocked blocked(self);
            thread_model().yield(self);
          }
          must(monitor_exit(self, object.target()) == MonitorResult::kOk);
        }
      });
    }
    model.await_all();
    REQUIRE(count == 10 * kMany);
    REQUIRE(lwps_made(model) <= places);
  }
}

// Runs threads that park until all of them have done so, each on an LWP of its own.
static void park_on_lwps(Model& model) {
  constexpr std::uint32_t kThreads = 20;
  std::atomic<std::uint32_t> waiting{0};
  std::atomic<bool> over{false};
  std::vector<std::atomic<ExecEnv*>> threads(kThreads);
  for (auto& thread : threads) {
    model.run([&](ExecEnv& self) {
      thread.store(&self);
      waiting.fetch_add(1);
      while (!over.load()) {
        park(self, Deadline::forever());
      }
    });
  }
  REQUIRE(eventually(
      [&] { return waiting.load() == kThreads && model->statistics().lwps >= kThreads; }));
  over.store(true);
  for (auto& thread : threads) {
    unpark(*thread.load());
  }
  model.await_all();
}

TEST_CASE("LWP synchronization: each thread that waits blocks an LWP", "[sync][many_to_many]") {
  Model model(Model::started(*new LwpSynchronization(PoolRules{.places = 1})));
  park_on_lwps(model);
}

TEST_CASE("bound threads: each keeps its LWP, also over a wait", "[sync][many_to_many]") {
  Model model(*new BoundThreads);
  constexpr std::size_t kThreads = 20;
  std::atomic<std::size_t> waiting{0};
  std::vector<pid_t> lwps(kThreads);
  std::vector<std::atomic<ExecEnv*>> threads(kThreads);
  std::atomic<bool> over{false};
  for (std::size_t i = 0; i < kThreads; ++i) {
    model.run([&, i](ExecEnv& self) {
      threads[i].store(&self);
      lwps[i] = gettid();
      waiting.fetch_add(1);
      while (!over.load()) {
        park(self, Deadline::forever());
        must(gettid() == lwps[i]);
      }
      must(sleep(self, Deadline::after_ms(1)) == SleepResult::kSlept);
      must(gettid() == lwps[i]);
    });
  }
  REQUIRE(eventually([&] { return waiting.load() == kThreads; }));
  REQUIRE(std::set<pid_t>(lwps.begin(), lwps.end()).size() == kThreads);
  over.store(true);
  for (auto& thread : threads) {
    unpark(*thread.load());
  }
  model.await_all();
  REQUIRE(model->statistics().lwps_made == kThreads);
  REQUIRE(model->statistics().switches >= kThreads);  // each left its stack at least once
}

TEST_CASE("M:N: two threads wake each other in turn on one place", "[sync][many_to_many]") {
  Model model(1);
  constexpr int kTurns = 2000;
  std::atomic<ExecEnv*> players[2] = {nullptr, nullptr};
  std::atomic<int> turn{0};
  for (int me : {0, 1}) {
    model.run([&, me](ExecEnv& self) {
      players[me].store(&self);
      while (turn.load() < kTurns) {
        if (turn.load() % 2 != me) {
          park(self, Deadline::forever());
          continue;
        }
        turn.fetch_add(1);
        if (ExecEnv* other = players[1 - me].load()) {
          unpark(*other);
        }
      }
      if (ExecEnv* other = players[1 - me].load()) {
        unpark(*other);
      }
      players[me].store(nullptr);
    });
  }
  model.await_all();
  REQUIRE(turn.load() == kTurns);
  REQUIRE(lwps_made(model) == 1);
}

TEST_CASE("M:N: a waiter does not spin, for others need its LWP", "[sync][many_to_many]") {
  Model model(1);
  model.run([](ExecEnv& self) {
    must(self.lock_records_.prepare(self));
    self.monitor_parker().unpark();
    must(!self.wait_spin_.await_permit(self, Deadline::forever()));
    must(self.wait_spin_.sleeps() == 0);
    must(self.monitor_parker().take_permit());
  });
  model.await_all();
}

TEST_CASE("M:N: a condition variable wakes user threads and bound ones", "[sync][many_to_many]") {
  Model model(2);
  Mutex mutex(LockRank::kThreads);
  CondVar changed;
  int waiting = 0;
  bool go = false;
  auto wait_for_go = [&](ExecEnv& self) {
    MutexLock lock(self, mutex);
    ++waiting;
    while (!go) {
      changed.wait(self, mutex);
    }
    --waiting;
  };
  for (int i = 0; i < 50; ++i) {
    model.run(wait_for_go);
  }
  std::thread bound = start(wait_for_go);
  REQUIRE(eventually([&] {
    MutexLock lock(mutex);
    return waiting == 51;
  }));
  {
    MutexLock lock(mutex);
    go = true;
    changed.notify_all();
  }
  bound.join();
  model.await_all();
  REQUIRE(waiting == 0);
}

TEST_CASE("M:N: waits end at their deadlines, early ones first", "[sync][many_to_many]") {
  Model model(1);
  std::vector<int> order;
  bool all_in_time = false;
  // A round counts only if all threads were asleep before the first deadline. On a stopped machine
  // they may not be.
  constexpr int kMostRounds = 100;
  for (int round = 0; round < kMostRounds && !all_in_time; ++round) {
    order.clear();
    all_in_time = true;
    std::int64_t origin = monotonic_ns() + 10 * kNanosPerMilli;
    for (int i : {30, 10, 20}) {
      model.run([&, i](ExecEnv& self) {
        must(sleep(self, Deadline::at(i)) == SleepResult::kSlept);  // long ago: at once
        std::int64_t until = origin + i * kNanosPerMilli / 10;
        all_in_time = all_in_time && monotonic_ns() < origin;
        must(sleep(self, Deadline::at(until)) == SleepResult::kSlept);
        must(monotonic_ns() >= until);
        order.push_back(i);
      });
    }
    model.await_all();
  }
  REQUIRE(all_in_time);
  REQUIRE(order == std::vector<int>{10, 20, 30});
}

TEST_CASE("M:N: a call that is known to block gives the place away at once",
          "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  std::atomic<bool> is_off{false};
  model.run([&](ExecEnv& self) {
    {
      VmToNative native(self);
      thread_model().begin_blocking_call(self);
      is_off.store(true);
      {
        // Work in the VM needs no place, though the second thread may have it.
        NativeToVm vm(self);
        must((self.poll_.load() & kPollOffPlace) != 0);
      }
      must(eventually([&] { return second_ran.load(); }));
      {
        // Java needs one.
        NativeToVm vm(self);
        VmToJava java(self);
        must((self.poll_.load() & kPollOffPlace) == 0);
      }
      thread_model().end_blocking_call(self);
    }
    // A call that runs no Java regains the place at its end.
    VmToNative native(self);
    thread_model().begin_blocking_call(self);
    thread_model().end_blocking_call(self);
    must((self.poll_.load() & kPollOffPlace) == 0);
  });
  // Nobody waits for the place before the call has begun, so sysmon does not take it.
  REQUIRE(eventually([&] { return is_off.load(); }));
  model.run([&](ExecEnv&) { second_ran.store(true); });
  model.await_all();
  REQUIRE(model->statistics().places_taken == 0);
  REQUIRE(model->statistics().places_given == 2);
  REQUIRE(model->statistics().lwps_made == 2);
}

TEST_CASE("M:N: idle LWPs end until there are no more than places", "[sync][many_to_many]") {
  constexpr std::uint32_t kPlaces = 2;
  PoolRules rules{.places = kPlaces};
  REQUIRE(rules.idle_ns == 5 * kNanosPerSecond);
  rules.idle_ns = kNanosPerMilli;
  Model model(Model::started(*new LwpSynchronization(rules)));
  park_on_lwps(model);
  REQUIRE(eventually([&] { return model->statistics().lwps == kPlaces; }));
}

TEST_CASE("M:1: a kernel thread that takes part has the only place, or waits for it",
          "[sync][many_to_many]") {
  Model model(1);
  constexpr int kTurns = 200;
  // Not atomic: only a thread with the place may change it, and TSan would see two.
  int count = 0;
  std::atomic<int> bound_left{2};
  auto take_turns = [&](ExecEnv& self) {
    for (int i = 0; i < kTurns; ++i) {
      must(this_lwp()->place.load() != nullptr);
      ++count;
      VmToBlocked blocked(self);
      thread_model().yield(self);
    }
  };
  auto run_bound = [&] {
    ExecEnv& self = *pool().acquire();
    attach(self);
    thread_model().take_part(self);
    set_current_exec_env(&self);
    begin_running(self, ThreadState::kInVm);
    take_turns(self);
    detach(self);
    thread_model().take_leave();
    set_current_exec_env(nullptr);
    pool().release(self);
    bound_left.fetch_sub(1);
  };
  for (int i = 0; i < 3; ++i) {
    model.run(take_turns);
  }
  std::thread first(run_bound);
  std::thread second(run_bound);
  first.join();
  second.join();
  model.await_all();
  REQUIRE(count == 5 * kTurns);
}

TEST_CASE("LWPHandOff=never: a system call stops the others, but not a program outside of Java",
          "[sync][many_to_many]") {
  Model model(PoolRules{.places = 1, .hands_off = false});
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<bool> second_ran{false};
  std::atomic<bool> reads{false};
  model.run([&](ExecEnv& self) {
    char byte = 0;
    VmToNative native(self);
    reads.store(true);
    must(read(ends[0], &byte, 1) == 1);
  });
  REQUIRE(eventually([&] { return reads.load(); }));
  model.run([&](ExecEnv&) { second_ran.store(true); });
  // The bound thread waits for the place in vain until the read ends.
  std::thread bound([&] {
    ExecEnv& self = *pool().acquire();
    attach(self);
    thread_model().take_part(self);
    set_current_exec_env(&self);
    begin_running(self, ThreadState::kInVm);
    {
      // Outside of Java for as long as the second thread needs: it must get the place.
      VmToNative native(self);
      must(eventually([&] { return second_ran.load(); }));
    }
    detach(self);
    thread_model().take_leave();
    set_current_exec_env(nullptr);
    pool().release(self);
  });
  constexpr useconds_t kManyTicksUs = 30'000;
  usleep(kManyTicksUs);
  REQUIRE_FALSE(second_ran.load());
  REQUIRE(model->statistics().places_taken == 0);
  REQUIRE(write(ends[1], "x", 1) == 1);
  bound.join();
  model.await_all();
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("M:N: a thread that computes yields its place at a poll", "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  model.run([&](ExecEnv& self) {
    VmToJava in_java(self);
    while (!second_ran.load(std::memory_order_relaxed)) {
      poll(self);
    }
  });
  model.run([&](ExecEnv&) { second_ran.store(true); });
  model.await_all();
  REQUIRE(model->statistics().preemptions >= 1);
  REQUIRE(lwps_made(model) == 1);
}

TEST_CASE("M:N: a slice that is over in the VM, where no poll is, is deferred and counted",
          "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  model.run([&](ExecEnv& self) {
    while (model->statistics().deferrals == 0) {
      must(!second_ran.load());
    }
    VmToJava in_java(self);
    while (!second_ran.load(std::memory_order_relaxed)) {
      poll(self);
    }
  });
  model.run([&](ExecEnv&) { second_ran.store(true); });
  model.await_all();
}

TEST_CASE("M:N: a pinned thread that waits keeps its LWP, and another LWP runs the others",
          "[sync][many_to_many]") {
  Model model(1);
  std::atomic<ExecEnv*> pinned{nullptr};
  std::atomic<bool> same_lwp{false};
  model.run([&](ExecEnv& self) {
    LwpPin pin(self);
    std::int32_t before = thread_model().lwp_of(self);
    pinned.store(&self);
    while (!self.parker().has_permit()) {
      VmToBlocked blocked(self);
      thread_model().yield(self);
    }
    park(self, Deadline::forever());
    sleep(self, Deadline::after_ms(5));
    same_lwp.store(before != 0 && thread_model().lwp_of(self) == before);
  });
  model.run([&](ExecEnv& self) {
    while (pinned.load() == nullptr) {
      VmToBlocked blocked(self);
      thread_model().yield(self);
    }
    unpark(*pinned.load());
  });
  model.await_all();
  REQUIRE(same_lwp.load());
  REQUIRE(lwps_made(model) >= 2);
}

TEST_CASE("M:N: a thread in a system call loses its place to one that can run",
          "[sync][many_to_many]") {
  Model model(1);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<bool> reads{false};
  model.run([&](ExecEnv& self) {
    char byte = 0;
    {
      VmToNative native(self);
      reads.store(true);
      must(read(ends[0], &byte, 1) == 1);
    }
    must(byte == 'x');
  });
  REQUIRE(eventually([&] { return reads.load(); }));
  model.run([&](ExecEnv&) { must(write(ends[1], "x", 1) == 1); });
  model.await_all();
  REQUIRE(model->statistics().places_taken >= 1);
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("M:N: threads that sleep in the kernel in Java, as in a page fault, lose their places",
          "[sync][many_to_many]") {
  Model model(2);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<int> sleepers{0};
  std::atomic<int> rejoined{0};
  for (int i = 0; i < 2; ++i) {
    model.run([&](ExecEnv& self) {
      VmToJava java(self);
      char byte = 0;
      ++sleepers;
      // To sysmon a system call in this state looks like a page fault.
      must(read(ends[0], &byte, 1) == 1);
      JavaToVm vm(self);
      must(this_lwp()->place.load() != nullptr);
      ++rejoined;
    });
  }
  REQUIRE(eventually([&] { return sleepers.load() == 2; }));
  model.run([&](ExecEnv&) { must(write(ends[1], "xx", 2) == 2); });
  model.await_all();
  REQUIRE(rejoined.load() == 2);
  REQUIRE(model->statistics().places_taken >= 1);
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("M:N: threads wait for descriptors without an LWP", "[sync][many_to_many]") {
  Model model(1);
  constexpr std::size_t kPipes = 20;
  int ends[kPipes][2];
  int heard = 0;
  for (auto& pair : ends) {
    REQUIRE(pipe(pair) == 0);
    model.run([&, descriptor = pair[0]](ExecEnv& self) {
      std::uint32_t ready = 0;
      while (ready == 0) {
        VmToBlocked blocked(self);
        ready = thread_model().wait_io(self, descriptor, POLLIN, Deadline::forever());
      }
      must((ready & POLLIN) != 0);
      ++heard;
    });
  }
  for (auto& pair : ends) {
    REQUIRE(write(pair[1], "x", 1) == 1);
  }
  model.await_all();
  REQUIRE(heard == kPipes);
  REQUIRE(lwps_made(model) == 1);

  std::atomic<ExecEnv*> waiter{nullptr};
  std::atomic<bool> timed_out{false};
  model.run([&](ExecEnv& self) {
    int quiet[2];
    must(pipe(quiet) == 0);
    {
      VmToBlocked blocked(self);
      timed_out.store(thread_model().wait_io(self, quiet[0], POLLIN, Deadline::after_ms(2)) == 0);
      waiter.store(&self);
      // ended by wake_io
      must(thread_model().wait_io(self, quiet[0], POLLIN, Deadline::forever()) == 0);
    }
    waiter.store(nullptr);
    close(quiet[0]);
    close(quiet[1]);
  });
  REQUIRE(eventually([&] {
    ExecEnv* target = waiter.load();
    if (target != nullptr) {
      thread_model().wake_io(*target);
    }
    return timed_out.load() && target == nullptr;
  }));
  model.await_all();
  for (auto& pair : ends) {
    close(pair[0]);
    close(pair[1]);
  }
}

TEST_CASE("M:N: a wait that the poller cannot serve ends by its deadline", "[sync][many_to_many]") {
  Model model(1);
  constexpr std::int64_t kLookAgainNs = 10'000'000;
  constexpr int kMostTries = 300;
  bool ends_by_deadline = false;
  model.run([&](ExecEnv& self) {
    // A busy machine may make any wait longer, so one short wait is enough.
    for (int i = 0; i < kMostTries && !ends_by_deadline; ++i) {
      std::int64_t begin = monotonic_ns();
      {
        VmToBlocked blocked(self);
        must(thread_model().wait_io(self, -1, POLLIN, Deadline::after_ms(0)) == 0);
      }
      ends_by_deadline = monotonic_ns() - begin < kLookAgainNs;
    }
  });
  model.await_all();
  REQUIRE(ends_by_deadline);
}

TEST_CASE("M:N: a descriptor is looked at while all places compute", "[sync][many_to_many]") {
  Model model(1);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<bool> heard{false};
  std::atomic<bool> computes{false};
  model.run([&](ExecEnv& self) {
    std::uint32_t ready = 0;
    while (ready == 0) {
      VmToBlocked blocked(self);
      ready = thread_model().wait_io(self, ends[0], POLLIN, Deadline::forever());
    }
    heard.store(true);
  });
  model.run([&](ExecEnv& self) {
    VmToJava in_java(self);
    while (!heard.load(std::memory_order_relaxed)) {
      computes.store(true, std::memory_order_relaxed);
      poll(self);
    }
  });
  REQUIRE(eventually([&] { return computes.load(); }));
  REQUIRE(write(ends[1], "x", 1) == 1);
  model.await_all();
  close(ends[0]);
  close(ends[1]);
}

namespace {
struct CountStopped final : SafepointOperation {
  void run() override {
    for_each_exec_env([&](ExecEnv& ee) { blocked += ee.state() == ThreadState::kBlocked ? 1 : 0; });
  }
  int blocked = 0;
};
}  // namespace

TEST_CASE("M:N: threads that nobody carries count as stopped", "[sync][many_to_many]") {
  Model model(2);
  std::atomic<int> ready{0};
  std::atomic<bool> over{false};
  std::vector<std::atomic<ExecEnv*>> threads(kMany);
  for (auto& thread : threads) {
    model.run([&](ExecEnv& self) {
      thread.store(&self);
      ready.fetch_add(1);
      while (!over.load()) {
        park(self, Deadline::forever());
      }
    });
  }
  REQUIRE(eventually([&] { return ready.load() == kMany; }));
  CountStopped operation;
  std::atomic<bool> counted{false};
  model.run([&](ExecEnv& self) {
    run_at_safepoint(self, operation);
    counted.store(true);
  });
  Attached me;
  REQUIRE(eventually(me.self, [&] { return counted.load(); }));
  REQUIRE(operation.blocked >= kMany);
  over.store(true);
  for (auto& thread : threads) {
    unpark(*thread.load());
  }
  VmToBlocked blocked(me.self);
  model.await_all();
}
