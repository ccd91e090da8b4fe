// -XX:+PrintLockStatistics: what Tables 2 and 3 of the meta-lock paper count, for the program that ends here.
// Proved by tests/vm/lock_statistics.
// Source: Agesen et al., OOPSLA '99, 6.2 (Table 2) and 6.3.2 (Table 3).  Departure: the extra-fast paths count nothing, so synchronized_objects is
// printed only in the lock modes without them (-XX:LockingMode=meta, tas).
#pragma once

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Before the first allocation: from now on objects are counted, and print_lock_statistics prints.
void gather_lock_statistics();
// To stdout; nothing if nobody asked. Stops the world. REQUIRES: kInVm.
void print_lock_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
