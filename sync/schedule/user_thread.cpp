#include "sync/schedule/user_thread.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

#include "sync/exec_env.h"

namespace minijvm::sync {
namespace {

struct Pool {
  std::mutex mutex;  // a leaf: nothing is called with it held
  std::vector<UserThread*> free;
  std::vector<UserThread*> all;
};

Pool& pool() {
  static auto& the_pool = *new Pool;
  return the_pool;
}

UserThread* take_or_make() {
  {
    std::lock_guard<std::mutex> guard(pool().mutex);
    if (!pool().free.empty()) {
      UserThread* used = pool().free.back();
      pool().free.pop_back();
      return used;
    }
  }
  auto* made = new (std::nothrow) UserThread;
  if (made != nullptr) {
    std::lock_guard<std::mutex> guard(pool().mutex);
    pool().all.push_back(made);
  }
  return made;
}

void give_back(UserThread& thread) {
  std::lock_guard<std::mutex> guard(pool().mutex);
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
  tsan_fiber_ = __tsan_create_fiber(0);
#endif
}

void Strand::entered([[maybe_unused]] Strand& self) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(self.fake_stack_, nullptr, nullptr);
#endif
}

#if defined(__SANITIZE_ADDRESS__)
namespace {
// An LWP's own stack, asked once: the sanitizer wants the bounds of the stack that is gone to.
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
  __sanitizer_start_switch_fiber(ends ? nullptr : &from.fake_stack_, to.lowest_, to.bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
  if (from.tsan_fiber_ == nullptr) {
    from.tsan_fiber_ = __tsan_get_current_fiber();
  }
  __tsan_switch_to_fiber(to.tsan_fiber_, 0);
#endif
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

UserThread* new_user_thread(std::size_t stack_bytes, ThreadEntry entry, void* argument, ContextEntry first_frame) {
  UserThread* thread = take_or_make();
  if (thread == nullptr) {
    return nullptr;
  }
  if (!thread->stack.make(stack_bytes)) {
    give_back(*thread);
    return nullptr;
  }
  thread->entry = entry;
  thread->argument = argument;
  thread->run_ns.store(0, std::memory_order_relaxed);
  thread->strand.prepare(thread->stack, first_frame, thread);
  return thread;
}

void adopt(UserThread& me, ExecEnv* ee) {
  ExecEnv* before = me.ee.exchange(ee, std::memory_order_acq_rel);
  if (before != nullptr) {
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
