// The pool of user threads, and the stack switch with its calls for the sanitizers. Without these
// calls AddressSanitizer would take frames on another stack for errors, and ThreadSanitizer would
// confuse the threads.
#include "sync/schedule/user_thread.h"

#include <algorithm>
#include <new>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

#include "sync/schedule/schedule_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

// Ended threads, which are used again, and all threads that ever existed (for a debugger).
struct UserThreadPool {
  Mutex mutex{LockRank::kTable};
  std::vector<UserThread*> free MJ_GUARDED_BY(mutex);
  std::vector<UserThread*> all MJ_GUARDED_BY(mutex);
};

namespace {

UserThreadPool& pool() { return *schedule_state.user_threads; }

// Returns null if memory is out.
UserThread* take_or_make() {
  {
    MutexLock guard(pool().mutex);
    if (!pool().free.empty()) {
      UserThread* used = pool().free.back();
      pool().free.pop_back();
      return used;
    }
  }
  auto* made = new (std::nothrow) UserThread;
  if (made != nullptr) {
    MutexLock guard(pool().mutex);
    pool().all.push_back(made);
  }
  return made;
}

void give_back(UserThread& thread) {
  MutexLock guard(pool().mutex);
  pool().free.push_back(&thread);
}

}  // namespace

void Strand::prepare(UserStack& stack, ContextEntry entry, void* argument) {
  StackBounds bounds = stack.bounds();
  context_.prepare(bounds.lowest, bounds.bytes, entry, argument);
  lowest_ = bounds.lowest;
  bytes_ = bounds.bytes;
  fake_stack_ = nullptr;
#if defined(__SANITIZE_THREAD__)
  // Each life of a strand has one fiber, which retire() destroys.
  tsan_fiber_ = __tsan_create_fiber(0);
#endif
}

void Strand::stands_for(const UserStack& stack) {
  StackBounds bounds = stack.bounds();
  lowest_ = bounds.lowest;
  bytes_ = bounds.bytes;
}

void Strand::entered([[maybe_unused]] Strand& self) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(self.fake_stack_, nullptr, nullptr);
#endif
}

#if defined(__SANITIZE_ADDRESS__)
namespace {
// Finds an LWP's own stack, once: AddressSanitizer needs the bounds of the stack that is switched
// to.
void find_own_stack(const void** lowest, std::size_t* bytes) {
  pthread_attr_t attributes;
  void* found = nullptr;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &found, bytes);
    pthread_attr_destroy(&attributes);
  }
  *lowest = found;
}
}  // namespace
#endif

void Strand::switch_to(Strand& from, Strand& to, [[maybe_unused]] bool ends) {
#if defined(__SANITIZE_ADDRESS__)
  if (from.lowest_ == nullptr) {
    find_own_stack(&from.lowest_, &from.bytes_);
  }
  // Null means that the strand ends, and its fake frames are freed.
  __sanitizer_start_switch_fiber(ends ? nullptr : &from.fake_stack_, to.lowest_, to.bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
  // This is an LWP's own strand, whose fiber is the one that the kernel thread began with.
  if (from.tsan_fiber_ == nullptr) {
    from.tsan_fiber_ = __tsan_get_current_fiber();
  }
  __tsan_switch_to_fiber(to.tsan_fiber_, 0);
#endif
  // This is the switch. The code below it runs when another call has switched back.
  Context::switch_to(from.context_, to.context_);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(from.fake_stack_, nullptr, nullptr);
#endif
}

void Strand::retire() {
#if defined(__SANITIZE_THREAD__)
  __tsan_destroy_fiber(tsan_fiber_);
  tsan_fiber_ = nullptr;
#endif
}

UserThread* new_user_thread(std::size_t stack_bytes, std::size_t room_bytes, ThreadEntry entry,
                            void* argument, ContextEntry first_frame) {
  UserThread* thread = take_or_make();
  if (thread == nullptr) {
    return nullptr;
  }
  if (!thread->stack.make(stack_bytes, room_bytes)) {
    give_back(*thread);
    return nullptr;
  }
  thread->entry = entry;
  thread->argument = argument;
  // The state needs no reset: mounting the thread stores kRunning.
  thread->run_ns.store(0, std::memory_order_relaxed);
  thread->priority.store(kNormalPriority, std::memory_order_relaxed);
  thread->strand.prepare(thread->stack, first_frame, thread);
  return thread;
}

void adopt(UserThread& me, ExecEnv* ee) {
  // This runs twice in a thread's life: with its ExecEnv when it starts, and with null when it
  // ends.
  ExecEnv* before = me.ee.exchange(ee, std::memory_order_acq_rel);
  if (before != nullptr) {
    // From here on an unpark of the old ExecEnv does not reach this thread.
    before->user_thread_.store(nullptr, std::memory_order_release);
  }
  if (ee != nullptr) {
    ee->user_thread_.store(&me, std::memory_order_release);
  }
}

void recycle_user_thread(UserThread& ended) {
  ended.strand.retire();
  ended.stack.forget_content();
  give_back(ended);
}

}  // namespace minijvm::sync
