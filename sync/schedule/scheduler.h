// The thread model: what runs a Java thread, and how it waits. One interface; 1:1 today (one_to_one.h), M:N and M:1 beside it later.
// Proved by tests/sync/one_to_one_test.cpp.
// Everything in the VM that waits for another Java thread ends here, through Parker. Who runs next and when to preempt are decisions of
// the model: a deterministic mode replaces it whole.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sync/atomic.h"
#include "sync/clock.h"
#include "sync/fwd.h"

namespace minijvm::sync {

using ThreadEntry = void (*)(void* argument);

class ThreadModel {
 public:
  // Starts entry(argument) with a C stack of at least `stack_bytes` (0: the model's default). False: no more threads can be made.
  virtual bool spawn(std::size_t stack_bytes, ThreadEntry entry, void* argument) = 0;

  // Waits while the word holds `expected`; may return early for no reason. False: the deadline passed. Called by self's thread only.
  virtual bool park(ExecEnv& self, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) = 0;
  // Ends target's park on the word. The word no longer holds what target waits on.
  virtual void unpark(ExecEnv& target, Atomic<std::uint32_t>& word) = 0;

  // Thread.yield. REQUIRES: a state that does not touch the heap.
  virtual void yield() = 0;

  // The ExecEnv of whatever runs on the calling LWP now, or null.
  virtual ExecEnv* current() = 0;
  virtual void set_current(ExecEnv* ee) = 0;

  virtual const char* name() const = 0;

 protected:
  ~ThreadModel() = default;
};

// The model chosen at start (-XX:ThreadModel).
ThreadModel& thread_model();

}  // namespace minijvm::sync
