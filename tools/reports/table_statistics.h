// Implements -XX:+PrintStringTableStatistics: prints the tables of symbols and of interned strings,
// in HotSpot's layout, when the VM ends.
// Tested by tests/java/text/TableStatistics.java.
#pragma once

#include "runtime/fwd.h"

namespace minijvm::vm {

// Called once, at boot. Only then does print_table_statistics print.
void want_table_statistics();
void print_table_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
