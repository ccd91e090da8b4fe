// Counts the entries of the table of interned strings (strings.h), for reports and management.
// Tested by tests/java/text/TableStatistics.java.
#pragma once

#include "runtime/class/table_statistics.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

runtime::TableStatistics string_table_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
