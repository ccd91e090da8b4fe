// Keeps the fat monitor's queues and blocks threads at it. Callers hold the guard and a
// NoSafepoint, except in enter_from_queue(), block(), reenter() and wait_on_fat(), which park.
#include "sync/modes/fat_monitor.h"

#include <new>

#include "sync/block_events.h"
#include "sync/monitor_wait.h"

namespace minijvm::sync {
namespace {

// Calls `visit` for each thread of the queue.
auto each_of(const ThreadQueue& queue) {
  return [&queue](const auto& visit) {
    for (ExecEnv* thread = queue.first(); thread != nullptr; thread = thread->fat_next_) {
      visit(*thread);
    }
  };
}

}  // namespace

void ThreadQueue::append(ExecEnv& ee) {
  ee.fat_next_ = nullptr;
  (first_ == nullptr ? first_ : last_->fat_next_) = &ee;
  last_ = &ee;
}

bool ThreadQueue::remove(ExecEnv& ee) {
  ExecEnv* before = nullptr;
  ExecEnv* found = first_;
  while (found != nullptr && found != &ee) {
    before = found;
    found = found->fat_next_;
  }
  if (found == nullptr) {
    return false;
  }
  (before == nullptr ? first_ : before->fat_next_) = ee.fat_next_;
  last_ = last_ == &ee ? before : last_;
  ee.fat_next_ = nullptr;
  return true;
}

bool FatMonitor::enter_or_queue(ExecEnv& self, const NoSafepoint& still) {
  if (owner_ == nullptr || owner_ == &self) {
    count_ = owner_ == nullptr ? 1 : count_ + 1;
    owner_ = &self;
    return true;
  }
  LockCounters::count(self.counters_.contended_enters);
  // Self is queued before the guard is released, so that the owner's exit cannot miss this thread.
  entering_.append(self);
  self.must_enter(still);
  note_queued_at_fat(self, owner_);
  return false;
}

void FatMonitor::enter_from_queue(ExecEnv& self, LockTarget target) {
  block(self, target, 1);
  self.has_entered(NoSafepoint(self));
}

ExecEnv* FatMonitor::leave(ExecEnv& self) {
  MJ_DCHECK(is_owned_by(self), "thread %u leaves a fat monitor of another", self.id());
  if (--count_ > 0) {
    return nullptr;
  }
  owner_ = nullptr;
  return first_contender();
}

ExecEnv* FatMonitor::leave_to_wait(ExecEnv& self, std::uint32_t& count) {
  count = count_;
  // This is done under the guard: a notifier sees the wait as soon as it can own the monitor.
  begin_wait(self);
  waiting_.append(self);
  owner_ = nullptr;
  count_ = 0;
  return first_contender();
}

void FatMonitor::notify(bool all, const NoSafepoint& still) {
  const ExecEnv* chosen =
      all ? nullptr : chosen_thread(decide::Choice::kWaiter, each_of(waiting_), is_waiting);
  ExecEnv* next = nullptr;
  for (ExecEnv* waiter = waiting_.first(); waiter != nullptr; waiter = next) {
    // The link is read first, because the move below changes it.
    next = waiter->fat_next_;
    const bool may_be_it = chosen == nullptr || chosen == waiter;
    if (!may_be_it || !notify_waiter(*owner_, *waiter, still)) {
      // A deterministic run has chosen another one; or the wait has timed out or was interrupted
      // already, and that thread removes itself.
      continue;
    }
    waiting_.remove(*waiter);
    entering_.append(*waiter);
    if (!all) {
      return;
    }
  }
}

// A suspended thread is passed over, because it could not release the monitor. resume() wakes that
// thread, which then tries again.
ExecEnv* FatMonitor::first_contender() const {
  const auto can_enter = [](const ExecEnv& queued) { return !queued.suspended(); };
  if (ExecEnv* chosen = chosen_thread(decide::Choice::kContender, each_of(entering_), can_enter)) {
    return chosen;
  }
  ExecEnv* contender = entering_.first();
  while (contender != nullptr && !can_enter(*contender)) {
    contender = contender->fat_next_;
  }
  return contender;
}

// The loop of figure 7: an invited thread tries again; the invitation alone does not give it the
// monitor.
void FatMonitor::block(ExecEnv& self, LockTarget target, std::uint32_t count) {
  for (;;) {
    park_for_monitor(self, target);
    ExecEnv* contender = nullptr;
    {
      NoSafepoint still(self);
      MutexLock lock(guard_);
      if (owner_ == nullptr && !self.suspended()) {
        entering_.remove(self);
        set_owner(&self, count);
        return;
      }
      // The invitation came before the suspension. It is passed on to the next thread.
      contender = owner_ == nullptr ? first_contender() : nullptr;
    }
    invite(self, contender);
  }
}

void FatMonitor::reenter(ExecEnv& self, LockTarget target, std::uint32_t count) {
  {
    NoSafepoint still(self);
    MutexLock lock(guard_);
    if (owner_ == nullptr && !self.suspended()) {
      // A notify has moved self to entering_; after a time-out or an interrupt self is still in
      // waiting_.
      static_cast<void>(waiting_.remove(self) || entering_.remove(self));
      set_owner(&self, count);
      return;
    }
    // The monitor is owned. Self competes for it from the queue of contenders.
    if (waiting_.remove(self)) {
      entering_.append(self);
    }
  }
  block(self, target, count);
}

MonitorView FatMonitor::view() const {
  struct Count final : QueueVisitor {
    void visit(ExecEnv&, bool is_waiter) override {
      ++(is_waiter ? view.waiters : view.contenders);
    }
    MonitorView view;
  };
  Count count;
  count.view.owner = owner_;
  count.view.entry_count = count_;
  visit_queue(count);
  return count.view;
}

void FatMonitor::visit_queue(QueueVisitor& visitor) const {
  for (const ThreadQueue* queue : {&entering_, &waiting_}) {
    for (ExecEnv* ee = queue->first(); ee != nullptr; ee = ee->fat_next_) {
      // The thread's own state is asked, not the queue: a wait that has timed out stays in waiting_
      // for a moment.
      visitor.visit(*ee, is_waiting(*ee));
    }
  }
}

FatMonitor* FatMonitorPool::take() {
  MutexLock lock(mutex_);
  FatMonitor* monitor = free_;
  if (monitor == nullptr) {
    return new (std::nothrow) FatMonitor;
  }
  free_ = monitor->pool_next_;
  return monitor;
}

void FatMonitorPool::give(FatMonitor& monitor) {
  MutexLock lock(mutex_);
  monitor.pool_next_ = free_;
  free_ = &monitor;
}

MonitorResult wait_on_fat(ExecEnv& self, LockTarget target, FatMonitor& monitor, Deadline until) {
  // JLS 17.2.1: an interrupt that came before the wait ends it at once.
  if (self.interrupted()) {
    monitor.guard().unlock();
    self.clear_interrupt();
    return MonitorResult::kInterrupted;
  }
  LockCounters::count(self.counters_.waits);
  std::uint32_t count = 0;
  ExecEnv* contender = monitor.leave_to_wait(self, count);
  monitor.guard().unlock();
  // The guard is released already, so the contender does not wake only to block on it.
  invite(self, contender);
  WaitState outcome = finish_wait(self, target, until);
  monitor.reenter(self, target, count);
  return result_of_wait(self, outcome);
}

}  // namespace minijvm::sync
