// The stepper: `minijvm --step Main`, a debugger at bytecode level in the same process. It hears of instructions (interp/hooks.h) and of events
// inside locks and collections (base/event_ring.h); where it is to stop, the thread itself converses with the user, and the others are held
// (stage.h). Proved by tests/vm/stepper.
//
//   what            who                       how the others are held
//   an instruction  the thread that is there  a safepoint; while another stands in a meta-lock: stage.h
//   a lock's point  the thread that is there  stage.h: it carries a NoSafepoint, so the world cannot be stopped
//   a GC phase      the one that coordinates  the collection's own safepoint
//   stuck, Ctrl-C   the watcher, a thread     as an instruction
//                   of the stepper's own
//
// Methods are told of as far as somebody asked: those with stops, while a thread steps also those that it may step into.
#pragma once

#include <string>
#include <vector>

namespace minijvm::vm {

struct StepperOptions {
  bool is_on = false;                // --step
  bool speaks_json = false;          // --step=json
  std::string source_path = ".";     // --source: where the text of lines is looked for, colon-separated
  std::vector<std::string> breaks;   // --break; none: at the first instruction of main
};

// REQUIRES: no Java has run. False: a --break makes no sense; why is on stderr.
bool start_stepper(const StepperOptions& options);

}  // namespace minijvm::vm
