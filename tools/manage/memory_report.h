// Writes the texts of native memory tracking (-XX:NativeMemoryTracking): a census of memory in
// HotSpot's layout, which tools read.
// Tested by tests/java/management/NativeMemory.java.
#pragma once

#include <string>
#include <string_view>

#include "runtime/fwd.h"
#include "runtime/jdk_release.h"

namespace minijvm::vm {

class CommandArguments;

// An option of VM.native_memory that was deprecated long before it went.
inline constexpr const char* kMemoryShutdown = "shutdown";
inline constexpr runtime::JdkRange kHasMemoryShutdown{.until = 21};

// Starts tracking if the level is summary or detail; does nothing for another text. Called once, at
// boot.
void track_memory(std::string_view level);
// Runs jcmd's VM.native_memory.
std::string native_memory(runtime::JavaThread& self, const CommandArguments& arguments);
// Serve -XX:+PrintNMTStatistics: the statistics are printed to stdout, in bytes, when the VM ends.
void want_memory_statistics();
void print_memory_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
