// Implements -XX:+PrintStringTableStatistics: prints the tables of symbols and of interned strings,
// in HotSpot's layout, when the VM ends.
// Tested by tests/java/text/TableStatistics.java.
#pragma once

#include <string>

#include "runtime/class/table_statistics.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the lines for one table; `name` is "SymbolTable" or "StringTable".
std::string table_statistics_text(const char* name, const runtime::TableStatistics& table);

// Called once, at boot. Only then does print_table_statistics print.
void want_table_statistics();
void print_table_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
