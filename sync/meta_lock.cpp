// The word gate: the rendezvous of figure 12 on one word of the predecessor's ExecEnv.
//
//   pred.gate   arrow                        to           by            effect
//   kOpen       case 1: successor first      successor    successor     then waits for its hand-off permit
//   successor   case 1: predecessor second   kOpen        predecessor   bits go to the successor's ExecEnv, permit posted
//   kOpen       case 2: predecessor first    kReleased    predecessor   out_bits hold the bits; then waits for its own permit
//   kReleased   case 2: successor second     kOpen        successor     takes out_bits, posts the predecessor's permit
//
// The releaser really does wait in case 2: the bits live in its ExecEnv, and its gate is single.
// Waits spin for a bounded time first. Without that, a contended monitor falls to a twentieth of its speed, since a hand-over is over in a
// fraction of a futex call; with one processor spinning only delays the other, so it does not spin.
#include "sync/meta_lock.h"

#include "sync/processors.h"

namespace minijvm::sync {
namespace {

Atomic<MetaLockGate> gate_kind{MetaLockGate::kWord};

constexpr int kSpinPauses = bounded_spin(2000);  // about 24 us

// The caller stays in its heap-touching state: the wait ends after the few instructions of the threads before it.
void await_hand_off(ExecEnv& self) {
  Parker& permit = self.hand_off_parker();
  for (int i = several_processors() ? kSpinPauses : 0; i > 0; --i) {
    if (permit.take_permit()) {  // acquire: pairs with the release in unpark(), bits travel with it
      LockCounters::count(self.counters_.hand_over_spins_won);
      return;
    }
    spin_pause();
  }
  LockCounters::count(self.counters_.hand_over_blocks);
  while (!permit.park(Deadline::forever())) {
  }
}

LockBits word_get_slow(ExecEnv& self, LockBits pred_bits) {
  ExecEnv::MetaGate& pred_gate = busy_ee(pred_bits)->meta_;
  // acq_rel: pairs with the same exchange in word_release_slow; out_bits, or this ExecEnv's content, travel with it.
  std::uintptr_t old = pred_gate.gate.exchange(reinterpret_cast<std::uintptr_t>(&self), std::memory_order_acq_rel);
  if (old == ExecEnv::MetaGate::kOpen) {
    LockCounters::count(self.counters_.hand_over_successor_first);
    await_hand_off(self);
    return self.meta_.bits;
  }
  MJ_DCHECK(old == ExecEnv::MetaGate::kReleased, "two successors of one predecessor: gate %#zx", old);
  LockCounters::count(self.counters_.hand_over_predecessor_first);
  LockBits bits = pred_gate.out_bits;
  pred_gate.gate.store(ExecEnv::MetaGate::kOpen, std::memory_order_relaxed);  // published by the release in unpark()
  busy_ee(pred_bits)->hand_off_parker().unpark();
  return bits;
}

void word_release_slow(ExecEnv& self, LockBits release_bits) {
  self.meta_.out_bits = release_bits;
  std::uintptr_t old = self.meta_.gate.exchange(ExecEnv::MetaGate::kReleased, std::memory_order_acq_rel);  // pairs with word_get_slow
  if (old == ExecEnv::MetaGate::kOpen) {
    await_hand_off(self);
    return;
  }
  ExecEnv* successor = reinterpret_cast<ExecEnv*>(old);
  self.meta_.gate.store(ExecEnv::MetaGate::kOpen, std::memory_order_relaxed);  // our next use of it is after this in program order
  successor->meta_.bits = release_bits;
  successor->hand_off_parker().unpark();
}

}  // namespace

void set_meta_lock_gate(MetaLockGate gate) { gate_kind.store(gate, std::memory_order_relaxed); }

MetaLockGate meta_lock_gate() { return gate_kind.load(std::memory_order_relaxed); }

LockBits get_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits pred_bits, const NoSafepoint&) {
  MJ_CHECK(busy_ee(pred_bits) != &self, "thread %u meets its own BUSY word: the meta-lock was entered twice", self.id());
  LockCounters::count(self.counters_.get_meta_lock_slow);
  MJ_EVENT(self.events(), Event::meta_queue, reinterpret_cast<std::uintptr_t>(&word), pred_bits);
  LockBits bits = meta_lock_gate() == MetaLockGate::kWord ? word_get_slow(self, pred_bits) : paper_get_meta_lock_slow(self, pred_bits);
  MJ_DCHECK(lock_state(bits) != LockState::BUSY, "a BUSY word was handed over: %#zx", bits);
  MJ_EVENT(self.events(), Event::meta_receive, reinterpret_cast<std::uintptr_t>(&word), bits);
  return bits;
}

void release_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits release_bits, const NoSafepoint&) {
  MJ_EVENT(self.events(), Event::meta_hand_over, reinterpret_cast<std::uintptr_t>(&word), release_bits);
  if (meta_lock_gate() == MetaLockGate::kWord) {
    word_release_slow(self, release_bits);
  } else {
    paper_release_meta_lock_slow(self, release_bits);
  }
}

}  // namespace minijvm::sync
