// Implements -XX:+PrintLockStatistics: prints, when the program ends, the counts of Tables 2 and 3
// of the meta-lock paper.
// Tested by tests/vm/lock_statistics.
// Source: Agesen et al., OOPSLA '99, 6.2 (Table 2) and 6.3.2 (Table 3).  Departure: the extra-fast
// paths count nothing, so synchronized_objects is printed only in the lock modes without them
// (-XX:LockingMode=meta, tas).
#pragma once

#include "runtime/fwd.h"

namespace minijvm::vm {

// Called before the first allocation: from now on objects are counted, and print_lock_statistics
// prints.
void gather_lock_statistics();
// Prints to stdout, or nothing if the option was not given. Stops the world. REQUIRES: kInVm.
void print_lock_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
