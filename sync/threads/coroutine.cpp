// Makes coroutines and switches to and from them. A recycled one keeps its stack, so that most
// coroutines start without a system call; only so many are kept, since each keeps some pages.
#include "sync/threads/coroutine.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "base/check.h"
#include "sync/schedule/schedule_state.h"
#include "sync/threads/clock.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

// Those that have ended, for later use.
struct CoroutinePool {
  // A kept one holds 16 KiB of touched pages.
  static constexpr std::size_t kMostKept = 1024;

  Mutex mutex{LockRank::kTable};
  std::vector<Coroutine*> free MJ_GUARDED_BY(mutex);

  // To look for fewer that can be recycled would save less memory than it takes time.
  static constexpr std::size_t kFew = 8192;
  minijvm::Atomic<std::size_t> used{0};
  // The number at which have_doubled is true; SIZE_MAX until the next note_count.
  minijvm::Atomic<std::size_t> many{kFew};
  minijvm::Atomic<std::int64_t> next_search_ns{0};
};

namespace {

CoroutinePool& coroutine_pool() { return *schedule_state.coroutines; }

Coroutine* take_kept() {
  MutexLock guard(coroutine_pool().mutex);
  if (coroutine_pool().free.empty()) {
    return nullptr;
  }
  Coroutine* kept = coroutine_pool().free.back();
  coroutine_pool().free.pop_back();
  return kept;
}

// Returns false if enough are kept.
bool keep(Coroutine& ended) {
  MutexLock guard(coroutine_pool().mutex);
  if (coroutine_pool().free.size() >= CoroutinePool::kMostKept) {
    return false;
  }
  coroutine_pool().free.push_back(&ended);
  return true;
}

}  // namespace

Coroutine* Coroutine::make(std::size_t stack_bytes, std::size_t room_bytes, Entry entry,
                           ExecEnv& inner) {
  Coroutine* made = take_kept();
  if (made == nullptr) {
    made = new (std::nothrow) Coroutine;
  }
  if (made == nullptr) {
    return nullptr;
  }
  if (!made->stack_.make(stack_bytes, room_bytes)) {
    delete made;
    return nullptr;
  }
  made->entry_ = entry;
  made->inner_env_ = &inner;
  made->inner_.prepare(made->stack_, begin, made);
  coroutine_pool().used.fetch_add(1, std::memory_order_relaxed);
  return made;
}

bool Coroutine::have_doubled() {
  CoroutinePool& pool = coroutine_pool();
  std::size_t many = pool.many.load(std::memory_order_relaxed);
  return pool.used.load(std::memory_order_relaxed) >= many &&
         pool.many.compare_exchange_strong(many, SIZE_MAX, std::memory_order_relaxed);
}

void Coroutine::note_count() {
  CoroutinePool& pool = coroutine_pool();
  pool.many.store(std::max(CoroutinePool::kFew, 2 * pool.used.load(std::memory_order_relaxed)),
                  std::memory_order_relaxed);
}

bool Coroutine::is_search_due() {
  minijvm::Atomic<std::int64_t>& next = coroutine_pool().next_search_ns;
  std::int64_t due = next.load(std::memory_order_relaxed);
  const std::int64_t now = machine_ns();
  return now >= due &&
         next.compare_exchange_strong(due, now + kNanosPerSecond, std::memory_order_relaxed);
}

void Coroutine::begin(void* coroutine) {
  auto& self = *static_cast<Coroutine*>(coroutine);
  Strand::entered(self.inner_);
  self.entry_(*self.inner_env_);
  MJ_UNREACHABLE("a coroutine returned");
}

// The strand of the place that is left is a new one each time: the kernel thread may be another.
void Coroutine::enter(ExecEnv& outer, const Coroutine* below) {
  outer_ = Strand();
  if (below != nullptr) {
    outer_.stands_for(below->stack_);
  }
  mount_exec_env(inner_env_);
  Strand::switch_to(outer_, inner_);
  // The coroutine has left, or has ended.
  mount_exec_env(&outer);
}

void Coroutine::leave() { Strand::switch_to(inner_, outer_); }

void Coroutine::end() {
  Strand::switch_to(inner_, outer_, true);
  MJ_UNREACHABLE("an ended coroutine was entered");
}

void Coroutine::recycle() {
  coroutine_pool().used.fetch_sub(1, std::memory_order_relaxed);
  inner_.retire();
  stack_.forget_content();
  if (!keep(*this)) {
    delete this;
  }
}

}  // namespace minijvm::sync
