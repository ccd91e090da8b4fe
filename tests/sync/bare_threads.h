// Threads and objects for the tests of sync: ExecEnvs without a VM around them, and objects that are a header and nothing else.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

#include "sync/lock_target.h"
#include "sync/threads/exec_env_pool.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync::test {

inline ExecEnvPool<ExecEnv>& pool() {
  static auto* the_pool = new ExecEnvPool<ExecEnv>;
  return *the_pool;
}

// An ExecEnv in kInVm while it lives. Two on one LWP are allowed as long as nobody stops the world: that makes interleavings by hand.
class Attached {
 public:
  Attached() : self(*pool().acquire()) {
    attach(self);
    begin_running(self, ThreadState::kInVm);
  }
  ~Attached() {
    detach(self);
    pool().release(self);
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

  ExecEnv& self;
};

// A thread with an ExecEnv in kInVm.
template <class Body>
std::thread start(Body body) {
  return std::thread([body]() mutable {
    Attached me;
    body(me.self);
  });
}

// Stops a thread, or the world, no more.
struct Nothing final : HandshakeOperation, SafepointOperation {
  void run(ExecEnv&) override {}
  void run() override {}
};

inline void join(ExecEnv& self, std::thread& thread) {
  VmToBlocked blocked(self);
  thread.join();
}

// Waits for a condition that another thread brings about; gives up after 20 s.
template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 200'000; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return false;
}
// The same from inside the VM: counts as stopped meanwhile.
template <class Condition>
bool eventually(ExecEnv& self, Condition condition) {
  VmToBlocked blocked(self);
  return eventually(condition);
}

struct FakeObject {
  std::uint64_t class_word = 0;
  MultiUseWord word;
};

// An object and the slot that names it.
struct Rooted {
  FakeObject object;
  void* slot = &object;
  LockTarget target() { return LockTarget(&slot); }
  MultiUseWord& word() { return object.word; }
};

inline LockBits bits_of(const MultiUseWord& word) { return word.load(std::memory_order_acquire); }
inline LockState state_of(const MultiUseWord& word) { return lock_state(bits_of(word)); }

// True if `body` ends its process by abort. A fork has one thread: body must need no other.
template <class Body>
bool aborts(Body body) {
  pid_t child = fork();
  if (child == 0) {
    close(STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace minijvm::sync::test
