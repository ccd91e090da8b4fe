// Describes the heap, what threads wait for, and the named points, for the stepper's answers.
// Tested by tests/vm/stepper.
#pragma once

#include <array>
#include <cstddef>

#include "runtime/fwd.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Describes a space of the heap at a moment. The sizes are in bytes.
struct OneSpace {
  const char* name;
  std::size_t used;
  std::size_t capacity;
  const void* base;
  const void* top;
  const void* end;
};
// Eden, from, to, old, fixed.
using SpaceFacts = std::array<OneSpace, 5>;
SpaceFacts space_facts();
Json describe_spaces(const SpaceFacts& spaces);

// Returns a record: the spaces, each with name, used, capacity, base and top, and the numbers of
// young and full collections.
Json describe_heap();
// Collects now. May be called inside a conversation, where the world is stopped already.
void collect_garbage(runtime::JavaThread& self, bool full);

// Adds to a thread's record what it waits for and which thread has it. REQUIRES: the world is
// stopped.
void describe_wait(const View& view, const runtime::JavaThread& thread, Json& record);

// Returns a list of name and meaning: the transitions of sync/lock_arrows.def and the phases of a
// collection.
Json describe_points();
// Returns the meaning of a point; empty if there is no such point.
std::string point_meaning(std::string_view name);

}  // namespace minijvm::vm::stepper
