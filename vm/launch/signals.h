// Signals: those that Java handles go to the "Signal Dispatcher" thread; faults in the VM's own code end in a report (design.md 4).
// Proved by tests/java/signals.
//
//   HUP INT TERM   run the shutdown hooks (jdk.internal.misc.Signal; not with -Xrs)
//   QUIT           thread dump
//   PIPE XFSZ      ignored: a closed socket is an IOException
//   SEGV BUS FPE ILL   a bug in the VM or a native: report and abort
#pragma once

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Handlers that need no Java. Before any thread is started.
void install_signals();
// The daemon that turns signals into upcalls, and the door for JVM_RegisterSignal.
JavaResult<void> start_signal_dispatcher(runtime::JavaThread& self, bool reduced);

// What SIGQUIT prints; inspect installs it.
using ThreadDump = void (*)(runtime::JavaThread& self);
void set_thread_dump(ThreadDump dump);

}  // namespace minijvm::vm
