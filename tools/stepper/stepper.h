// The stepper, `minijvm --step Main`, is a debugger of bytecode in the same process. It observes
// instructions (vm/observer.h, vm/interp/hooks.h) and the events inside locks and collections
// (base/events/events.h). The thread that has to stop converses with the user itself, while the
// other threads are held (stage.h).
//
//   a stop at       the conversation runs on  the other threads are held by
//   an instruction  the thread that is there  a safepoint; if one stands in a meta-lock: stage.h
//   a lock's point  the thread that is there  stage.h: it carries a NoSafepoint
//   a GC phase      the coordinator           the collection's own safepoint
//   stuck, Ctrl-C   the watcher, a thread of  as at an instruction
//                   the stepper's own
//
// Only those methods run observed that the user asks for: methods with stops, and while a thread
// steps, also those that the step may enter.
// Tested by tests/vm/stepper.
#pragma once

#include "vm/boot/tool_options.h"

namespace minijvm::vm {

// Registers the stepper's observers and starts its watcher. Returns false if a --break makes no
// sense; stderr says why. REQUIRES: no Java code has run.
bool start_stepper(const StepperOptions& options);

}  // namespace minijvm::vm
