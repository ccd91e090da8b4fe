// Counts the ticks of a thread. A tick is a fact of the bytecode: a jump that does not go forward,
// a landing in an exception handler, the entry of a method that calls or loops
// (vm/interp/ticks.h). So a thread that does the same takes the same ticks, whatever the engine,
// the machine's speed or an observer. A thread and a number of ticks name a moment of a
// deterministic run.
//
// Tested by tests/vm/ticks_test.cpp.
#pragma once

#include <cstdint>

namespace minijvm::sync {

// One thread's count, which only that thread touches. The interpreter counts down, so it compares
// with zero only.
class Ticks {
 public:
  // A number that no thread reaches.
  static constexpr std::int64_t kNever = std::int64_t{1} << 62;

  // Returns how many ticks the thread has taken.
  std::int64_t taken() const { return due_ - left_; }
  // Takes ticks. Returns true if one is due: then the thread calls ThreadModel::tick_is_due before
  // it goes on.
  bool take(std::int64_t count) { return (left_ -= count) <= 0; }
  bool is_due() const { return left_ <= 0; }
  // Takes the tick of a synchronization operation. Returns true if one is due, or if the thread
  // asks at each such operation who goes on.
  bool take_point() { return --left_ <= point_bound_; }
  void set_asks_at_points(bool asks) { point_bound_ = asks ? kNever : 0; }
  // Goes on counting where a thread has stopped that had the same name. None is due then.
  void go_on_from(std::int64_t taken) {
    due_ = kNever;
    left_ = kNever - taken;
  }
  // Returns the number of the tick that is due, or was.
  std::int64_t due() const { return due_; }
  // Counts on from this number. REQUIRES: none is due.
  void put_taken(std::int64_t taken) { left_ = due_ - taken; }
  // Makes the tick with this number due.
  void set_due(std::int64_t tick) {
    left_ = tick - taken();
    due_ = tick;
  }

 private:
  std::int64_t due_ = kNever;
  std::int64_t left_ = kNever;
  // take_point() compares with it.
  std::int64_t point_bound_ = 0;
};

}  // namespace minijvm::sync
