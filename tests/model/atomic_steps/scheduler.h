// Runs a few threads one at a time and chooses who goes on at every access to a shared field: the real code of sync, in every order.
// Proved by its negative controls in atomic_steps_test.cpp.
//
// A thread is a pthread that stops before each access and tells what it is about to do. `explore` repeats a scenario until every order that
// can differ has been run, by dynamic partial-order reduction: two accesses to one field, one of them a write and neither ordered by what
// lies between, are tried the other way round. `sample` draws random orders instead. Memory is sequentially consistent here; orders that
// only a weaker machine has are for the thread sanitizer and for the reasons given beside each access.
// Source: Flanagan and Godefroid, Dynamic Partial-Order Reduction for Model Checking Software, POPL '05, figure 3, with sleep sets.
// Waiting, time and wake-ups for no reason come here too (replacements.cpp): a park with a deadline may always go on, which is the time-out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sync/atomic.h"

namespace minijvm::sync::model {

struct Scenario {
  // Before each run, on the calling thread: puts the data back to the start.
  std::function<void()> reset;
  // One for each thread. They must always come to an end and leave nothing behind.
  std::vector<std::function<void()>> threads;
  // After each run.
  std::function<void()> check;
  // Wake-ups for no reason in one run.
  int spurious = 0;
};

struct Explored {
  std::uint64_t runs = 0;
  std::uint64_t longest = 0;  // accesses in a run
  bool complete = false;      // every order was run
};

// Stops the process with the order of accesses on a deadlock, on an endless run, and when a check fails.
Explored explore(const Scenario& scenario, std::uint64_t most_runs);
Explored sample(const Scenario& scenario, std::uint64_t runs, std::uint64_t seed);

// --- For the replacements of futex and thread model. ---

// Waits until the word differs from `expected`. A deadline that `may_pass` may pass at any time; another only when nobody else can go on.
// False: it passed.
bool wait_while_equal(Atomic<std::uint32_t>& word, std::uint32_t expected, std::int64_t deadline,
                      bool may_pass);
std::int64_t model_time();

// Told each exchange of a field, in the order in which they happen, with the number of the thread in its scenario.
void set_exchange_observer(std::function<void(const void* address, std::size_t thread)> observer);

}  // namespace minijvm::sync::model
