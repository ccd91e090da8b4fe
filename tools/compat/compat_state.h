// The state that the compatibility with HotSpot keeps for the whole process.
// Tested by tests/java/management/Flags.java.
#pragma once

#include <vector>

#include "base/lazy.h"
#include "sync/threads/vm_mutex.h"
#include "tools/compat/vm_flags.h"
#include "vm/tools.h"

namespace minijvm::vm {

struct CompatState {
  Lazy<Tool> tool;
  sync::Mutex flags_mutex{sync::LockRank::kLeaf};
  Lazy<std::vector<VmFlag>> flags;  // guarded by flags_mutex
};
extern constinit CompatState compat_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm
