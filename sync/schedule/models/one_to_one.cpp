// The thread model in which the kernel does everything: start a pthread, wait on a futex. Other
// models start their kernel threads here, too.
#include "sync/schedule/models/one_to_one.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <climits>
#include <memory>
#include <new>

#include "base/bits.h"
#include "base/stack_guard.h"
#include "base/virtual_memory.h"
#include "sync/schedule/schedule_state.h"
#include "sync/threads/futex.h"

namespace minijvm::sync {
namespace {

// The function that a new pthread runs. The pthread reads this memory and then deletes it.
struct Start {
  ThreadEntry entry;
  void* argument;
};

void* run_thread(void* start_pointer) {
  Start start = *static_cast<Start*>(start_pointer);
  delete static_cast<Start*>(start_pointer);
  start.entry(start.argument);
  return nullptr;
}

// The pthread is detached: Thread.join is a Java wait, so no thread calls pthread_join.
bool make_attributes(pthread_attr_t& attributes, std::size_t stack_bytes) {
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes == 0) {
    return true;
  }
  // pthread_attr_setstacksize refuses less than its minimum, and sizes that are not whole pages on
  // some systems.
  std::size_t least =
      std::max<std::size_t>(stack_bytes, static_cast<std::size_t>(PTHREAD_STACK_MIN));
  return pthread_attr_setstacksize(&attributes, align_up(least, page_size())) == 0;
}

}  // namespace

bool start_kernel_thread(std::size_t stack_bytes, ThreadEntry entry, void* argument) {
  std::unique_ptr<Start> start(new (std::nothrow) Start{entry, argument});
  if (start == nullptr) {
    return false;
  }
  pthread_attr_t attributes;
  pthread_t thread;
  bool made = make_attributes(attributes, stack_bytes) && has_addresses_for_stack(stack_bytes) &&
              pthread_create(&thread, &attributes, run_thread, start.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (made) {
    start.release();  // run_thread deletes it
  }
  return made;
}

bool is_one_to_one() { return &thread_model() == &schedule_state.one_to_one; }

bool OneToOne::spawn(std::size_t stack_bytes, std::size_t, ThreadEntry entry, void* argument) {
  return start_kernel_thread(stack_bytes, entry, argument);
}

bool OneToOne::park(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected, Deadline until) {
  return futex_wait(word, expected, on_machine(until));
}

void OneToOne::unpark(ExecEnv&, Atomic<std::uint32_t>& word) { futex_wake_one(word); }

void OneToOne::yield(ExecEnv&) { sched_yield(); }

}  // namespace minijvm::sync
