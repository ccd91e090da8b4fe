// Checks and completes the options of the heap once all of them are known, since some depend on
// each other. An option that does nothing beside the others gets a warning.
// Tested by tests/vm/options_test.cpp and tests/vm/heap_options.
#pragma once

#include "vm/boot/option_words.h"

namespace minijvm::gc {
struct HeapOptions;
}

namespace minijvm::vm {

struct Options;

void settle_heap_options(Options& options);
// The error is the message for stderr.
Parsed check_heap_options(const gc::HeapOptions& heap);

}  // namespace minijvm::vm
