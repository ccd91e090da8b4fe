// A pool keeps a resolved call in a chain: one Methodref may be called by several kinds of
// instruction, and each kind is one link.
// Tested by tests/runtime/resolution_test.cpp.
#pragma once

#include "base/atomic.h"
#include "runtime/link/resolution.h"

namespace minijvm::runtime {

// The field `call` comes first, so the entry can be read as a ResolvedCall*.
struct CachedCall {
  ResolvedCall call;
  InvokeKind kind;
  Atomic<CachedCall*> next;
};

// Returns the link for this kind of instruction; null if the entry is not resolved for it yet.
CachedCall* find_cached(void* entry, InvokeKind kind);
// Appends the call to the entry's chain. Racing threads may append the same kind twice; both links
// are right, and the first one is found. Returns false if another thread's failure came first.
bool remember_call(RunConstantPool& pool, std::uint16_t index, const ResolvedCall& call,
                   InvokeKind kind);

}  // namespace minijvm::runtime
