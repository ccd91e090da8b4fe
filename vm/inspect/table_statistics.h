// -XX:+PrintStringTableStatistics: the tables of symbols and of interned strings, in HotSpot's words, when the VM ends.
// Proved by tests/java/text/TableStatistics.java.
#pragma once

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// Once, at boot: print_table_statistics prints.
void want_table_statistics();
void print_table_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
