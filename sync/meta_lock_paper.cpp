#include "sync/meta_lock_paper.h"

#include "base/check.h"
#include "sync/exec_env.h"

namespace minijvm::sync {

// Figure 12, left column.
LockBits paper_get_meta_lock_slow(ExecEnv& self, LockBits pred_bits) {
  PaperGate& mine = self.paper_;
  PaperGate& pred = busy_ee(pred_bits)->paper_;
  LockBits bits = 0;
  pthread_mutex_lock(&pred.meta_lock_mutex_);
  if (!pred.bits_for_grab_) {
    // Won the race (case 1).
    LockCounters::count(self.counters_.hand_over_successor_first);
    pred.succ_ee_ = &self;
    do {
      pthread_cond_wait(&pred.meta_lock_condvar_, &pred.meta_lock_mutex_);
    } while (!mine.got_meta_lock_slow_);
    mine.got_meta_lock_slow_ = false;
    bits = mine.meta_lock_bits_;
  } else {
    // Lost the race (case 2).
    LockCounters::count(self.counters_.hand_over_predecessor_first);
    bits = pred.meta_lock_bits_;
    pred.bits_for_grab_ = false;
    pthread_cond_signal(&pred.meta_lock_condvar_);
  }
  pthread_mutex_unlock(&pred.meta_lock_mutex_);
  return bits;
}

// Figure 12, right column: a race with our successor to lock our mutex; the winner waits for the loser.
void paper_release_meta_lock_slow(ExecEnv& self, LockBits release_bits) {
  PaperGate& mine = self.paper_;
  pthread_mutex_lock(&mine.meta_lock_mutex_);
  if (mine.succ_ee_ != nullptr) {
    // Lost the race (case 1).
    PaperGate& successor = mine.succ_ee_->paper_;
    MJ_DCHECK(!mine.bits_for_grab_ && !successor.got_meta_lock_slow_, "thread %u hands over to a successor that has the bits", self.id());
    successor.meta_lock_bits_ = release_bits;
    successor.got_meta_lock_slow_ = true;
    mine.succ_ee_ = nullptr;
    pthread_cond_signal(&mine.meta_lock_condvar_);
  } else {
    // Won the race (case 2).
    mine.meta_lock_bits_ = release_bits;
    mine.bits_for_grab_ = true;
    do {
      pthread_cond_wait(&mine.meta_lock_condvar_, &mine.meta_lock_mutex_);
    } while (mine.bits_for_grab_);
  }
  pthread_mutex_unlock(&mine.meta_lock_mutex_);
}

}  // namespace minijvm::sync
