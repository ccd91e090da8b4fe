// Begins and ends the life of an ExecEnv, from the pool and back to it, and generates its identity
// hashes.
#include "sync/threads/exec_env.h"

#include "base/bits.h"
#include "base/check.h"
#include "sync/lock_statistics.h"
#include "sync/sync_state.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {

void set_data_seed(std::uint64_t seed) { sync_state.data_seed = seed; }
std::uint64_t data_seed() { return sync_state.data_seed; }

ExecEnv::ExecEnv()
    : monitor_parker_(*this), park_parker_(*this), meta_(*this), state_(ThreadState::kNew) {
  begin_life();
}

// The multiples of the golden ratio keep the seeds of neighbouring ids apart.
void ExecEnv::begin_life() {
  id_ = sync_state.next_thread_id.fetch_add(1, std::memory_order_relaxed);
  events_.set_owner(id_);
  seed_hashes((id_ + std::uint64_t{1}) * kGoldenRatio ^ sync_state.data_seed);
  interrupted_.store(false, std::memory_order_relaxed);
  // A late unpark of the previous thread may have left a permit. The hand-off permit needs no
  // reset: end_life() has checked it.
  monitor_parker_.reset();
  park_parker_.reset();
  poll_.store(0, std::memory_order_relaxed);
  suspension_delays_.store(0, std::memory_order_relaxed);
  // The lock mode may have been chosen after the ExecEnv was last used (tests do).
  lock_records_.adapt(*this);
  ticks_ = Ticks();
  enter_spin_ = EnterSpin();
  wait_spin_ = WaitSpin();
  // release: a thread that finds the ExecEnv by its new state sees the fields above.
  state_.store(ThreadState::kNew, std::memory_order_release);
}

void ExecEnv::end_life() {
  ThreadState last = state();
  MJ_CHECK(last == ThreadState::kDead || last == ThreadState::kNew,
           "thread %u ends its life in state %s", id_, thread_state_name(last));
  MJ_CHECK(!listed_, "thread %u ends its life on the thread list", id_);
  // acquire: pairs with the peer's last access to the gate.
  MJ_CHECK(meta_.gate.load(std::memory_order_acquire) == MetaGate::kOpen,
           "thread %u ends its life with its gate used", id_);
  MJ_CHECK(!meta_.permit.has_permit(), "thread %u ends its life with a hand-off permit", id_);
  MJ_CHECK(meta_held_ == nullptr, "thread %u ends its life with a meta-lock held", id_);
  MJ_CHECK(!is_pinned(*this), "thread %u ends its life pinned to its LWP", id_);
  MJ_CHECK(wait_state_.load(std::memory_order_acquire) == WaitState::kNone,
           "thread %u ends its life waiting", id_);
  // Every record that is not on the free list stands for a monitor that the thread still owns or
  // waits for.
  std::uint32_t out = lock_records_.allocated() - lock_records_.free_count();
  MJ_CHECK(out == 0, "thread %u ends its life with %u monitors locked", id_, out);
  retire_lock_counters(counters_);
  events_.give_up();
}

// The state of xorshift must not be 0.
void ExecEnv::seed_hashes(std::uint64_t seed) { hash_state_ = spread_bits(seed) | 1; }

// The generator is xorshift64* (Vigna), which needs one word of state for each thread and shares
// nothing. The upper 31 bits of the product are the best ones.
std::uint32_t ExecEnv::next_hash() {
  std::uint32_t hash = 0;
  while (hash == 0) {
    hash_state_ ^= hash_state_ >> 12;
    hash_state_ ^= hash_state_ << 25;
    hash_state_ ^= hash_state_ >> 27;
    hash = static_cast<std::uint32_t>((hash_state_ * 0x2545f4914f6cdd1d) >> 33);
  }
  return hash;
}

}  // namespace minijvm::sync
