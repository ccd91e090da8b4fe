// The -XX flags with their values, for java.lang.management: the rows of options.def, and flags of HotSpot's that tools ask for.
// Proved by tests/java/management and tests/vm/heap_options.
#pragma once

#include <string>
#include <vector>

#include "vm/java/vm_flags.h"

namespace minijvm::vm {

struct Options;

// Where the command line sets a flag last: "+", "-" or "=value"; empty if it does not. Of a list of commands all lines count.
std::string setting_of(const Options& options, const std::string& name);
// REQUIRES: the heap is there.
std::vector<VmFlag> make_vm_flags(const Options& options);
// -XX:+PrintFlagsFinal: HotSpot's table, to stdout, of the flags that mean something here.
void print_vm_flags(std::vector<VmFlag> flags);
// -XX:+PrintFlagsRanges: the least and the most of those that are numbers, to stdout.
void print_flag_ranges(std::vector<VmFlag> flags);
// -XX:+PrintCommandLineFlags: those that are not as they are by default, to stdout, on one line.
void print_changed_flags(std::vector<VmFlag> flags);

}  // namespace minijvm::vm
