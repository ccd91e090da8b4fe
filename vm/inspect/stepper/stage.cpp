#include "vm/inspect/stepper/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/java_thread.h"
#include "sync/safepoint.h"
#include "vm/inspect/stepper/roster.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;
using sync::BlockKind;
using sync::ExecEnv;
using sync::MutexLock;

namespace {

constexpr int kMostLooks = 3000;  // of a millisecond each

std::vector<ExecEnv*> all_threads() {
  std::vector<ExecEnv*> all;
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&all](ExecEnv& ee) { all.push_back(&ee); });
  return all;
}

}  // namespace

// --- who runs ---

void Stage::run_all() {
  std::unordered_set<const ExecEnv*> foreign;
  {
    MutexLock lock(mutex_);
    runner_.store(nullptr, std::memory_order_release);  // acquire: may_run
    foreign.swap(foreign_);
    if (!std::exchange(holds_, false)) return;
  }
  sync::suspend_newcomers(false);
  for (ExecEnv* thread : all_threads()) {
    if (!foreign.contains(thread)) sync::resume(*thread);
  }
  changed_.notify_all();
}

void Stage::hold_all_but(const JavaThread& runner) {
  std::vector<ExecEnv*> threads = all_threads();
  {
    MutexLock lock(mutex_);
    if (!std::exchange(holds_, true)) {
      for (const ExecEnv* thread : threads) {
        if (thread->suspended()) foreign_.insert(thread);
      }
    }
  }
  sync::suspend_newcomers(true);
  for (ExecEnv* thread : all_threads()) {
    if (thread != &runner && !JavaThread::of(*thread).is_vm_internal) sync::suspend(*thread);
  }
}

// Whom the user wants to see run is resumed, whoever suspended it.
void Stage::run_only(JavaThread& runner) {
  hold_all_but(runner);
  {
    MutexLock lock(mutex_);
    runner_.store(&runner, std::memory_order_release);  // acquire: may_run
    runner_id_ = runner.id();
  }
  sync::resume(runner);
  changed_.notify_all();
}

void Stage::wait_for_turn(JavaThread& self) {
  MutexLock lock(mutex_);
  while (!may_run(self)) changed_.wait(self, mutex_);
}

// --- who converses ---

Stage::Floor Stage::take_floor(JavaThread& self, bool force) {
  MutexLock lock(mutex_);
  while (force ? speaker_.load(std::memory_order_relaxed) != nullptr : !may_run(self)) changed_.wait(self, mutex_);
  speaker_.store(&self, std::memory_order_release);  // acquire: may_run
  stops_world_ = !is_frozen();
  return stops_world_ ? Floor::kStopped : Floor::kFrozen;
}

bool Stage::take_floor_at_point(JavaThread& self) {
  MutexLock lock(mutex_);
  while (!may_run(self)) {
    if (stops_world_) return false;
    changed_.wait(mutex_);
  }
  speaker_.store(&self, std::memory_order_release);  // acquire: may_run
  stops_world_ = false;
  return true;
}

void Stage::leave_floor() {
  {
    MutexLock lock(mutex_);
    speaker_.store(nullptr, std::memory_order_release);  // acquire: may_run
    stops_world_ = false;
  }
  changed_.notify_all();
}

bool Stage::is_still(const ExecEnv& thread) const {
  auto found = standings_.find(&thread);
  if (found == standings_.end()) return !touches_heap(thread.state());
  const Standing& standing = found->second;
  if (standing.is_at_point || standing.is_in_gate || !touches_heap(thread.state())) return true;
  return standing.is_handing_over && std::any_of(standings_.begin(), standings_.end(), [&thread](const auto& each) {
    return each.second.is_at_point && each.second.point == Event::meta_queue && each.second.predecessor == &thread;
  });
}

void Stage::await_stillness(const JavaThread& self) {
  hold_all_but(self);
  for (int look = 0; look < kMostLooks; ++look) {
    std::vector<ExecEnv*> threads = all_threads();
    MutexLock lock(mutex_);
    bool all_still = std::all_of(threads.begin(), threads.end(), [&](const ExecEnv* thread) { return thread == &self || is_still(*thread); });
    if (all_still) return;
    changed_.wait(mutex_, sync::Deadline::after_ms(1));
  }
}

// --- points in the meta-lock ---

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

void Stage::wait_at_point(JavaThread& self) {
  MutexLock lock(mutex_);
  changed_.notify_all();
  while (!may_run(self) && !stops_world_) changed_.wait(mutex_);
}

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
    if (other.is_in_gate && other.predecessor == &self) other.is_in_gate = false;  // its bits are on the way
  }
}

bool Stage::is_frozen() const {
  return std::any_of(standings_.begin(), standings_.end(), [](const auto& each) { return each.second.is_at_point; });
}

bool Stage::has_frozen() const {
  MutexLock lock(mutex_);
  return is_frozen();
}

const Standing* Stage::standing_of(const ExecEnv& thread) const {
  MutexLock lock(mutex_);
  auto found = standings_.find(&thread);
  return found == standings_.end() ? nullptr : &found->second;
}

// --- progress ---

std::string Stage::stuck_in_gate(const JavaThread& runner, const Standing& standing) const {
  if (standing.is_in_gate) return fmt::format("{} waits for the meta-lock, which {} is to hand over", thread_title(runner), thread_title(*standing.predecessor));
  if (!standing.is_handing_over) return "";
  for (const auto& [thread, other] : standings_) {
    if (other.is_at_point && other.point == Event::meta_queue && other.predecessor == &runner) {
      return fmt::format("{} has left the bits at its gate and waits until {} takes them", thread_title(runner), thread_title(*thread));
    }
  }
  return "";
}

std::string Stage::stuck_before_safepoint(const JavaThread& runner) const {
  for (const auto& [thread, other] : standings_) {
    bool is_wanted = (thread->poll_.load(std::memory_order_relaxed) & sync::kPollSafepoint) != 0;
    if (other.is_at_point && is_wanted) {
      return fmt::format("{} needs the world to stop, and {} stands in a meta-lock", thread_title(runner), thread_title(*thread));
    }
  }
  return "";
}

std::string Stage::stuck() const {
  MutexLock lock(mutex_);
  JavaThread* runner = runner_.load(std::memory_order_relaxed);
  if (runner == nullptr || speaker_.load(std::memory_order_relaxed) != nullptr) return "";
  if (runner->id() != runner_id_ || runner->state() == sync::ThreadState::kDead) return "the thread that ran alone has ended";
  auto found = standings_.find(runner);
  if (found != standings_.end()) return found->second.is_at_point ? "" : stuck_in_gate(*runner, found->second);
  if (runner->state() != sync::ThreadState::kBlocked) return stuck_before_safepoint(*runner);
  switch (runner->block_kind()) {
    case BlockKind::kMonitorEnter: return fmt::format("{} waits for a monitor", thread_title(*runner));
    case BlockKind::kMonitorWait: return fmt::format("{} waits in Object.wait", thread_title(*runner));
    case BlockKind::kPark: return runner->parker().has_permit() ? "" : fmt::format("{} is parked", thread_title(*runner));
    case BlockKind::kSleep:
    case BlockKind::kCondition:
    case BlockKind::kNothing: break;
  }
  return "";
}

}  // namespace minijvm::vm::stepper
