// The front of a process that runs the program: it speaks with the root, which has the user's own
// (traveller.h).
// Tested by tests/vm/stepper/travel.
#pragma once

#include <memory>

#include "tools/stepper/front/front.h"
#include "tools/stepper/travel/channel.h"

namespace minijvm::vm::stepper {

// The channel changes when the process is copied.
std::unique_ptr<Front> make_remote_front(const Channel& channel);

}  // namespace minijvm::vm::stepper
