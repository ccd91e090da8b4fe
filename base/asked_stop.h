// A stop that a flag asks for, with the report and the core file of a failed check (check.h): no bug in the VM.
// Proved by tests/java/monitors/ValueBasedLocks.java.
#pragma once

namespace minijvm {

[[noreturn, gnu::cold, gnu::format(printf, 1, 2)]] void stop_as_asked(const char* format, ...);

}  // namespace minijvm
