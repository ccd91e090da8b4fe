// Says of a race which two accesses it is, and what would have ordered them.
// Tested by tests/vm/races.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "sync/ordering/history.h"
#include "sync/threads/no_safepoint.h"
#include "tools/races/second_run.h"
#include "tools/races/sites.h"
#include "tools/races/thread_stories.h"

namespace minijvm::vm::races {

// The frames of the thread that a stack trace shows, and the monitors that it holds, or held then;
// a line each. REQUIRES: its anchor is published.
std::string calls_text(const runtime::JavaThread& self, bool then);

struct Race {
  std::string variable;
  bool writes = false;  // the access that comes now
  ordering::Conflict conflict;
  SecondRun::Told told;  // of the earlier access
};

// REQUIRES: self is about to do the access, and its anchor is published.
std::string race_text(const sync::NoSafepoint& still, const runtime::JavaThread& self,
                      const Race& race, const ThreadStories& threads, const Sites& sites);

}  // namespace minijvm::vm::races
