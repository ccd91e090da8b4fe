// Says why a program hangs, where that can be proved: a cycle, a pool that waits for itself, a
// notification that came too early, permits that nobody gives back. The rules are asked in order.
// The first one that can prove something about a thread speaks about it, and later ones are silent.
// A rule that only suspects says "may".
// Tested by tests/vm/hangs.
#pragma once

#include <string>
#include <vector>

#include "tools/hangs/wait_texts.h"

namespace minijvm::vm::hangs {

// Whole sentences. `with_lock_cycles`: also those that HotSpot's part of a thread dump has said.
std::vector<std::string> reasons(const Scene& scene, const WaitTexts& texts, bool with_lock_cycles);

}  // namespace minijvm::vm::hangs
