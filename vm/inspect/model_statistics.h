// -XX:+PrintThreadModel: what ran the threads, printed when the VM ends. Proved by tests/vm/thread_model.
#pragma once

namespace minijvm::vm {

// From now on print_model_statistics prints.
void count_for_model_statistics();
void print_model_statistics();

}  // namespace minijvm::vm
