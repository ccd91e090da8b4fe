// Holds what a served run knows of itself until its end.
// Tested by tests/tools/explore.
#pragma once

#include <vector>

#include "base/lazy.h"
#include "sync/decide/bounded.h"
#include "tools/explore/forked_run.h"
#include "tools/explore/messages.h"
#include "tools/explore/recorded_steps.h"
#include "vm/tools.h"

namespace minijvm::vm {

// Of a process that may become a stem (stem.h).
struct StemState {
  int socket;                     // to the server
  std::vector<SharedFile> files;  // those of the server
  // Where the first run of a stem says what it has linked; -1 before there is such a run, and once
  // the stem has read it.
  int links_file = -1;
  // Where a later run says which pages it has used; -1 as above.
  int pages_file = -1;
};

struct ExploreState {
  Lazy<Tool> tool;
  int first = 0;        // of the descriptors; 0: this VM serves no runs
  bool is_run = false;  // this process is a child, which runs the program
  // Where the first run says which methods it has translated; -1 if these are known.
  int warm_file = -1;
  Lazy<explore::RunRequest> request;
  Lazy<StemState> stem;  // empty: this run does not become one
  Lazy<explore::RunResult> result;
  Lazy<RecordedSteps> steps;
  const decide::Prefix* prefix = nullptr;  // the policy, if it is one
  const decide::Trace* trace = nullptr;    // that the policy keeps; null: it keeps none
  // Main ended by an exception, which is the launcher's exit code 1.
  bool main_threw = false;
  bool exits = false;  // by Runtime.exit or halt
};
extern constinit ExploreState explore_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm
