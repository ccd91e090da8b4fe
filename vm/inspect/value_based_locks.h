// -XX:DiagnoseSyncOnValueBasedClasses: who synchronizes on an object of a value-based class (java.lang.Integer, java.util.Optional) relies on
// its identity, which such a class does not promise (JEP 390). 1 stops the VM at the first such lock, 2 writes each to the log.
// Proved by tests/java/monitors/ValueBasedLocks.java.
#pragma once

namespace minijvm::vm {

inline constexpr unsigned kValueBasedLocksStop = 1;
inline constexpr unsigned kValueBasedLocksLogged = 2;

// At boot, before Java runs; what is not one of these does nothing. REQUIRES: the lock mode has no fast paths.
void diagnose_value_based_locks(unsigned what);

}  // namespace minijvm::vm
