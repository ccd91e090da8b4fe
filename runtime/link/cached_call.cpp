// The chain of an entry grows at its end only.
#include "runtime/link/cached_call.h"

#include <new>

#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/load/loader_data.h"

namespace minijvm::runtime {

CachedCall* find_cached(void* entry, InvokeKind kind) {
  // acquire: pairs with the exchange in remember_call
  for (auto* cached = static_cast<CachedCall*>(entry); cached != nullptr;
       cached = cached->next.load(std::memory_order_acquire)) {
    if (cached->kind == kind) {
      return cached;
    }
  }
  return nullptr;
}

bool remember_call(RunConstantPool& pool, std::uint16_t index, const ResolvedCall& call,
                   InvokeKind kind) {
  auto* fresh =
      new (pool.holder().home->allocate(sizeof(CachedCall))) CachedCall{call, kind, nullptr};
  // The first resolved call becomes the entry itself.
  auto* at = static_cast<CachedCall*>(pool.publish(index, fresh));
  if (at == nullptr) {
    return false;
  }
  // If another kind was first, the loop walks to the end of its chain and appends there. It ends
  // when `fresh` is the last link, or is the entry itself.
  while (at != fresh) {
    CachedCall* expected = nullptr;
    if (at->next.compare_exchange_strong(expected, fresh, std::memory_order_acq_rel,
                                         std::memory_order_acquire)) {
      break;
    }
    at = expected;
  }
  return true;
}

}  // namespace minijvm::runtime
