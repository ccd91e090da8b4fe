// Writes the texts of native memory tracking (-XX:NativeMemoryTracking): a census of memory in
// HotSpot's layout, which tools read.
// Tested by tests/java/management/NativeMemory.java.
#pragma once

#include <string>
#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm {

class CommandArguments;

// Starts tracking if the level is summary or detail; does nothing for another text. Called once, at
// boot.
void track_memory(std::string_view level);
// Runs jcmd's VM.native_memory.
std::string native_memory(runtime::JavaThread& self, const CommandArguments& arguments);
// Serve -XX:+PrintNMTStatistics: the statistics are printed to stdout, in bytes, when the VM ends.
void want_memory_statistics();
void print_memory_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
