#include "vm/java/raw_memory.h"

#include <ucontext.h>

#include <cstdint>

// The linker's names for both ends of the section.
extern "C" [[gnu::visibility("hidden")]] const minijvm::vm::RawAccessRow __start_mj_raw_memory[];
extern "C" [[gnu::visibility("hidden")]] const minijvm::vm::RawAccessRow __stop_mj_raw_memory[];

namespace minijvm::vm {
namespace {

thread_local RawMemoryLanding* innermost = nullptr;

std::uintptr_t target(const int& distance) { return reinterpret_cast<std::uintptr_t>(&distance) + static_cast<std::uintptr_t>(std::intptr_t{distance}); }

}  // namespace

RawMemoryLanding::RawMemoryLanding() : outer_(innermost) { innermost = this; }
RawMemoryLanding::~RawMemoryLanding() { innermost = outer_; }

bool survive_bus_error(void* context) {
  greg_t& instruction = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  for (const RawAccessRow* row = __start_mj_raw_memory; row != __stop_mj_raw_memory; ++row) {
    if (target(row->access) == static_cast<std::uintptr_t>(instruction)) {
      instruction = static_cast<greg_t>(target(row->otherwise));
      return true;
    }
  }
  if (innermost != nullptr) {
    siglongjmp(innermost->place, 1);
  }
  return false;
}

}  // namespace minijvm::vm
