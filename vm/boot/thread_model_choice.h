// Makes the thread model that the options name.
// Tested by tests/vm/thread_model, which starts the VM with each of them.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::vm {

struct Options;

// Chooses what runs Java threads: -XX:ThreadModel and the options that change it. The error is the
// message for stderr: the kernel gives no thread or no memory for the model, or a schedule cannot
// be replayed.
// REQUIRES: no thread has started.
Expected<void, std::string> choose_thread_model(const Options& options);

// Chooses whether the VM has continuations (vm/java/threads/continuations.h): with JDK 25 under
// 1:1, unless -XX:-VMContinuations is given. An agent that is loaded at the start, and the stepper,
// get virtual threads that are threads of their own. REQUIRES: the JDK and the model are chosen.
void choose_continuations(const Options& options);

}  // namespace minijvm::vm
