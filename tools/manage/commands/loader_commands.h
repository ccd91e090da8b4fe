// The commands about class loaders and classes: VM.classloaders, VM.classloader_stats,
// VM.class_hierarchy, VM.metaspace.
// Tested by tests/tools/commands.
#pragma once

#include <span>

#include "tools/manage/diagnostic_commands.h"

namespace minijvm::vm {

std::span<const DiagnosticCommand> loader_commands();

}  // namespace minijvm::vm
