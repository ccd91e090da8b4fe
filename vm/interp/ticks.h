// Says what the engines count as ticks (sync/threads/ticks.h) in a deterministic run:
//   - a jump whose target is not behind it, when it is taken
//   - a landing in an exception handler
//   - the entry of a method that has a call or such a jump, unless a leaf function may stand for
//     the method or a call may leave it out (link_sites.h)
// So the count depends on the bytecode and the path through it, and not on the engine, on a
// method's translation or on what is linked already. All engines then call leaf functions alike,
// observed or not. The reference interpreter counts jumps in any case, since that costs it nothing
// that matters.
//
// Tested by tests/vm/ticks_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/class/method.h"

namespace minijvm::interp {

// Returns true if this run counts ticks.
bool counts_ticks();

// Returns the ticks that an entry of the method takes: 0 or 1.
std::uint8_t entry_ticks(const runtime::Method& method);

// Answers what the reference interpreter asks at each call while ticks are counted.
struct CallFacts {
  std::uint8_t ticks;
  int leaf;  // leaf_function_of
};
// Keeps the answer in the method.
CallFacts call_facts(runtime::Method& method);

}  // namespace minijvm::interp
