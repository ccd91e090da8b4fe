// Figure 12 as it is printed. Both functions run in a heap-touching state under a NoSafepoint, and
// block the LWP while they wait. The thread that locks the predecessor's mutex first waits for the
// other.
#include "sync/modes/meta_lock_paper.h"

#include "base/check.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// Runs the left column of figure 12, getMetaLockSlow.
LockBits paper_get_meta_lock_slow(ExecEnv& self, LockBits pred_bits) {
  PaperGate& mine = self.paper_;
  PaperGate& pred = busy_ee(pred_bits)->paper_;
  LockBits bits = 0;
  pthread_mutex_lock(&pred.meta_lock_mutex_);
  if (!pred.bits_for_grab_) {
    // Self has won the race (case 1): it tells the predecessor who is next, and waits for the bits.
    LockCounters::count(self.counters_.hand_over_successor_first);
    pred.succ_ee_ = &self;
    do {
      pthread_cond_wait(&pred.meta_lock_condvar_, &pred.meta_lock_mutex_);
    } while (!mine.got_meta_lock_slow_);
    // The predecessor has written the bits into our ExecEnv.
    mine.got_meta_lock_slow_ = false;
    bits = mine.meta_lock_bits_;
  } else {
    // Self has lost the race (case 2): the bits are in the predecessor's ExecEnv. Self takes them
    // and lets the predecessor go on.
    LockCounters::count(self.counters_.hand_over_predecessor_first);
    bits = pred.meta_lock_bits_;
    pred.bits_for_grab_ = false;
    pthread_cond_signal(&pred.meta_lock_condvar_);
  }
  pthread_mutex_unlock(&pred.meta_lock_mutex_);
  return bits;
}

// Runs the right column of figure 12, releaseMetaLockSlow.
void paper_release_meta_lock_slow(ExecEnv& self, LockBits release_bits) {
  PaperGate& mine = self.paper_;
  pthread_mutex_lock(&mine.meta_lock_mutex_);
  if (mine.succ_ee_ != nullptr) {
    // Self has lost the race (case 1): the successor waits on our condition variable. Self gives it
    // the bits.
    PaperGate& successor = mine.succ_ee_->paper_;
    MJ_DCHECK(!mine.bits_for_grab_ && !successor.got_meta_lock_slow_,
              "thread %u hands over to a successor that has the bits", self.id());
    successor.meta_lock_bits_ = release_bits;
    successor.got_meta_lock_slow_ = true;
    mine.succ_ee_ = nullptr;
    pthread_cond_signal(&mine.meta_lock_condvar_);
  } else {
    // Self has won the race (case 2): it leaves the bits here and waits until the successor has
    // taken them.
    mine.meta_lock_bits_ = release_bits;
    mine.bits_for_grab_ = true;
    do {
      pthread_cond_wait(&mine.meta_lock_condvar_, &mine.meta_lock_mutex_);
    } while (mine.bits_for_grab_);
  }
  pthread_mutex_unlock(&mine.meta_lock_mutex_);
}

}  // namespace minijvm::sync
