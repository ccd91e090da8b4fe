// Settings of the sanitizers for this VM, in builds with MINIJVM_SANITIZE; ASAN_OPTIONS and
// UBSAN_OPTIONS still override them. The file is linked into the launcher, because a sanitizer
// looks for these functions when the process starts, long before libjvm.so is opened.
// Tested by every Java test under the preset asan-ubsan.
extern "C" {

// detect_leaks: the VM's own memory lives as long as the process. Much of it is reachable only from
// the Java heap, the Java stacks and the classes below 4 GiB, which the leak checker does not
// search.
// handle_*, use_sigaltstack: the VM's own report handles a fault, because it knows the Java stack
// (tools/reports/fatal_report.h). The alternate signal stack is the VM's own, too; at a thread's
// end the sanitizer would stop the process when it finds a stack there that it has not installed.
// exitcode: no Java program of the tests ends with this number.
const char* __asan_default_options();
const char* __asan_default_options() {
  return "detect_leaks=0:use_sigaltstack=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_"
         "sigill=0:handle_abort=0:exitcode=99";
}

const char* __ubsan_default_options();
const char* __ubsan_default_options() { return "print_stacktrace=1"; }

}  // extern "C"
