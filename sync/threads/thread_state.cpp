// The names of the thread states, for messages and thread dumps. The steps themselves are inline in
// thread_state.h, and their slow paths are in safepoint.cpp.
#include "sync/threads/thread_state.h"

namespace minijvm::sync {

const char* thread_state_name(ThreadState state) {
  switch (state) {
    case ThreadState::kNew:
      return "new";
    case ThreadState::kInJava:
      return "in Java";
    case ThreadState::kInVm:
      return "in VM";
    case ThreadState::kInNative:
      return "in native";
    case ThreadState::kBlocked:
      return "blocked";
    case ThreadState::kDead:
      return "dead";
  }
  return "unknown";
}

}  // namespace minijvm::sync
