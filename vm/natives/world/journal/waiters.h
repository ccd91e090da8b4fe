// The threads of a deterministic run that wait for descriptors (world_wait.h).
// Tested by tests/vm/journal.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/fwd.h"
#include "sync/threads/clock.h"

namespace minijvm::vm {

struct Waiter {
  const runtime::JavaThread* thread;
  int descriptor;
  std::uint32_t events;
  sync::Deadline until;
  bool is_ended = false;
};

struct Waiters {
  std::vector<Waiter*> all;
};

}  // namespace minijvm::vm
