// A VM that serves runs: it boots once, up to the program's first class, and then forks a child for
// each run that minijvm-explore asks for (messages.h), or leaves that to a child that has come
// further (stem.h). So a schedule costs a fork, not a boot.
// Tested by tests/tools/explore.
//
// The fork copies one kernel thread, which under -XX:+Deterministic is all that the VM has. The
// launcher's first thread, which would carry the exit code, is not there in a child: so a child
// never returns to the launcher. It ends by _exit once the VM has reported its end.
#pragma once

#include "runtime/fwd.h"
#include "tools/explore/messages.h"

namespace minijvm::vm {

// Serves runs until the explorer is gone, which ends the process. Returns only in a child, which
// has taken on its request and is about to run the program. `first` is the first descriptor.
// REQUIRES: a deterministic run whose program is not yet running; no mutex is held.
explore::RunRequest serve_runs(runtime::JavaThread& self, int first);

}  // namespace minijvm::vm
