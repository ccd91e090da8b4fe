// Notices that a deterministic run goes round in a circle: it has come to a state that it was in
// before, and each thread that could run had a turn meanwhile. So there is a fair schedule in which
// this goes on as long as the process lives. Only a repeated state proves that: a program that
// computes for long repeats none.
//
// The state are the stacks, the permits and the heap with the static fields. A look at all of them
// at each point would cost too much, so
//   1. nothing is looked at during the first 10,000 points, and later at one point in two;
//   2. the stacks are compared at the place where the anchor is, a point whose number is a power
//      of two; a thread that allocates has another state each time;
//   3. the heap is read once the stacks have come again, and the second time decides.
// A thread that waits for a time, or a look at the clock, means that time counts: then nothing is
// said.
//
// It hears of points only, so a run under fifo or slices has no such end, but its limit of steps.
// Tested by tests/vm/hangs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm::hangs {

class History;

class NoProgress {
 public:
  explicit NoProgress(const History& history) : history_(history) {}

  // Self has come to a point, in kInVm with its anchor published. Returns the sentence, once it is
  // proved.
  std::optional<std::string> at_point(runtime::JavaThread& self);

 private:
  // Where the search compares.
  struct Anchor {
    const runtime::JavaThread* thread = nullptr;
    const void* pc = nullptr;
    const void* fp = nullptr;
    std::uint64_t point = 0;
    std::uint64_t stacks = 0;
    std::optional<std::uint64_t> heap;  // after the stacks have come again
    std::int64_t looks = 0;             // at the clock
    unsigned reads = 0;                 // of the heap
    std::set<const runtime::JavaThread*> had_turn;
  };

  void drop_anchor(const runtime::JavaThread& self);
  bool is_at_anchor(const runtime::JavaThread& self) const;
  bool had_all_turns() const;
  std::int64_t looks_at_clock() const;

  const History& history_;
  std::uint64_t points_ = 0;
  Anchor anchor_;
};

}  // namespace minijvm::vm::hangs
