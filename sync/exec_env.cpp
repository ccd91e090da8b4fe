#include "sync/exec_env.h"

#include "base/check.h"
#include "sync/lock_statistics.h"
#include "sync/thread_state.h"

namespace minijvm::sync {
namespace {

Atomic<std::uint32_t> next_id{1};
Atomic<std::uint64_t> hash_seed{0x9e3779b97f4a7c15};

// The finalizer of splitmix64: spreads neighbouring seeds.
std::uint64_t spread(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

}  // namespace

ExecEnv::ExecEnv() : state_(ThreadState::kNew), hand_off_parker_(*this), monitor_parker_(*this), park_parker_(*this) { begin_life(); }

void ExecEnv::begin_life() {
  id_ = next_id.fetch_add(1, std::memory_order_relaxed);
  seed_hashes(hash_seed.load(std::memory_order_relaxed) + id_ * std::uint64_t{0x9e3779b97f4a7c15});
  interrupted_.store(false, std::memory_order_relaxed);
  monitor_parker_.reset();
  park_parker_.reset();
  poll_.store(0, std::memory_order_relaxed);
  lock_records_.adapt(*this);
  enter_spin_ = EnterSpin();
  wait_spin_ = WaitSpin();
  state_.store(ThreadState::kNew, std::memory_order_release);
}

void ExecEnv::end_life() {
  ThreadState last = state();
  MJ_CHECK(last == ThreadState::kDead || last == ThreadState::kNew, "thread %u ends its life in state %s", id_, thread_state_name(last));
  MJ_CHECK(!listed_, "thread %u ends its life on the thread list", id_);
  MJ_CHECK(meta_.gate.load(std::memory_order_acquire) == MetaGate::kOpen, "thread %u ends its life with its gate used", id_);
  MJ_CHECK(!hand_off_parker_.has_permit(), "thread %u ends its life with a hand-off permit", id_);
  MJ_CHECK(meta_held_ == nullptr, "thread %u ends its life with a meta-lock held", id_);
  MJ_CHECK(lwp_pins_ == 0, "thread %u ends its life with %u pins on its LWP", id_, lwp_pins_);
  MJ_CHECK(wait_state_.load(std::memory_order_acquire) == WaitState::kNone, "thread %u ends its life waiting", id_);
  std::uint32_t out = lock_records_.allocated() - lock_records_.free_count();
  MJ_CHECK(out == 0, "thread %u ends its life with %u monitors locked", id_, out);
  retire_lock_counters(counters_);
}

void ExecEnv::seed_hashes(std::uint64_t seed) { hash_state_ = spread(seed) | 1; }

// xorshift64* (Vigna): one word of state per thread, no sharing.
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

void set_hash_seed(std::uint64_t seed) { hash_seed.store(seed, std::memory_order_relaxed); }

}  // namespace minijvm::sync
