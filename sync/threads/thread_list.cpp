// Keeps the lists of threads. A thread that is dormant is on the first list only, so neither a
// safepoint nor a young collection meets it.
#include "sync/threads/thread_list.h"

#include <utility>

#include "base/check.h"
#include "sync/threads/safepoint.h"

namespace minijvm::sync {
namespace {

void link(ExecEnv& ee, ExecEnv*& first, ThreadLinks ExecEnv::*links) {
  ee.*links = {first, nullptr};
  if (first != nullptr) {
    (first->*links).previous = &ee;
  }
  first = &ee;
}

void unlink(ExecEnv& ee, ExecEnv*& first, ThreadLinks ExecEnv::*links) {
  const ThreadLinks old = std::exchange(ee.*links, {});
  (old.previous == nullptr ? first : (old.previous->*links).next) = old.next;
  if (old.next != nullptr) {
    (old.next->*links).previous = old.previous;
  }
}

// A handshake that is on its way may change the thread's stack, or run on the thread itself.
bool can_doze(const ExecEnv& ee) {
  return (ee.poll_.load(std::memory_order_relaxed) & kPollHandshake) == 0 &&
         ee.state() == ThreadState::kBlocked;
}

// One of the two bits is set at any time, so the thread cannot slip out in between. The engine's
// hook is not called, because the poll word stays armed.
void make_dormant(ExecEnv& ee) MJ_REQUIRES(world.list_lock) {
  ee.poll_.fetch_or(kPollDormant, std::memory_order_seq_cst);
  ee.poll_.fetch_and(~kPollSafepoint, std::memory_order_acq_rel);
  unlink(ee, world.first_awake, &ExecEnv::awake_links_);
  ++world.dormant;
}

// The list's lock is held, or a stopped world has frozen the list, which clang cannot see.
void check_list_stays() MJ_THREAD_SAFETY(assert_capability(world.list_lock)) {
  MJ_DCHECK(world_is_stopped() || world.list_lock.held_by_this_thread(),
            "the thread list is read unguarded");
}

// The frames that stand for these three have never returned.
void forget_frames(ExecEnv& thread) {
  thread.block_kind_.store(BlockKind::kNothing, std::memory_order_relaxed);
  thread.blocked_on_.store(nullptr, std::memory_order_relaxed);
  thread.lwp_pins_.store(0, std::memory_order_relaxed);
}

}  // namespace

void set_poll_bits(ExecEnv& ee, std::uint32_t bits) {
  // seq_cst: Dekker's pattern with change_state.
  std::uint32_t old = ee.poll_.fetch_or(bits, std::memory_order_seq_cst);
  if (old == 0) {
    ee.poll_changed(true);
  }
}

void clear_poll_bits(ExecEnv& ee, std::uint32_t bits) {
  // release: pairs with the look of the thread that goes on, which then sees what the operation
  // wrote.
  std::uint32_t old = ee.poll_.fetch_and(~bits, std::memory_order_acq_rel);
  bool was_armed = (old & bits) != 0;
  if (was_armed && (old & ~bits) == 0) {
    ee.poll_changed(false);
  }
}

void put_on_lists(ExecEnv& ee) {
  link(ee, world.first, &ExecEnv::list_links_);
  link(ee, world.first_awake, &ExecEnv::awake_links_);
  ee.listed_ = true;
  ++world.count;
}

void take_off_lists(ExecEnv& ee) {
  MJ_DCHECK(!is_dormant(ee), "thread %u leaves the lists while it is dormant", ee.id());
  unlink(ee, world.first, &ExecEnv::list_links_);
  unlink(ee, world.first_awake, &ExecEnv::awake_links_);
  ee.listed_ = false;
  --world.count;
  ee.poll_.store(0, std::memory_order_relaxed);
  // release: pairs with all_others_safe and run_handshake.
  ee.state_.store(ThreadState::kDead, std::memory_order_release);
}

void wake(ExecEnv& ee) {
  if (!is_dormant(ee)) {
    return;
  }
  link(ee, world.first_awake, &ExecEnv::awake_links_);
  --world.dormant;
  if (world.stopping) {
    set_poll_bits(ee, kPollSafepoint);
  }
  clear_poll_bits(ee, kPollDormant);
}

void settle_dozing_threads(bool lets_doze) {
  for (ExecEnv* ee = world.first_awake; ee != nullptr;) {
    ExecEnv* next = ee->awake_links_.next;
    // The mark counts for this safepoint only.
    const bool may = std::exchange(ee->may_doze_, false);
    if (lets_doze && may && can_doze(*ee)) {
      make_dormant(*ee);
    }
    ee = next;
  }
  if (lets_doze || world.dormant == 0) {
    return;
  }
  for (ExecEnv* ee = world.first; ee != nullptr; ee = ee->list_links_.next) {
    wake(*ee);
  }
}

void detach_abandoned(ExecEnv& self, ExecEnv& thread) {
  MJ_CHECK(thread.state() == ThreadState::kBlocked, "thread %u is abandoned %s", thread.id(),
           thread_state_name(thread.state()));
  forget_frames(thread);
  // A requester of a handshake may still look at the thread; self does not hold it up meanwhile.
  for (;;) {
    poll(self);
    ThreadListLock lock;
    wake(thread);
    if ((thread.poll_.load(std::memory_order_relaxed) & kPollHandshake) == 0) {
      take_off_lists(thread);
      return;
    }
  }
}

std::uint32_t exec_env_count() {
  ThreadListLock lock;
  return world.count;
}

ExecEnv* first_exec_env() {
  check_list_stays();
  return world.first;
}

ExecEnv* first_awake_exec_env() {
  check_list_stays();
  return world.first_awake;
}

bool is_parked(const ExecEnv& thread) {
  return thread.state() == ThreadState::kBlocked && thread.block_kind() != BlockKind::kNothing;
}

bool is_dormant(const ExecEnv& thread) {
  return (thread.poll_.load(std::memory_order_relaxed) & kPollDormant) != 0;
}

void may_doze(ExecEnv& parked) { parked.may_doze_ = true; }

// The coordinator's own LWP must not wait for the list to thaw.
ThreadListLock::ThreadListLock()
    : locked_(world.coordinator_lwp.load(std::memory_order_relaxed) != lwp_identity()) {
  if (!locked_) {
    return;
  }
  world.list_lock.lock();
  while (world.frozen) {
    world.thawed.wait(world.list_lock);
  }
}

ThreadListLock::~ThreadListLock() {
  if (locked_) {
    world.list_lock.unlock();
  }
}

}  // namespace minijvm::sync
