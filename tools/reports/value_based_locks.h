// Implements -XX:DiagnoseSyncOnValueBasedClasses: finds code that synchronizes on an object of a
// value-based class (java.lang.Integer, java.util.Optional). Such code relies on the object's
// identity, which a value-based class does not promise (JEP 390). With 1 the VM stops at the first
// such lock; with 2 it writes each one to the log.
// Tested by tests/java/monitors/ValueBasedLocks.java.
#pragma once

namespace minijvm::vm {

inline constexpr unsigned kValueBasedLocksStop = 1;
inline constexpr unsigned kValueBasedLocksLogged = 2;

// Called at boot, before Java runs. Any value except 1 and 2 does nothing. REQUIRES: the lock mode
// has no fast paths.
void diagnose_value_based_locks(unsigned what);

}  // namespace minijvm::vm
