// Prints HotSpot's tables of flags on stdout, in its columns: -XX:+PrintFlagsInitial,
// PrintFlagsFinal, PrintFlagsRanges and PrintCommandLineFlags.
// Tested by tests/vm/heap_options.
#pragma once

namespace minijvm::vm {

struct Options;

// Prints the tables that are asked for. Does not return from -XX:+PrintFlagsInitial.
// REQUIRES: the heap is made.
void print_flag_tables(const Options& options);

}  // namespace minijvm::vm
