// Holds the state of this folder for the whole process.
// Tested by tests/tools/profile.
#pragma once

#include "base/atomic.h"
#include "base/lazy.h"
#include "vm/observer.h"

namespace minijvm::vm::profile {

struct ProfileState {
  Atomic<bool> is_ready{false};
  Atomic<bool> collecting{false};
  Lazy<Observer> collections;
};
extern constinit ProfileState profile_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm::profile
