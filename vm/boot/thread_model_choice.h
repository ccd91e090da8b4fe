// Makes the thread model that the options name.
// Tested by tests/vm/thread_model, which starts the VM with each of them.
#pragma once

namespace minijvm::vm {

struct Options;

// Chooses what runs Java threads: -XX:ThreadModel and the options that change it. Returns false if
// the kernel gives no thread or no memory for the model.
// REQUIRES: no thread has started.
bool choose_thread_model(const Options& options);

}  // namespace minijvm::vm
