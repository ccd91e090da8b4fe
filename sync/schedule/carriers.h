// Carriers bring the threads of a deterministic run on kernel threads. OneRunner decides who is
// next; its carrier only goes on with that thread, and takes the last one off.
//
//   carrier              a thread that is switched to goes on on
//   make_fiber_carrier   the kernel thread of main, as all others do
//   make_lwp_carrier     the next one of n LWPs in turn, but another one than last time
//   make_baton_carrier   a kernel thread of its own
//
// A run is the same under each of them, which proves two things. Under the second one: no code
// keeps a thread-local variable's address where its thread may stop. Under the third one: no code
// needs two threads to share a kernel thread.
// The last two pass a baton, a futex word for each kernel thread: all wait but the one that has it.
//
// Main, whose stack its kernel thread has begun with, stays there under all three. A thread below a
// foreign native, which may keep such addresses, is pinned (threads/exec_env.h) and stays as well.
// Tested by tests/sync/one_runner_test.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "sync/schedule/user_thread.h"

namespace minijvm::sync {

class Carrier {
 public:
  virtual ~Carrier() = default;

  // The calling kernel thread is that of main, which runs. Returns false if the kernel has no
  // threads to carry others.
  virtual bool start(UserThread& main) = 0;
  // The thread will be switched to. Returns false if the kernel has no thread for it.
  virtual bool take_on(UserThread&) { return true; }
  // Leaves `from` for `to`, and mounts the ExecEnv of `to` on the kernel thread that goes on with
  // it. Returns when another switch goes on with `from`, which never comes if it `ends`.
  virtual void switch_to(UserThread& from, UserThread& to, bool ends) = 0;

  // Kernel threads, with that of main.
  struct Lwps {
    std::uint32_t made = 1;
    std::uint32_t now = 1;
    std::uint32_t most = 1;
  };
  virtual Lwps lwps() const = 0;
  virtual const char* name() const = 0;
};

std::unique_ptr<Carrier> make_fiber_carrier();
// REQUIRES: lwps > 0.
std::unique_ptr<Carrier> make_lwp_carrier(std::size_t lwps);
std::unique_ptr<Carrier> make_baton_carrier();

}  // namespace minijvm::sync
