// Implements -XX:+PrintThreadModel: prints the thread model and its counters when the VM ends.
// Tested by tests/vm/thread_model.
#pragma once

namespace minijvm::vm {

// After the first call, print_model_statistics prints.
void count_for_model_statistics();
void print_model_statistics();
// -XX:+PrintRunHash: prints the hash of a deterministic run to standard error.
void print_run_hash();

}  // namespace minijvm::vm
