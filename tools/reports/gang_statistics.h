// -XX:+PrintGangStatistics: how long the collector's tasks took, in the columns of the announcement
// of JDK-8087324 (gc/gang/gang_dispatcher.h), and what a dispatch consists of.
// Tested by tests/tools/gang_table_test.cpp and tests/vm/heap_options.
#pragma once

#include <string>

#include "gc/gang/gang_statistics.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// A line of headings and one line per kind of task, in milliseconds.
std::string gang_table(const gc::GangStatistics& statistics);
// A line of headings; one line per kind of task with two medians, from the post to the task's first
// instruction and from there to its last one, and with how often the coordinator slept and was
// preempted during all dispatches; and a line with how often the workers did, since they exist.
std::string gang_parts_table(const gc::GangStatistics& statistics,
                             const gc::ContextSwitches& workers);
// Prints the gang and its tables to stdout.
void print_gang_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
