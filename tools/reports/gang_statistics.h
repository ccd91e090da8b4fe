// -XX:+PrintGangStatistics: how long the collector's tasks took, in the columns of the announcement
// of JDK-8087324 (gc/gang/gang_dispatcher.h).
// Tested by tests/tools/gang_table_test.cpp and tests/vm/heap_options.
#pragma once

#include <string>

#include "gc/gang/gang_statistics.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// A line of headings and one line per kind of task, in milliseconds.
std::string gang_table(const gc::GangStatistics& statistics);
// Prints the gang and its table to stdout.
void print_gang_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
