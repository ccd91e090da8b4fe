// The words of native memory tracking (-XX:NativeMemoryTracking): HotSpot's forms of a census of memory, which tools read.
// Proved by tests/java/management/NativeMemory.java.
#pragma once

#include <string>
#include <string_view>

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

class CommandArguments;

// Once, at boot: summary or detail; else nothing.
void track_memory(std::string_view level);
// jcmd's VM.native_memory.
std::string native_memory(runtime::JavaThread& self, const CommandArguments& arguments);
// -XX:+PrintNMTStatistics: when the VM ends, to stdout, in bytes.
void want_memory_statistics();
void print_memory_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
