// A vector clock: for each thread the clock up to which everything that it did happens before some
// moment (JLS 17.4.5).
//
//   main unlocks m at its clock 3:        m's clock = main's clock = [main 3, one 0]
//   "one" locks m:                        one's clock joins m's    = [main 3, one 1]
//   so an access of main at clock 3 or before is ordered before what "one" does now
//
// Tested by tests/sync/ordering/history_test.cpp.
// Source: Lamport, CACM 1978; Mattern 1988; as FastTrack uses it (epoch.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sync/ordering/epoch.h"

namespace minijvm::ordering {

class VectorClock {
 public:
  Clock of(SlotNo slot) const { return slot < clocks_.size() ? clocks_[slot] : 0; }
  void set(SlotNo slot, Clock clock) {
    if (slot >= clocks_.size()) {
      clocks_.resize(slot + 1);
    }
    clocks_[slot] = clock;
  }
  // Is the access ordered before this moment?
  bool knows(Word access) const { return clock_of(access) <= of(slot_of(access)); }
  // Takes over what the other clock knows. Returns false if it knows nothing new.
  bool join(const VectorClock& other) {
    if (other.clocks_.size() > clocks_.size()) {
      clocks_.resize(other.clocks_.size());
    }
    bool is_new = false;
    for (std::size_t i = 0; i < other.clocks_.size(); ++i) {
      is_new |= other.clocks_[i] > clocks_[i];
      clocks_[i] = std::max(clocks_[i], other.clocks_[i]);
    }
    return is_new;
  }

 private:
  std::vector<Clock> clocks_;
};

// The clock of a thread that runs: its own epoch, and what it knows of all. `known` has the
// thread's own clock, too.
struct ThreadClock {
  Word epoch = 0;
  VectorClock known;

  SlotNo slot() const { return slot_of(epoch); }
  Clock now() const { return clock_of(epoch); }
  // The thread has let others see what it did; what it does from now on is another epoch.
  // REQUIRES: now() < kLastClock.
  void advance() {
    epoch = epoch_word(slot(), now() + 1);
    known.set(slot(), now());
  }
};

}  // namespace minijvm::ordering
