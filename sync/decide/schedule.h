// A schedule: what a run decided otherwise than fifo does. A replay that follows it is the same run
// again, and a reader sees in a few lines what mattered.
// Tested by tests/sync/decide/schedule_text_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sync/decide/question.h"
#include "sync/decide/thread_name.h"

namespace minijvm::decide {

// A place in a run that is the same in every schedule: how far a thread has come.
struct Position {
  ThreadName thread;
  std::uint64_t tick = 0;
  bool is_access = false;
  std::string site;  // of an access; also of an operation, if known, to be checked by a replay
  std::uint32_t nth = 1;

  bool operator==(const Position&) const = default;
};

// One decision that was not answered by the first option.
struct Deviation {
  Position position;
  bool blocked = false;  // the thread could not go on there
  Choice what = Choice::kRun;
  ThreadName thread;        // which runs, is invited, notified or woken; the writer of kReadsFrom
  std::uint64_t value = 0;  // kTimeOut: the deadline, ns; kReadsFrom: the writer's tick

  bool operator==(const Deviation&) const = default;
  // True if another thread runs although this one could have gone on.
  bool is_preemption() const { return what == Choice::kRun && !blocked; }
};

// REQUIRES: the program has a name, accesses have sites, and no flag or variable is empty.
struct Schedule {
  std::string program;    // not empty
  std::string classpath;  // its digest
  std::string vm;
  std::vector<std::string> flags;                          // those that a run depends on
  std::vector<std::string> shared;                         // variables that are points
  std::vector<std::pair<std::string, std::string>> found;  // how: policy, seed, verdict, ...
  std::vector<Deviation> deviations;                       // in the order of the run
  std::uint64_t ticks = 0;                                 // of all threads, at the end
  std::uint64_t events = 0;

  bool operator==(const Schedule&) const = default;
};

}  // namespace minijvm::decide
