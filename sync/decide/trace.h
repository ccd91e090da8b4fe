// A trace is what the threads of a run have done so far, whatever the order of what commutes. If
// two runs have the same trace, then each thread has done the same operations in both, and each two
// operations that conflict came in the same order. So the threads are in the same states. It is the
// happens-before relation of a run, or its Mazurkiewicz trace.
//
//   one: writes a      two: writes b        the same trace as      two: writes b     one: writes a
//   one: writes a      two: reads a         another trace than     two: reads a      one: writes a
//
// The trace is kept as one hash of 64 bits. Each operation has a hash, which is made from those of
// the operations directly before it: the last one of its thread, and the last ones of its variable
// with which it conflicts. The hash of the trace is the sum over the last operations of all
// threads. No number of an object is part of it: what a thread did before says which variable it
// takes.
// Source: Musuvathi, Qadeer: Partial-Order Reduction for Context-Bounded State Exploration,
// MSR-TR-2007-12. Departures: times (learned), waits (went_on), and one variable for all operations
// whose object is not known.
// Tested by tests/sync/decide/trace_test.cpp.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "sync/decide/operation.h"
#include "sync/decide/question.h"
#include "sync/decide/thread_name.h"

namespace minijvm::decide {

class Trace {
 public:
  void born(ThreadNo thread, const ThreadName& name);
  // The thread does the operation, or begins to wait for it.
  void did(ThreadNo thread, const Operation& operation);
  // The thread goes on after a wait. If its last operation is one that waits, it is done now.
  void went_on(ThreadNo thread);
  // The thread goes on from a number that does not follow from its operations: what a clock said.
  void learned(ThreadNo thread, std::uint64_t number);
  // The question has this answer. Who runs is no part of the trace.
  void answered(const Question& question, std::size_t chosen);

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
