// Stops the process because a flag asks for it, as -XX:+CrashOnOutOfMemoryError and
// -XX:DiagnoseSyncOnValueBasedClasses=1 do. The stop writes the same report and core file as a
// failed check (check.h), but its first line does not call the stop a bug in the VM.
// Tested by tests/java/monitors/ValueBasedLocks.java.
#pragma once

namespace minijvm {

// Writes the report and never returns. The arguments are those of printf; they make the sentence
// that follows "fatal error: ".
[[noreturn, gnu::cold, gnu::format(printf, 1, 2)]] void stop_as_asked(const char* format, ...);

}  // namespace minijvm
