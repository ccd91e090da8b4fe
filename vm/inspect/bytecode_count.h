// -XX:+CountBytecodes: how many instructions all threads have executed, printed by cmt_statistics.h. Every method is translated plain then and every
// instruction asks, so a run that counts takes several times as long; run twice, as the source did with its counters.
// Proved by tests/vm/cmt_statistics.
#pragma once

#include <cstdint>

namespace minijvm::vm {

// From now on. REQUIRES: no Java has run.
void count_bytecodes();
// 0: nobody counts.
std::uint64_t counted_bytecodes();

}  // namespace minijvm::vm
