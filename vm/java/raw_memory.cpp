// Survives SIGBUS in memory outside the heap (raw_memory.h). The signal handler in signals.cpp asks
// this file first. All code here is async-signal-safe.
#include "vm/java/raw_memory.h"

#include <ucontext.h>

#include <cstdint>

// The linker defines these names as the two ends of the section mj_raw_memory.
extern "C" [[gnu::visibility("hidden")]] const minijvm::vm::RawAccessRow __start_mj_raw_memory[];
extern "C" [[gnu::visibility("hidden")]] const minijvm::vm::RawAccessRow __stop_mj_raw_memory[];

namespace minijvm::vm {
namespace {

// The variable is one per kernel thread, because a SIGBUS is delivered to the thread that caused
// it.
thread_local RawMemoryLanding* innermost = nullptr;

// A row holds distances from its own fields; this turns a distance into an address.
std::uintptr_t target(const int& distance) {
  return reinterpret_cast<std::uintptr_t>(&distance) +
         static_cast<std::uintptr_t>(std::intptr_t{distance});
}

}  // namespace

RawMemoryLanding::RawMemoryLanding() : outer_(innermost) { innermost = this; }
RawMemoryLanding::~RawMemoryLanding() { innermost = outer_; }

bool survive_bus_error(void* context) {
  // The table has a row for each inlined copy of raw_load and raw_store; a linear search is fine,
  // because faults are rare.
  greg_t& instruction = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  for (const RawAccessRow* row = __start_mj_raw_memory; row != __stop_mj_raw_memory; ++row) {
    if (target(row->access) == static_cast<std::uintptr_t>(instruction)) {
      instruction = static_cast<greg_t>(target(row->otherwise));
      return true;
    }
  }
  // No single access faulted, so the body of a `guarded` did. sigsetjmp returns 1 there.
  if (innermost != nullptr) {
    siglongjmp(innermost->place, 1);
  }
  return false;
}

}  // namespace minijvm::vm
