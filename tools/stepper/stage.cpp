// Holds threads and lets them go while somebody debugs (stage.h). Threads call from three places:
// before an instruction in kInVm, at a lock point in any state with a NoSafepoint, and the watcher.
#include "tools/stepper/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/stepper/roster.h"
#include "vm/java/halt.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;
using sync::BlockKind;
using sync::ExecEnv;
using sync::MutexLock;

namespace {

// await_stillness looks once a millisecond.
constexpr int kMostLooks = 3000;

// Returns a copy, so that the list is locked for a moment only.
std::vector<ExecEnv*> all_threads() {
  std::vector<ExecEnv*> all;
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&all](ExecEnv& ee) { all.push_back(&ee); });
  return all;
}

}  // namespace

// --- who runs ---

// The threads are resumed outside of the mutex: a thread that wakes up may need it.
void Stage::run_all() {
  std::unordered_set<const ExecEnv*> foreign;
  {
    MutexLock lock(mutex_);
    runner_.store(nullptr, std::memory_order_release);  // release: pairs with may_run
    foreign.swap(foreign_);
    if (!std::exchange(holds_, false))
      return;
  }
  // Stops first that new threads start suspended, so that none is missed below.
  sync::suspend_newcomers(false);
  for (ExecEnv* thread : all_threads()) {
    if (!foreign.contains(thread))
      sync::resume(*thread);
  }
  changed_.notify_all();
}

void Stage::hold_all_but(const JavaThread& runner) {
  std::vector<ExecEnv*> threads = all_threads();
  {
    MutexLock lock(mutex_);
    // Only threads that were suspended before the stage began belong to somebody else.
    if (!std::exchange(holds_, true)) {
      for (const ExecEnv* thread : threads) {
        if (thread->suspended())
          foreign_.insert(thread);
      }
    }
  }
  // New threads start suspended from here on; a thread that came in between is in the list below.
  sync::suspend_newcomers(true);
  // The stepper's watcher is the one thread that is internal to the VM, and must always run.
  for (ExecEnv* thread : all_threads()) {
    if (thread != &runner && !JavaThread::of(*thread).is_vm_internal)
      sync::suspend(*thread);
  }
}

// The user chose this thread, so it is resumed even if Thread.suspend had suspended it.
void Stage::run_only(JavaThread& runner) {
  if (schedule_decides_) {
    run_all();
    return;
  }
  hold_all_but(runner);
  {
    MutexLock lock(mutex_);
    runner_.store(&runner, std::memory_order_release);  // release: pairs with may_run
    runner_id_ = runner.id();
  }
  sync::resume(runner);
  changed_.notify_all();
}

// The wait is in kBlocked, so a stopped world does not wait for this thread.
void Stage::wait_for_turn(JavaThread& self) {
  MutexLock lock(mutex_);
  while (!may_run(self)) changed_.wait(self, mutex_);
}

// --- who converses ---

// The decision between stopping and freezing is made here, under the mutex: no thread can arrive at
// a point between it and stops_world_.
Stage::Floor Stage::take_floor(JavaThread& self, bool force) {
  MutexLock lock(mutex_);
  while (force ? speaker_.load(std::memory_order_relaxed) != nullptr : !may_run(self))
    changed_.wait(self, mutex_);
  // release: pairs with the acquire in may_run.
  speaker_.store(&self, std::memory_order_release);
  stops_world_ = !is_frozen();
  return stops_world_ ? Floor::kStopped : Floor::kFrozen;
}

// The wait keeps the thread's state, since it carries a NoSafepoint.
bool Stage::take_floor_at_point(JavaThread& self) {
  MutexLock lock(mutex_);
  while (!may_run(self)) {
    if (stops_world_)
      return false;
    changed_.wait(mutex_);
  }
  // release: pairs with the acquire in may_run.
  speaker_.store(&self, std::memory_order_release);
  stops_world_ = false;
  return true;
}

void Stage::leave_floor() {
  {
    MutexLock lock(mutex_);
    // release: pairs with the acquire in may_run.
    speaker_.store(nullptr, std::memory_order_release);
    stops_world_ = false;
  }
  changed_.notify_all();
}

// A thread that is safe (blocked or native) cannot change the data. A thread in a meta-lock is
// still when it waits at a point, when it waits for its predecessor's bits, or when it waits for a
// successor that stands at the point meta_queue.
bool Stage::is_still(const ExecEnv& thread) const {
  auto found = standings_.find(&thread);
  if (found == standings_.end())
    return !touches_heap(thread.state());
  const Standing& standing = found->second;
  if (standing.is_at_point || standing.is_in_gate || !touches_heap(thread.state()))
    return true;
  return standing.is_handing_over &&
         std::any_of(standings_.begin(), standings_.end(), [&thread](const auto& each) {
           return each.second.is_at_point && each.second.point == Event::meta_queue &&
                  each.second.predecessor == &thread;
         });
}

// Suspension takes effect at a thread's next step into Java, so this looks until all have reached
// it. A thread in a long loop of VM code may take longer than the limit; the conversation then
// begins without it.
void Stage::await_stillness(const JavaThread& self) {
  hold_all_but(self);
  for (int look = 0; look < kMostLooks; ++look) {
    std::vector<ExecEnv*> threads = all_threads();
    MutexLock lock(mutex_);
    bool all_still = std::all_of(threads.begin(), threads.end(), [&](const ExecEnv* thread) {
      return thread == &self || is_still(*thread);
    });
    if (all_still)
      return;
    changed_.wait(mutex_, sync::MachineDeadline::after_ms(1));
  }
}

// In a frozen conversation some thread stands in a meta-lock and never comes to a safepoint, so the
// process ends without one.
void Stage::end_program(const JavaThread& self) {
  if (!sync::is_coordinating(self))
    halt_held_vm(0);
  halt_vm(0);
}

// --- points in the meta-lock ---

// The three flags follow this protocol:
//
//   meta_queue      at point -> in gate (depart) -> gone, or at the next point (arrive)
//   meta_hand_over  at point -> handing over (depart) -> at the next point (arrive)
//   any other       at point -> gone (depart)
void Stage::arrive(JavaThread& self, Event point, sync::MultiUseWord* word, sync::LockBits bits) {
  note_progress();
  MutexLock lock(mutex_);
  Standing& standing = standings_[&self];
  standing.is_at_point = true;
  standing.point = point;
  standing.word = word;
  standing.is_in_gate = standing.is_handing_over = false;
  standing.predecessor = point == Event::meta_queue ? sync::busy_ee(bits) : nullptr;
}

// S2: a conversation that stops the world sets stops_world_, and this thread leaves the meta-lock
// to reach the safepoint.
void Stage::wait_at_point(JavaThread& self) {
  MutexLock lock(mutex_);
  changed_.notify_all();
  while (!may_run(self) && !stops_world_) changed_.wait(mutex_);
}

// The Standing of a thread that queues or hands over stays, because it may wait inside the
// meta-lock now.
void Stage::depart(JavaThread& self) {
  MutexLock lock(mutex_);
  Standing& standing = standings_[&self];
  standing.is_at_point = false;
  if (standing.point == Event::meta_queue) {
    standing.is_in_gate = true;
    return;
  }
  if (standing.point != Event::meta_hand_over) {
    standings_.erase(&self);
    return;
  }
  standing.is_handing_over = true;
  for (auto& [thread, other] : standings_) {
    // The successor's bits are on the way: it does not wait in the gate any more.
    if (other.is_in_gate && other.predecessor == &self)
      other.is_in_gate = false;
  }
}

bool Stage::is_frozen() const {
  return std::any_of(standings_.begin(), standings_.end(),
                     [](const auto& each) { return each.second.is_at_point; });
}

bool Stage::has_standings() const {
  MutexLock lock(mutex_);
  return !standings_.empty();
}

const Standing* Stage::standing_of(const ExecEnv& thread) const {
  MutexLock lock(mutex_);
  auto found = standings_.find(&thread);
  return found == standings_.end() ? nullptr : &found->second;
}

std::vector<std::pair<const ExecEnv*, Standing>> Stage::standings() const {
  std::vector<std::pair<const ExecEnv*, Standing>> rows;
  {
    MutexLock lock(mutex_);
    rows.assign(standings_.begin(), standings_.end());
  }
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.first->id() < b.first->id(); });
  return rows;
}

// --- progress ---

// A thread may be stuck in two waits inside the meta-lock: for the predecessor's bits, and until
// the successor has taken them. In both the other thread is held at a point.
std::string Stage::stuck_in_gate(const JavaThread& runner, const Standing& standing) const {
  if (standing.is_in_gate)
    return fmt::format("{} waits for the meta-lock, which {} is to hand over", thread_title(runner),
                       thread_title(*standing.predecessor));
  if (!standing.is_handing_over)
    return "";
  for (const auto& [thread, other] : standings_) {
    if (other.is_at_point && other.point == Event::meta_queue && other.predecessor == &runner) {
      return fmt::format("{} has left the bits at its gate and waits until {} takes them",
                         thread_title(runner), thread_title(*thread));
    }
  }
  return "";
}

// The runner wants a stopped world, for example to collect, and some thread at a point cannot stop.
std::string Stage::stuck_before_safepoint(const JavaThread& runner) const {
  for (const auto& [thread, other] : standings_) {
    bool is_wanted = (thread->poll_.load(std::memory_order_relaxed) & sync::kPollSafepoint) != 0;
    if (other.is_at_point && is_wanted) {
      return fmt::format("{} needs the world to stop, and {} stands in a meta-lock",
                         thread_title(runner), thread_title(*thread));
    }
  }
  return "";
}

// Called by the watcher. It reads the runner's state without stopping it, so an answer counts only
// if it stays the same for a while (Stepper::watch).
std::string Stage::stuck() const {
  MutexLock lock(mutex_);
  JavaThread* runner = runner_.load(std::memory_order_relaxed);
  if (runner == nullptr || speaker_.load(std::memory_order_relaxed) != nullptr)
    return "";
  // By now the JavaThread may belong to another thread.
  if (runner->id() != runner_id_ || runner->state() == sync::ThreadState::kDead)
    return "the thread that ran alone has ended";
  auto found = standings_.find(runner);
  if (found != standings_.end())
    return found->second.is_at_point ? "" : stuck_in_gate(*runner, found->second);
  if (runner->state() != sync::ThreadState::kBlocked)
    return stuck_before_safepoint(*runner);
  switch (runner->block_kind()) {
    case BlockKind::kMonitorEnter:
      return fmt::format("{} waits for a monitor", thread_title(*runner));
    case BlockKind::kMonitorWait:
      return fmt::format("{} waits in Object.wait", thread_title(*runner));
    // A permit means that the thread is about to return from park.
    case BlockKind::kPark:
      return runner->parker().has_permit() ? ""
                                           : fmt::format("{} is parked", thread_title(*runner));
    // These waits end by themselves.
    case BlockKind::kSleep:
    case BlockKind::kCondition:
    case BlockKind::kNothing:
      break;
  }
  return "";
}

}  // namespace minijvm::vm::stepper
