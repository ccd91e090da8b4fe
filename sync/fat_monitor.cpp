#include "sync/fat_monitor.h"

#include <new>

#include "sync/monitor_wait.h"

namespace minijvm::sync {

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

bool FatMonitor::enter_or_queue(ExecEnv& self) {
  if (owner_ == nullptr || owner_ == &self) {
    count_ = owner_ == nullptr ? 1 : count_ + 1;
    owner_ = &self;
    return true;
  }
  LockCounters::count(self.counters_.contended_enters);
  entering_.append(self);
  return false;
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
  begin_wait(self);
  waiting_.append(self);
  owner_ = nullptr;
  count_ = 0;
  return first_contender();
}

void FatMonitor::notify(bool all, const NoSafepoint& still) {
  ExecEnv* next = nullptr;
  for (ExecEnv* waiter = waiting_.first(); waiter != nullptr; waiter = next) {
    next = waiter->fat_next_;
    if (!notify_waiter(*owner_, *waiter, still)) {
      continue;  // timed out or interrupted: it removes itself
    }
    waiting_.remove(*waiter);
    entering_.append(*waiter);
    if (!all) {
      return;
    }
  }
}

// A suspended thread is passed over, else the monitor would be stuck in its hands; resume() wakes it, and it looks for itself.
ExecEnv* FatMonitor::first_contender() const {
  ExecEnv* contender = entering_.first();
  while (contender != nullptr && contender->suspended()) {
    contender = contender->fat_next_;
  }
  return contender;
}

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
      contender = owner_ == nullptr ? first_contender() : nullptr;  // the invitation came before the suspension: pass it on
    }
    invite(self, contender);
  }
}

void FatMonitor::reenter(ExecEnv& self, LockTarget target, std::uint32_t count) {
  {
    NoSafepoint still(self);
    MutexLock lock(guard_);
    if (owner_ == nullptr && !self.suspended()) {
      static_cast<void>(waiting_.remove(self) || entering_.remove(self));
      set_owner(&self, count);
      return;
    }
    if (waiting_.remove(self)) {
      entering_.append(self);
    }
  }
  block(self, target, count);
}

MonitorView FatMonitor::view() const {
  struct Count final : QueueVisitor {
    void visit(ExecEnv&, bool is_waiter) override { ++(is_waiter ? view.waiters : view.contenders); }
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
  if (self.interrupted()) {
    monitor.guard().unlock();
    self.clear_interrupt();
    return MonitorResult::kInterrupted;
  }
  LockCounters::count(self.counters_.waits);
  std::uint32_t count = 0;
  ExecEnv* contender = monitor.leave_to_wait(self, count);
  monitor.guard().unlock();
  invite(self, contender);
  WaitState outcome = finish_wait(self, target, until);
  monitor.reenter(self, target, count);
  return result_of_wait(self, outcome);
}

}  // namespace minijvm::sync
