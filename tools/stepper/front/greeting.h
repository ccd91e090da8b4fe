// Introduces the VM to a tool, before the first Java code runs.
// Tested by tests/vm/stepper.
#pragma once

#include "base/json/json.h"
#include "vm/boot/options.h"

namespace minijvm::vm::stepper {

// Returns the event "ready": version of the protocol, facts about the VM, commands and points.
Json describe_vm(const Options& options, bool goes_back);

}  // namespace minijvm::vm::stepper
