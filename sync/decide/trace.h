// A trace is what the threads of a run have done so far, whatever the order of what commutes. If
// two runs have the same trace, then each thread has done the same operations in both, and each two
// operations that conflict came in the same order. So the threads are in the same states, and the
// same can follow.
//
//   one: writes a      two: writes b        the same trace as      two: writes b     one: writes a
//   one: writes a      two: reads a         another trace than     two: reads a      one: writes a
//
// The trace is one word: each operation has a hash, made from the hashes of those directly before
// it: its thread's last one, and those of its variable that conflict with it. The trace's is the
// sum over the last operations of all threads. No object has a number in it: which variable is
// meant, the thread's operations before it say.
// Source: Musuvathi, Qadeer: Partial-Order Reduction for Context-Bounded State Exploration,
// MSR-TR-2007-12.
// Tested by tests/sync/decide/trace_test.cpp.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "sync/decide/operation.h"
#include "sync/decide/thread_name.h"

namespace minijvm::decide {

class Trace {
 public:
  void born(ThreadNo thread, const ThreadName& name);
  // The thread does the operation. One whose object is not known conflicts with all such others.
  void did(ThreadNo thread, const Operation& operation);
  // The thread goes on after a wait: only now its last operation is done.
  void went_on(ThreadNo thread);
  // The thread goes on from a number that does not follow from its operations: what a clock said.
  void learned(ThreadNo thread, std::uint64_t number);

  std::uint64_t word() const { return sum_; }
  // A hash of the thread's name, which is the same in each run.
  std::uint64_t name(ThreadNo thread) const { return threads_[thread].name; }

 private:
  struct Thread {
    std::uint64_t name = 0;
    std::uint64_t last = 0;  // the hash of its last operation
    Operation operation;     // that one
  };
  struct Variable {
    std::uint64_t write = 0;  // the hash of the last write
    std::uint64_t reads = 0;  // the sum over the reads since
  };
  void set_last(Thread& thread, std::uint64_t hash);

  std::vector<Thread> threads_;
  std::map<std::pair<ObjectNo, std::int32_t>, Variable> variables_;
  std::uint64_t sum_ = 0;
};

// Mixes the word into the hash.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word);

}  // namespace minijvm::decide
