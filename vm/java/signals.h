// Delivers signals. Those that Java handles go to the "Signal Dispatcher" thread; a fault in native
// code ends in a report.
// Tested by tests/java/signals.
//
//   HUP INT TERM       run the shutdown hooks (jdk.internal.misc.Signal; not with -Xrs)
//   QUIT               thread dump
//   PIPE XFSZ          ignored: a write to a closed socket becomes an IOException
//   BUS                a lost page of a mapped file (raw_memory.h), else as SEGV
//   SEGV FPE ILL       a bug in the VM or in a native: report and abort
#pragma once

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Installs the handlers that need no Java. `reduced`: -Xrs. REQUIRES: no other thread runs yet.
void install_signals(bool reduced);
// Starts the daemon that turns signals into upcalls, and that calls observers of periodic events.
JavaResult<void> start_signal_dispatcher(runtime::JavaThread& self, std::int64_t period_ns);

// Implements JVM_FindSignal: "INT" gives 2. Returns -1 if there is no such signal.
int find_signal(const char* name);
// Implements JVM_RegisterSignal. handler: 0 is the default, 1 ignores, 2 dispatches to Java.
// Returns the previous handler in the same code, or (void*)-1 if the signal is refused.
void* register_signal(int signal, void* handler);
// Implements JVM_RaiseSignal. Returns false if the signal is refused.
bool raise_signal(int signal);

// Returns the ucontext_t, with the registers, of the fault that is being reported; null if there is
// none.
const void* fault_context();

}  // namespace minijvm::vm
