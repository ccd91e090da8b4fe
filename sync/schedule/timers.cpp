// The heap of timers: heap_[i] expires no later than heap_[2i+1] and heap_[2i+2]. User threads add
// and remove themselves in kBlocked; sysmon takes the expired ones.
#include "sync/schedule/timers.h"

namespace minijvm::sync {

void Timers::put(std::size_t index, UserThread* thread) {
  heap_[index] = thread;
  thread->timer_index = index;
}

// Moves the thread at `index` up until its parent expires no later. The parents on the way move
// down one level each.
void Timers::sift_up(std::size_t index) {
  UserThread* thread = heap_[index];
  while (index != 0) {
    std::size_t parent = (index - 1) / 2;
    if (heap_[parent]->wakes_at_ns <= thread->wakes_at_ns) {
      break;
    }
    put(index, heap_[parent]);
    index = parent;
  }
  put(index, thread);
}

// Moves the thread at `index` down until both children expire no earlier.
void Timers::sift_down(std::size_t index) {
  UserThread* thread = heap_[index];
  for (;;) {
    std::size_t child = 2 * index + 1;
    if (child >= heap_.size()) {
      break;
    }
    // The thread goes down on the side that expires earlier, so that the child that moves up may
    // stand above the other child.
    if (child + 1 < heap_.size() && heap_[child + 1]->wakes_at_ns < heap_[child]->wakes_at_ns) {
      ++child;
    }
    if (thread->wakes_at_ns <= heap_[child]->wakes_at_ns) {
      break;
    }
    put(index, heap_[child]);
    index = child;
  }
  put(index, thread);
}

// Removes the thread at `index`: the last one takes its place in the heap, and may have to move up
// or down, since it may come from another branch.
void Timers::take_out(std::size_t index) {
  heap_[index]->timer_index = UserThread::kNoTimer;
  UserThread* last = heap_.back();
  heap_.pop_back();
  if (index == heap_.size()) {
    return;
  }
  put(index, last);
  sift_up(index);
  sift_down(last->timer_index);
}

bool Timers::add(UserThread& thread, Deadline until) {
  MutexLock lock(mutex_);
  thread.wakes_at_ns = until.ns();
  heap_.push_back(&thread);
  sift_up(heap_.size() - 1);
  return heap_.front() == &thread;
}

void Timers::remove(UserThread& thread) {
  MutexLock lock(mutex_);
  if (thread.timer_index != UserThread::kNoTimer) {
    take_out(thread.timer_index);
  }
}

UserThread* Timers::take_expired(std::int64_t now_ns) {
  MutexLock lock(mutex_);
  if (heap_.empty() || heap_.front()->wakes_at_ns > now_ns) {
    return nullptr;
  }
  UserThread* expired = heap_.front();
  take_out(0);
  return expired;
}

Deadline Timers::next() {
  MutexLock lock(mutex_);
  return heap_.empty() ? Deadline::forever() : Deadline::at(heap_.front()->wakes_at_ns);
}

}  // namespace minijvm::sync
