// The slow paths of the meta-lock. The caller is in a heap-touching state and holds a NoSafepoint.
// The word gate is the rendezvous of figure 12 on one word of the predecessor's ExecEnv.
//
//   pred.gate   arrow                        to          by            effect
//   kOpen       case 1: successor first      successor   successor     waits for its own permit
//   successor   case 1: predecessor second   kOpen       predecessor   gives bits and permit to the
//                                                                      successor's ExecEnv
//   kOpen       case 2: predecessor first    kReleased   predecessor   leaves the bits in out_bits,
//                                                                      waits for its own permit
//   kReleased   case 2: successor second     kOpen       successor     takes out_bits, gives the
//                                                                      predecessor its permit
//
// The releaser really waits in case 2, because the bits live in its ExecEnv and its gate is single:
// its next hand-over would overwrite them.
// A waiting thread spins for a bounded time first, which section 4.2 allows. Without the spin a
// contended monitor falls to a twentieth of its speed, since a hand-over is complete in a fraction
// of a futex call. With one processor there is no spinning: it would only delay the other thread.
#include "sync/meta_lock.h"

#include "sync/threads/processors.h"

namespace minijvm::sync {
namespace {

constexpr int kSpinPauses = bounded_spin(2000);  // about 24 us

// Waits for self's hand-off permit. The caller stays in its heap-touching state: the wait ends
// after the few instructions of the threads before it.
void await_hand_off(ExecEnv& self) {
  Parker& permit = self.hand_off_parker();
  for (int i = several_processors() ? kSpinPauses : 0; i > 0; --i) {
    // acquire (in take_permit): pairs with the release in unpark(). The bits travel with the
    // permit.
    if (permit.take_permit()) {
      LockCounters::count(self.counters_.hand_over_spins_won);
      return;
    }
    spin_pause();
  }
  LockCounters::count(self.counters_.hand_over_blocks);
  // Without a deadline park() returns only with a permit.
  while (!permit.park(Deadline::forever())) {
  }
}

// Figure 12, getMetaLockSlow: this is case 1 if the gate was open, otherwise case 2.
LockBits word_get_slow(ExecEnv& self, LockBits pred_bits) {
  ExecEnv::MetaGate& pred_gate = busy_ee(pred_bits)->meta_;
  // acq_rel: pairs with the same exchange in word_release_slow. It carries out_bits to self (case
  // 2), and self's address, with the ExecEnv behind it, to the predecessor (case 1).
  std::uintptr_t old =
      pred_gate.gate.exchange(reinterpret_cast<std::uintptr_t>(&self), std::memory_order_acq_rel);
  if (old == ExecEnv::MetaGate::kOpen) {
    LockCounters::count(self.counters_.hand_over_successor_first);
    await_hand_off(self);
    return self.meta_.bits;
  }
  MJ_DCHECK(old == ExecEnv::MetaGate::kReleased, "two successors of one predecessor: gate %#zx",
            old);
  LockCounters::count(self.counters_.hand_over_predecessor_first);
  // The bits are copied before the permit is given: the predecessor may go on, and use its gate
  // again, as soon as it has the permit.
  LockBits bits = pred_gate.out_bits;
  // relaxed: the release in unpark() publishes the store to the predecessor.
  pred_gate.gate.store(ExecEnv::MetaGate::kOpen, std::memory_order_relaxed);
  busy_ee(pred_bits)->hand_off_parker().unpark();
  return bits;
}

// Figure 12, releaseMetaLockSlow: this is case 1 if the gate holds a successor, otherwise case 2.
void word_release_slow(ExecEnv& self, LockBits release_bits) {
  // The bits are written in both cases, since only the exchange tells which case it is. In case 1
  // nobody reads them.
  self.meta_.out_bits = release_bits;
  // acq_rel: pairs with the exchange in word_get_slow.
  std::uintptr_t old =
      self.meta_.gate.exchange(ExecEnv::MetaGate::kReleased, std::memory_order_acq_rel);
  if (old == ExecEnv::MetaGate::kOpen) {
    await_hand_off(self);
    return;
  }
  ExecEnv* successor = reinterpret_cast<ExecEnv*>(old);
  // relaxed: a later successor reads this gate only after it has met self in a word, and self swaps
  // itself into a word with release.
  self.meta_.gate.store(ExecEnv::MetaGate::kOpen, std::memory_order_relaxed);
  successor->meta_.bits = release_bits;
  successor->hand_off_parker().unpark();
}

}  // namespace

void set_meta_lock_gate(MetaLockGate gate) {
  sync_state.locks.gate.store(gate, std::memory_order_relaxed);
}

MetaLockGate meta_lock_gate() { return sync_state.locks.gate.load(std::memory_order_relaxed); }

LockBits get_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits pred_bits,
                            const NoSafepoint&) {
  // I4: a thread that waited for itself would wait without end.
  MJ_CHECK(busy_ee(pred_bits) != &self,
           "thread %u meets its own BUSY word: the meta-lock was entered twice", self.id());
  LockCounters::count(self.counters_.get_meta_lock_slow);
  if (is_wanted(Event::meta_queue)) {
    self.events().record(Event::meta_queue, reinterpret_cast<std::uintptr_t>(&word), pred_bits,
                         busy_ee(pred_bits)->id());
  }
  LockBits bits = meta_lock_gate() == MetaLockGate::kWord
                      ? word_get_slow(self, pred_bits)
                      : paper_get_meta_lock_slow(self, pred_bits);
  MJ_DCHECK(lock_state(bits) != LockState::BUSY, "a BUSY word was handed over: %#zx", bits);
  MJ_EVENT(self.events(), Event::meta_receive, reinterpret_cast<std::uintptr_t>(&word), bits);
  return bits;
}

void release_meta_lock_slow(ExecEnv& self, MultiUseWord& word, LockBits release_bits,
                            const NoSafepoint&) {
  MJ_EVENT(self.events(), Event::meta_hand_over, reinterpret_cast<std::uintptr_t>(&word),
           release_bits);
  if (meta_lock_gate() == MetaLockGate::kWord) {
    word_release_slow(self, release_bits);
  } else {
    paper_release_meta_lock_slow(self, release_bits);
  }
}

}  // namespace minijvm::sync
