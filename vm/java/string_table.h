// Counts the entries of the table of interned strings (strings.h), for reports and management.
// Tested by tests/java/text/TableStatistics.java.
#pragma once

#include <string>
#include <vector>

#include "runtime/class/table_statistics.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

runtime::TableStatistics string_table_statistics(runtime::JavaThread& self);
// Returns the texts of all interned strings in modified UTF-8.
std::vector<std::string> interned_texts(runtime::JavaThread& self);

}  // namespace minijvm::vm
