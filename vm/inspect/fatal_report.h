// What a broken invariant or a fault in the VM's own code leaves on stderr besides its sentence: the VM and the JDK, the thread and its state,
// registers, the Java stack, the C++ stack and the thread's last events. Proved by tests/vm/fatal_report.
//
// It runs in a process that is known to be broken, maybe in a signal handler: it allocates nothing, takes no lock, believes no pointer
// that it has not asked the kernel about, and bounds every loop. Should it fault all the same, the process ends at once: what was printed stays.
#pragma once

namespace minijvm::vm {

// Becomes base's fatal hook. Once at boot.
void install_fatal_report();

// For the handler of SIGSEGV and its kin, before it calls fatal(): where the registers are (a ucontext_t*).
void note_fault_context(const void* context);

}  // namespace minijvm::vm
