// Implements VM mutexes on a futex word with three states (the state table is in the header), the
// check of their ranks, and condition variables.
#include "sync/threads/vm_mutex.h"

#include <climits>

#include "base/check.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/futex.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

constexpr int kSpinPauses = bounded_spin(100);  // about 1 us: most holders are gone by then

#ifdef MINIJVM_DEBUG
// The mutexes that the calling LWP holds, in the order taken. A thread-local is right, since no
// user thread switches while it holds a mutex. But the wait of a condition variable switches, and
// no compiler may keep the thread-local's address over the switch. So held_now() is not inline.
struct Held {
  static constexpr int kMost = 16;
  const Mutex* mutexes[kMost] = {};
  int count = 0;
};
thread_local Held held_by_lwp;
[[gnu::noinline]] Held& held_now() { return held_by_lwp; }

// Fails if a held mutex ranks as high as the wanted one, or higher.
void check_rank(const Mutex& wanted) {
  const Held& held = held_now();
  for (int i = 0; i < held.count; ++i) {
    MJ_CHECK(held.mutexes[i]->rank() < wanted.rank(),
             "mutex %s (%d) is wanted while %s (%d) is held", lock_rank_name(wanted.rank()),
             static_cast<int>(wanted.rank()), lock_rank_name(held.mutexes[i]->rank()),
             static_cast<int>(held.mutexes[i]->rank()));
  }
}

void note_taken(const Mutex& mutex) {
  Held& held = held_now();
  MJ_CHECK(held.count < Held::kMost, "a thread holds %d mutexes", held.count);
  held.mutexes[held.count] = &mutex;
  ++held.count;
}

// Mutexes may be released in any order.
void note_given(const Mutex& mutex) {
  Held& held = held_now();
  int at = held.count - 1;
  while (at >= 0 && held.mutexes[at] != &mutex) {
    --at;
  }
  MJ_CHECK(at >= 0, "mutex %s is unlocked by a thread that does not hold it",
           lock_rank_name(mutex.rank()));
  for (int i = at; i + 1 < held.count; ++i) {
    held.mutexes[i] = held.mutexes[i + 1];
  }
  --held.count;
}

bool is_held(const Mutex& mutex) {
  const Held& held = held_now();
  for (int i = 0; i < held.count; ++i) {
    if (held.mutexes[i] == &mutex) {
      return true;
    }
  }
  return false;
}

std::size_t count_held() { return static_cast<std::size_t>(held_now().count); }
#else
void check_rank(const Mutex&) {}
void note_taken(const Mutex&) {}
void note_given(const Mutex&) {}
bool is_held(const Mutex&) { return true; }
std::size_t count_held() { return 0; }
#endif

}  // namespace

std::size_t mutexes_held() { return count_held(); }

const char* lock_rank_name(LockRank rank) {
  switch (rank) {
#define MJ_LOCK_RANK(name, number, what) \
  case LockRank::name:                   \
    return #name;
#include "sync/threads/lock_ranks.def"
  }
  return "unknown";
}

bool Mutex::take_if_free() {
  std::uint32_t expected = kFree;
  // acquire: pairs with the release in unlock().
  return word_.compare_exchange_strong(expected, kHeld, std::memory_order_acquire,
                                       std::memory_order_relaxed);
}

bool Mutex::spin() {
  bool taken = take_if_free();
  for (int i = 0; i < kSpinPauses && !taken; ++i) {
    spin_pause();
    taken = take_if_free();
  }
  return taken;
}

// unlock() wakes one sleeper. If this sleeper has to wait for a safepoint before it can try again,
// it wakes the next sleeper, which may be a thread without `self` that the safepoint waits for.
void Mutex::sleep(ExecEnv& self) {
  // VmToBlocked is not used here, because its destructor would wait for the safepoint before this
  // function can wake the next sleeper.
  change_state(self, ThreadState::kInVm, ThreadState::kBlocked);
  futex_wait(word_, kContended, MachineDeadline::forever());
  if (!try_enter_heap(self, ThreadState::kInVm)) {
    futex_wake_one(word_);
    enter_heap_slow(self, ThreadState::kBlocked, ThreadState::kInVm);
  }
}

void Mutex::lock(ExecEnv& self) {
  check_may_stop(self);
  check_rank(*this);
  bool taken = spin();
  while (!taken) {
    // acquire: pairs with unlock(), as in take_if_free. The thread marks the word as contended even
    // when it gets the mutex: others may still sleep.
    taken = word_.exchange(kContended, std::memory_order_acquire) == kFree;
    if (!taken) {
      sleep(self);
    }
  }
  note_taken(*this);
}

void Mutex::lock() {
  check_rank(*this);
  bool taken = spin();
  while (!taken) {
    // acquire: pairs with unlock(), as in take_if_free.
    taken = word_.exchange(kContended, std::memory_order_acquire) == kFree;
    if (!taken) {
      futex_wait(word_, kContended, MachineDeadline::forever());
    }
  }
  note_taken(*this);
}

void Mutex::unlock() {
  note_given(*this);
  // release: pairs with the acquire of the next lock().
  if (word_.exchange(kFree, std::memory_order_release) == kContended) {
    futex_wake_one(word_);
  }
}

bool Mutex::held_by_this_thread() const { return is_held(*this); }

// The low bit of a CondVar's word says that a thread may wait; the others count notifications.
constexpr std::uint32_t kWaiters = 1;
constexpr std::uint32_t kOneNotification = 2;

namespace {

// Returns the word as it is while the caller waits.
std::uint32_t announce_waiter(Atomic<std::uint32_t>& word) {
  // relaxed: the mutex, which the caller holds, orders it against a notifier that holds the mutex
  // before it notifies. A notify after the unlock changes the word, and the wait returns at once.
  return word.fetch_or(kWaiters, std::memory_order_relaxed) | kWaiters;
}

}  // namespace

bool CondVar::wait(ExecEnv& self, Mutex& mutex, Deadline until) {
  std::uint32_t sequence = announce_waiter(sequence_);
  mutex.unlock();
  bool in_time = true;
  {
    VmToBlocked blocked(self);
    in_time = thread_model().wait(self, sequence_, sequence, until);
  }
  // Self is back in kInVm, after a pending safepoint.
  mutex.lock(self);
  return in_time;
}

bool CondVar::wait(Mutex& mutex, MachineDeadline until) {
  std::uint32_t sequence = announce_waiter(sequence_);
  mutex.unlock();
  bool in_time = futex_wait(sequence_, sequence, until);
  mutex.lock();
  return in_time;
}

void CondVar::notify_one() {
  // relaxed: the mutex orders the change, as in wait(). The thread model wakes LWPs and user
  // threads alike.
  // The bit stays, since there may be more waiters than one.
  if ((sequence_.fetch_add(kOneNotification, std::memory_order_relaxed) & kWaiters) != 0)
    thread_model().wake(sequence_, 1);
}

void CondVar::notify_all() {
  // A waiter that comes after the exchange sets the bit again, and has seen the new condition.
  std::uint32_t old = sequence_.load(std::memory_order_relaxed);
  while (!sequence_.compare_exchange_strong(old, (old + kOneNotification) & ~kWaiters,
                                            std::memory_order_relaxed, std::memory_order_relaxed)) {
  }
  if ((old & kWaiters) != 0)
    thread_model().wake(sequence_, INT_MAX);
}

}  // namespace minijvm::sync
