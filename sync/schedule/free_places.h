// The free Ps of a pool, and the LWPs that wait to regain a P (I3 in lwp_pool.h).
//
// A P that becomes free is not handed to the LWP that waits first, because that LWP needs some time
// to wake up. It is rung instead, and takes a P when it looks; it waits on if there is none. An LWP
// that is awake may take the P meanwhile. If Ps were handed over, they would lie idle while their
// new LWPs wake up. With many short calls that block, each LWP would then find all Ps on their way
// to sleepers, and sleep itself: a lock convoy (README.md). If the first LWP that waits was late
// once, newcomers do not overtake it again, so its wait is bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sync/atomic.h"

namespace minijvm::sync {

class Lwp;
struct Place;

// Says whether an LWP may take a free P although other LWPs wait to regain one (I3).
enum class Turn : std::uint8_t { kAtOnce, kBehindWaiters };

// The pool's mutex guards all but has_unclaimed and has_waiters. An LWP that waits with a thread
// mounted comes before queued threads: it claims a free P, and the other free Ps are unclaimed.
class FreePlaces {
 public:
  // Adds a P that no LWP has now, and rings for one more LWP that waits.
  void add(Place& place);
  // Takes out an unclaimed P. Returns null if there is none.
  Place* take_unclaimed();

  // Takes out a P for an LWP that wants to go on. Returns null if it has to wait; the LWP then is
  // on the list of those that wait.
  Place* take_or_wait(Lwp& lwp, Turn turn);
  // A look of an LWP that waits: takes out a P for it, and takes it off the list. Returns null if
  // it has to wait on.
  Place* take_if_rung(Lwp& lwp);

  bool empty() const { return places_.empty(); }
  // Returns true if more LWPs wait than there are free Ps.
  bool is_short() const { return waiters_.size() > places_.size(); }

  // Returns true if there are more free Ps than LWPs that wait to regain one.
  // seq_cst: Dekker's pattern with add (I2).
  bool has_unclaimed() const { return unclaimed_.load(std::memory_order_seq_cst) != 0; }
  bool has_waiters() const { return waiter_count_.load(std::memory_order_relaxed) != 0; }

 private:
  std::size_t claimed() const;
  void count();
  Place* pop();

  std::vector<Place*> places_;
  std::deque<Lwp*> waiters_;  // in the order of their arrival
  Atomic<std::uint32_t> unclaimed_{0};
  Atomic<std::uint32_t> waiter_count_{0};
};

}  // namespace minijvm::sync
