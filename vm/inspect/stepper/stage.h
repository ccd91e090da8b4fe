// Who may run while somebody debugs: everybody, or one thread while the others are held; and who has the floor, that is, converses with the
// user. Proved by tests/vm/stepper.
//
//   a thread is held     where                              how
//   in Java, or native   at its next step into Java         sync::suspend; newcomers are born so
//   told of by hooks     before an instruction              it waits here for its turn, blocked
//   in a meta-lock       at a named point (lock_arrows.def) it waits here as it is: it carries a NoSafepoint
//
// While a thread stands at a point inside a meta-lock the world cannot be stopped (I3 of sync/meta_lock.h). A conversation then begins
// when all others are held or safe instead: nothing can be collected either, so what is read stays where it is.
//
// A thread that is to run alone may get stuck, since those that it needs are held. stuck() says so in a sentence.
#pragma once

#include <atomic>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/event_ring.h"
#include "sync/multi_use_word.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm::stepper {

// Where a thread stands in a meta-lock, as its events tell.
struct Standing {
  bool is_at_point = false;
  Event point{};
  sync::MultiUseWord* word = nullptr;
  const sync::ExecEnv* predecessor = nullptr;  // meta_queue: whose bits it waits for
  bool is_in_gate = false;                     // behind meta_queue, the bits have not come
  bool is_handing_over = false;                // behind meta_hand_over
};

class Stage {
 public:
  // --- who runs ---
  void run_all();
  void run_only(runtime::JavaThread& runner);
  // Null: all may.
  runtime::JavaThread* runner() const { return runner_.load(std::memory_order_acquire); }  // acquire: as below
  // May this thread run, and nobody else converses?
  bool may_run(const runtime::JavaThread& self) const {
    const runtime::JavaThread* runner = runner_.load(std::memory_order_acquire);  // acquire: pairs with run_only, the plan was made before
    const runtime::JavaThread* speaker = speaker_.load(std::memory_order_acquire);
    return (runner == nullptr || runner == &self) && (speaker == nullptr || speaker == &self);
  }
  // REQUIRES: kInVm, no NoSafepoint. Blocks until it may.
  void wait_for_turn(runtime::JavaThread& self);

  // --- who converses ---
  enum class Floor : std::uint8_t { kStopped, kFrozen };  // the world can be stopped; or a thread stands at a point
  // Blocks until it is this thread's turn and nobody else converses; then nobody does before leave_floor(). `force`: runner or not.
  Floor take_floor(runtime::JavaThread& self, bool force);
  // The same at a point. False: a conversation is about to stop the world, which needs this thread to go on.
  bool take_floor_at_point(runtime::JavaThread& self);
  void leave_floor();
  // Returns when all others are held or safe, at the latest after some seconds. REQUIRES: the floor, kFrozen.
  void await_stillness(const runtime::JavaThread& self);

  // --- points in the meta-lock ---
  void arrive(runtime::JavaThread& self, Event point, sync::MultiUseWord* word, sync::LockBits bits);
  // Waits until this thread may run: it is not the runner, and nobody asked it to stop here.
  void wait_at_point(runtime::JavaThread& self);
  void depart(runtime::JavaThread& self);
  bool has_frozen() const;
  // Null: it is in no meta-lock.
  const Standing* standing_of(const sync::ExecEnv& thread) const;

  // --- progress ---
  void note_progress() { progress_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t progress() const { return progress_.load(std::memory_order_relaxed); }
  // Why the runner cannot go on; empty: it can, or all may run.
  std::string stuck() const;

 private:
  bool is_frozen() const;  // REQUIRES for all: mutex_
  void hold_all_but(const runtime::JavaThread& runner);  // without mutex_
  std::string stuck_in_gate(const runtime::JavaThread& runner, const Standing& standing) const;
  std::string stuck_before_safepoint(const runtime::JavaThread& runner) const;
  bool is_still(const sync::ExecEnv& thread) const;

  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  sync::CondVar changed_;
  // Written under mutex_, as all the rest.
  std::atomic<runtime::JavaThread*> runner_{nullptr};
  std::atomic<const runtime::JavaThread*> speaker_{nullptr};
  std::uint32_t runner_id_ = 0;
  bool stops_world_ = false;  // the speaker is about to, or does
  std::unordered_map<const sync::ExecEnv*, Standing> standings_;
  bool holds_ = false;                                // some may not run
  std::unordered_set<const sync::ExecEnv*> foreign_;  // suspended before that, by Thread.suspend or an agent: not ours to resume

  std::atomic<std::uint64_t> progress_{0};
};

}  // namespace minijvm::vm::stepper
