// Signals: those that Java handles go to the "Signal Dispatcher" thread; faults in the VM's own code end in a report.
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

// Handlers that need no Java, and the door for JVM_RegisterSignal. Before any thread is started. `reduced`: -Xrs.
void install_signals(bool reduced);
// The daemon that turns signals into upcalls.
JavaResult<void> start_signal_dispatcher(runtime::JavaThread& self);

// What SIGQUIT prints; inspect installs it.
using ThreadDump = void (*)(runtime::JavaThread& self);
void set_thread_dump(ThreadDump dump);

}  // namespace minijvm::vm
