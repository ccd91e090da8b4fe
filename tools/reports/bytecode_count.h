// Implements -XX:+CountBytecodes: counts the instructions that all threads have executed, for
// cmt_statistics.h to print. With this flag every method is translated to plain cells and every
// instruction calls the observers, so a run that counts takes several times as long. Run a program
// twice, once to count and once to measure time, as the paper did with its counters.
// Tested by tests/vm/cmt_statistics.
#pragma once

#include <cstdint>

namespace minijvm::vm {

// Starts counting. REQUIRES: no Java has run.
void count_bytecodes();
// Returns 0 if nothing is counted.
std::uint64_t counted_bytecodes();

}  // namespace minijvm::vm
