// Says of a race which two accesses it is, and what would have ordered them.
// Tested by tests/vm/races.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "sync/ordering/history.h"
#include "sync/threads/no_safepoint.h"
#include "tools/races/sites.h"
#include "tools/races/thread_stories.h"

namespace minijvm::vm::races {

struct Race {
  std::string variable;
  bool writes = false;  // the access that comes now
  ordering::Conflict conflict;
};

// REQUIRES: self is about to do the access, and its anchor is published.
std::string race_text(const sync::NoSafepoint& still, const runtime::JavaThread& self,
                      const Race& race, const ThreadStories& threads, const Sites& sites);

}  // namespace minijvm::vm::races
