// Proves what becomes of an LWP whose thread waits in the kernel: it loses its place, gives it away or keeps it, and stays with a pinned thread; who
// waits for a descriptor needs none. Nothing here depends on time: a test that fails hangs, or counts wrong.
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <string>

#include "bare_models.h"
#include "sync/sync_state.h"
#include "sync/threads/safepoint.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

TEST_CASE("M:N: a call that is known to block gives the place away at once",
          "[sync][many_to_many]") {
  Model model(1);
  std::atomic<bool> second_ran{false};
  std::atomic<bool> is_off{false};
  model.run([&](ExecEnv& self) {
    // As in a foreign native, which alone may block.
    LwpPin pin(self);
    {
      VmToNative native(self);
      thread_model().begin_blocking_call(self);
      is_off.store(true);
      {
        // Work in the VM needs no place, though the second thread may have it.
        const std::uint32_t woken = world.stop_events.load();
        {
          NativeToVm vm(self);
          must((self.poll_.load() & kPollOffPlace) != 0);
        }
        // Nobody stops the world, so the step back wakes no stopper: that would be a system call.
        must(world.stop_events.load() == woken);
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

// ThreadSanitizer defers signals for as long as a thread makes raw system calls.
#ifndef __SANITIZE_THREAD__
namespace {

// A pool without sysmon.
struct NoHelp final : PoolHelper {
  void note_backlog() override {}
  void note_free_place() override {}
  bool collect_ready() override { return false; }
};

std::atomic<bool> is_stopped{false};
std::atomic<bool> goes_on{false};
std::atomic<int> places_had{0};

void stop_here(int) {
  is_stopped.store(true);
  while (!goes_on.load()) {
  }
}

// A kernel thread that regains a place for its LWP, and leaves it. A signal stops it while it waits, as if the kernel had no processor for it.
class Comer {
 public:
  explicit Comer(LwpPool& pool, Turn turn = Turn::kAtOnce)
      : lwp_(pool), thread_([this, &pool, turn] {
          kernel_id_.store(gettid());
          pool.regain_place(lwp_, turn);
          turn_.store(++places_had);
          pool.leave_place(lwp_);
        }) {}
  ~Comer() { thread_.join(); }

  // Which one it was of those that had a place; 0: it has had none yet.
  int turn() const { return turn_.load(); }
  bool sleeps() const {
    std::ifstream stat("/proc/self/task/" + std::to_string(kernel_id_.load()) + "/stat");
    std::string line;
    std::getline(stat, line);
    const std::size_t name_end = line.rfind(") ");
    return name_end != std::string::npos && line[name_end + 2] == 'S';
  }
  // REQUIRES: it sleeps on its bell.
  void stop() {
    is_stopped.store(false);
    goes_on.store(false);
    REQUIRE(pthread_kill(thread_.native_handle(), SIGUSR1) == 0);
    REQUIRE(eventually([] { return is_stopped.load(); }));
  }

 private:
  Lwp lwp_;
  std::atomic<pid_t> kernel_id_{0};
  std::atomic<int> turn_{0};
  std::thread thread_;
};

// The place is free, an LWP that was rung does not run, and another one comes: which is first?
int turn_of_newcomer(bool was_late, Turn newcomers) {
  LwpPool pool(PoolRules{.places = 1});
  NoHelp help;
  pool.set_helper(help);
  places_had.store(0);
  std::signal(SIGUSR1, stop_here);
  Lwp runner(pool);
  pool.regain_place(runner);
  Comer sleeper(pool);
  REQUIRE(eventually([&] { return pool.has_waiters() && sleeper.sleeps(); }));
  sleeper.stop();
  pool.leave_place(runner);
  // No LWP is hired with that place for a queued thread.
  REQUIRE_FALSE(pool.has_free_place());
  if (was_late) {
    pool.regain_place(runner);
    goes_on.store(true);
    REQUIRE(eventually([&] { return sleeper.sleeps(); }));
    sleeper.stop();
    pool.leave_place(runner);
  }
  int turn = 0;
  {
    Comer newcomer(pool, newcomers);
    REQUIRE(eventually([&] { return newcomer.turn() != 0 || newcomer.sleeps(); }));
    goes_on.store(true);
    REQUIRE(eventually([&] { return newcomer.turn() != 0; }));
    turn = newcomer.turn();
  }
  REQUIRE(eventually([&] { return sleeper.turn() != 0; }));
  std::signal(SIGUSR1, SIG_DFL);
  return turn;
}

}  // namespace

TEST_CASE("M:N: a free place is for the LWP that comes first, but none is overtaken twice",
          "[sync][many_to_many]") {
  // If the place were handed to the one that sleeps, the newcomer would be second.
  REQUIRE(turn_of_newcomer(false, Turn::kAtOnce) == 1);
  REQUIRE(turn_of_newcomer(true, Turn::kAtOnce) == 2);
  // An LWP whose thread yields goes behind those that wait.
  REQUIRE(turn_of_newcomer(false, Turn::kBehindWaiters) == 2);
}
#endif

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

// A thread reads a byte from the pipe, in native code.
static void read_byte(ExecEnv& self, int descriptor) {
  char byte = 0;
  VmToNative native(self);
  must(read(descriptor, &byte, 1) == 1);
}

TEST_CASE("LWPHandOff=sigwaiting: one LWP more when all wait in the kernel, and not before",
          "[sync][many_to_many]") {
  Model model(PoolRules{.places = 2, .hands_off = false, .grows = true, .has_slices = false});
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<int> started{0};
  std::atomic<bool> computes{true};
  std::atomic<bool> third_ran{false};
  model.run([&](ExecEnv& self) {
    ++started;
    read_byte(self, ends[0]);
  });
  model.run([&](ExecEnv& self) {
    ++started;
    {
      VmToJava java(self);
      while (computes.load(std::memory_order_relaxed)) {
        poll(self);
      }
    }
    read_byte(self, ends[0]);
  });
  REQUIRE(eventually([&] { return started.load() == 2; }));
  model.run([&](ExecEnv&) { third_ran.store(true); });
  constexpr useconds_t kManyTicksUs = 30'000;
  usleep(kManyTicksUs);
  REQUIRE_FALSE(third_ran.load());
  REQUIRE(model->statistics().places == 2);
  computes.store(false);
  REQUIRE(eventually([&] { return third_ran.load(); }));
  // The LWPs of the readers have kept their places.
  REQUIRE(model->statistics().places == 3);
  REQUIRE(model->statistics().lwps_most == 3);
  REQUIRE(model->statistics().places_taken == 0);
  {
    // A thread from outside stops the world while all LWPs wait, and a new thread runs afterwards.
    Attached me;
    Nothing nothing;
    run_at_safepoint(me.self, nothing);
    model.run([&](ExecEnv&) { must(write(ends[1], "xx", 2) == 2); });
  }
  model.await_all();
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("LWPHandOff=sigwaiting: the pool grows without a free descriptor",
          "[sync][many_to_many]") {
  Model model(PoolRules{.places = 1, .hands_off = false, .grows = true});
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<bool> reads{false};
  model.run([&](ExecEnv& self) {
    reads.store(true);
    read_byte(self, ends[0]);
  });
  REQUIRE(eventually([&] { return reads.load(); }));
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit none{0, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
  REQUIRE(dup(ends[0]) == -1);
  model.run([&](ExecEnv&) { must(write(ends[1], "x", 1) == 1); });
  model.await_all();
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  REQUIRE(model->statistics().lwps_most == 2);
  close(ends[0]);
  close(ends[1]);
}

// A thread wakes another one and blocks in the kernel, while two threads keep the other LWP busy.
static void wake_and_block(bool grows) {
  Model model(PoolRules{.places = 2, .hands_off = false, .grows = grows, .has_slices = false});
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::atomic<ExecEnv*> woken{nullptr};
  std::atomic<int> started{0};
  std::atomic<bool> may_go{false};
  std::atomic<bool> woken_ran{false};
  model.run([&](ExecEnv& self) {
    woken.store(&self);
    while (!may_go.load()) {
      park(self, Deadline::forever());
    }
    must(write(ends[1], "x", 1) == 1);
    woken_ran.store(true);
  });
  for (int i = 0; i < 2; ++i) {
    model.run([&](ExecEnv& self) {
      ++started;
      while (!woken_ran.load()) {
        VmToBlocked blocked(self);
        thread_model().yield(self);
      }
    });
  }
  model.run([&](ExecEnv& self) {
    while (started.load() != 2 || woken.load() == nullptr ||
           woken.load()->state() != ThreadState::kBlocked) {
      VmToBlocked blocked(self);
      thread_model().yield(self);
    }
    may_go.store(true);
    unpark(*woken.load());
    read_byte(self, ends[0]);
  });
  model.await_all();
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("an LWP that keeps its place in the kernel does not starve the threads it has woken",
          "[sync][many_to_many]") {
  wake_and_block(false);
  wake_and_block(true);
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
      std::int64_t begin = machine_ns();
      {
        VmToBlocked blocked(self);
        must(thread_model().wait_io(self, -1, POLLIN, Deadline::after_ms(0)) == 0);
      }
      ends_by_deadline = machine_ns() - begin < kLookAgainNs;
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
