// Door: what the diagnostic command VM.native_memory says, which the room of inspection above knows. Proved by tests/java/management/NativeMemory.java.
#pragma once

#include <string>

#include "vm/native/command_arguments.h"

namespace minijvm::vm {

using MemoryReport = std::string (*)(runtime::JavaThread& self, const CommandArguments& arguments);
void set_memory_report(MemoryReport report);

}  // namespace minijvm::vm
