// Describes one conversation: which thread runs it, which thread and frame it is about, and how the
// others are held. Commands and pictures read it.
// Tested by tests/vm/stepper.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/fwd.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Says how the other threads are held during a conversation.
enum class Hold : std::uint8_t {
  kStopped,    // the world is stopped
  kFrozen,     // a thread stands in a meta-lock (stage.h)
  kCollection  // a collection is under way, and this is its coordinator
};

struct Scene {
  // The thread that runs the conversation.
  runtime::JavaThread* speaker = nullptr;
  // The thread that the commands are about.
  runtime::JavaThread* selected = nullptr;
  const View* view = nullptr;
  Hold hold = Hold::kStopped;
  // True if this conversation is inside the command `gc` of another one.
  bool is_inner = false;
  // The number of the stop, from 1.
  std::int64_t number = 0;
  // The selected frame; 0 is the innermost.
  std::size_t frame = 0;
  // True if a command has let threads run.
  bool is_over = false;
};

}  // namespace minijvm::vm::stepper
