// Holds the state of the maker of archives for the whole process.
// Tested by tests/vm/archive.
#pragma once

#include "base/lazy.h"
#include "vm/tools.h"

namespace minijvm::vm {

struct ArchiveState {
  Lazy<Tool> tool;
};
extern constinit ArchiveState archive_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm
