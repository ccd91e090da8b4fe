// What the sanitizers must know about this VM, for builds with MINIJVM_SANITIZE; ASAN_OPTIONS and its kin still win over it. It stands in the
// launcher, since a runtime looks for these functions when the process starts, long before libjvm.so is opened.
// Proved by every Java test under the preset asan-ubsan.
extern "C" {

// detect_leaks: what a VM owns lives as long as the process, and much of it is reachable only from the Java heap, the Java stacks and the
// classes below 4 GiB, which the leak checker does not search.
// handle_*, use_sigaltstack: a fault belongs to the VM's own report, which knows the Java stack (vm/inspect/fatal_report.h), and so does the
// alternate stack; the runtime would stop at a thread's end, when it finds ours in place of its own.
// exitcode: no Java program of the tests ends with it.
const char* __asan_default_options();
const char* __asan_default_options() {
  return "detect_leaks=0:use_sigaltstack=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:exitcode=99";
}

const char* __ubsan_default_options();
const char* __ubsan_default_options() { return "print_stacktrace=1"; }

}  // extern "C"
