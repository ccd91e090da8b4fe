// The stage holds threads while somebody debugs. It decides who may run: all threads, or one while
// the others are held. And it decides who has the floor, that is, which thread converses with the
// user.
//
//   a held thread is    it is held                          by
//   in Java or native   at its next step into Java          sync::suspend; new threads start so
//   observed            before an instruction               wait_for_turn: blocked
//   in a meta-lock      at a point of sync/lock_arrows.def  wait_at_point: it waits as it is, since
//                                                           it carries a NoSafepoint
//
// While a thread stands at a point inside a meta-lock the world cannot be stopped (I3 of
// sync/meta_lock.h). A conversation then begins when all other threads are held or safe: frozen. No
// collection can run either, so what is read stays where it is.
//
// A thread that runs alone may get stuck, because the threads that it needs are held: for example,
// it waits for a monitor that another thread owns. stuck() says so in a sentence.
//
// (S1) At most one thread has the floor (speaker_). Kept by: take_floor, take_floor_at_point.
//
// (S2) stops_world_ is true only while the speaker stops the world, or has stopped it. A thread at
// a point goes on then, even if it is not the runner. Kept by: take_floor, leave_floor,
// wait_at_point.
//
// Tested by tests/vm/stepper.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/atomic.h"
#include "base/events/events.h"
#include "runtime/fwd.h"
#include "sync/multi_use_word.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::stepper {

// Says where a thread is in a meta-lock, as its events report. A thread without a Standing is in
// none.
struct Standing {
  // True if the thread waits at `point` now.
  bool is_at_point = false;
  Event point{};
  sync::MultiUseWord* word = nullptr;
  // After meta_queue: the thread that will hand the meta-lock over to this one.
  const sync::ExecEnv* predecessor = nullptr;
  // True if the thread has gone on from meta_queue and waits for the predecessor's bits.
  bool is_in_gate = false;
  // True if the thread has gone on from meta_hand_over and waits until the successor has taken the
  // bits.
  bool is_handing_over = false;
};

class Stage {
 public:
  // --- who runs ---
  // Lets all threads run. Threads that were suspended for another reason stay suspended.
  void run_all();
  // Lets this thread run, even if it was suspended, and holds all others; in a deterministic run,
  // whose schedule decides who runs, lets all run.
  void run_only(runtime::JavaThread& runner);
  // The run is a deterministic one. REQUIRES: no thread runs yet.
  void leave_turns_to_schedule() { schedule_decides_ = true; }
  bool leaves_turns_to_schedule() const { return schedule_decides_; }
  // Returns the thread that runs alone; null if all may run. acquire: as below.
  runtime::JavaThread* runner() const { return runner_.load(std::memory_order_acquire); }
  // Returns whether this thread may run now, and no other one converses.
  bool may_run(const runtime::JavaThread& self) const {
    // acquire: pairs with the release in run_only. The runner sees the plan that was made before.
    const runtime::JavaThread* runner = runner_.load(std::memory_order_acquire);
    const runtime::JavaThread* speaker = speaker_.load(std::memory_order_acquire);
    return (runner == nullptr || runner == &self) && (speaker == nullptr || speaker == &self);
  }
  // Blocks until may_run returns true. REQUIRES: kInVm, no NoSafepoint.
  void wait_for_turn(runtime::JavaThread& self);

  // --- who converses ---
  // kStopped: the world can be stopped. kFrozen: a thread stands at a point.
  enum class Floor : std::uint8_t { kStopped, kFrozen };
  // Blocks until it is this thread's turn and no other thread converses. From then until
  // leave_floor() no other thread does. With `force`, it waits only for the floor, not for the
  // turn.
  Floor take_floor(runtime::JavaThread& self, bool force);
  // Takes the floor for a thread at a point. Returns false if another conversation is about to stop
  // the world: that needs this thread to go on.
  bool take_floor_at_point(runtime::JavaThread& self);
  void leave_floor();
  // Holds all other threads and returns when they are held or safe, at the latest after 3 seconds.
  // REQUIRES: the floor, kFrozen.
  void await_stillness(const runtime::JavaThread& self);
  // Ends the process. REQUIRES: a conversation on this thread.
  [[noreturn]] void end_program(const runtime::JavaThread& self);

  // --- points in the meta-lock ---
  // Records that the thread is at a point. `bits` is the word that its swap returned (meta_queue:
  // the predecessor's ExecEnv).
  void arrive(runtime::JavaThread& self, Event point, sync::MultiUseWord* word,
              sync::LockBits bits);
  // Blocks, without a change of the thread's state, until the thread may run or a conversation
  // stops the world.
  void wait_at_point(runtime::JavaThread& self);
  // Records that the thread goes on from its point.
  void depart(runtime::JavaThread& self);
  // Returns whether any thread has a Standing. As long as one has, its points must be reported, or
  // the Standing would stay when the thread has left the meta-lock.
  bool has_standings() const;
  // Returns null if the thread is in no meta-lock.
  const Standing* standing_of(const sync::ExecEnv& thread) const;
  // Returns the threads in meta-locks, the oldest thread first.
  std::vector<std::pair<const sync::ExecEnv*, Standing>> standings() const;

  // --- progress ---
  // Counts instructions and points that threads pass. relaxed: the watcher only compares.
  void note_progress() { progress_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t progress() const { return progress_.load(std::memory_order_relaxed); }
  // Returns why the runner cannot go on; empty if it can, or if all threads may run.
  std::string stuck() const;

 private:
  // These REQUIRE mutex_, except hold_all_but, which takes it.
  bool is_frozen() const;
  void hold_all_but(const runtime::JavaThread& runner);
  std::string stuck_in_gate(const runtime::JavaThread& runner, const Standing& standing) const;
  std::string stuck_before_safepoint(const runtime::JavaThread& runner) const;
  bool is_still(const sync::ExecEnv& thread) const;

  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  sync::CondVar changed_;
  // Written under mutex_, which guards all members below. Atomic because may_run reads it.
  Atomic<runtime::JavaThread*> runner_{nullptr};
  Atomic<const runtime::JavaThread*> speaker_{nullptr};
  bool schedule_decides_ = false;
  // A JavaThread may be reused; the id tells whether it is still the same thread.
  std::uint32_t runner_id_ = 0;
  // True if the speaker is about to stop the world, or has stopped it.
  bool stops_world_ = false;
  std::unordered_map<const sync::ExecEnv*, Standing> standings_;
  // True if some threads may not run.
  bool holds_ = false;
  // Threads that were suspended before the stage held any, by Thread.suspend or an agent. run_all
  // does not resume them.
  std::unordered_set<const sync::ExecEnv*> foreign_;

  Atomic<std::uint64_t> progress_{0};
};

}  // namespace minijvm::vm::stepper
