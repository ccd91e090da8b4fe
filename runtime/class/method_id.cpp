// Keeps the table of jmethodIDs. Any thread may call this; JNI's callers are in VM.
#include "runtime/class/method_id.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/runtime_state.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

// Keeps MethodIds in chunks that never move and are never freed, so that an agent's id stays valid
// memory.
class MethodIdTable {
 public:
  MethodId* add(Method& method) {
    // This is also true at the start, when there is no chunk.
    if (used_ == kChunk) {
      chunks_.push_back(std::make_unique<MethodId[]>(kChunk));
      used_ = 0;
    }
    MethodId* id = &chunks_.back()[used_++];
    id->method.store(&method, std::memory_order_relaxed);
    return id;
  }

  // An agent may pass anything: an id must be in one of the chunks, at the start of an entry.
  bool holds(const void* id) const {
    auto address = reinterpret_cast<std::uintptr_t>(id);
    for (const auto& chunk : chunks_) {
      // The difference is unsigned: an address below the chunk gives a large offset and fails the
      // same test.
      std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(chunk.get());
      if (offset < kChunk * sizeof(MethodId))
        return offset % sizeof(MethodId) == 0;
    }
    return false;
  }

 private:
  static constexpr std::size_t kChunk = 2048;
  std::vector<std::unique_ptr<MethodId[]>> chunks_;
  std::size_t used_ = kChunk;  // number of entries of the last chunk in use
};

namespace {

MethodIdTable& ids() MJ_REQUIRES(runtime_state.methods.ids_mutex) {
  return *runtime_state.methods.ids;
}

}  // namespace

MethodId* id_of(Method& method) {
  // acquire: pairs with the release below
  if (auto* id = static_cast<MethodId*>(method.id.load(std::memory_order_acquire)))
    return id;
  sync::MutexLock lock(runtime_state.methods.ids_mutex);
  // The test is made again under the lock, because another thread may have made the id meanwhile.
  auto* id = static_cast<MethodId*>(method.id.load(std::memory_order_relaxed));
  if (id == nullptr) {
    id = ids().add(method);
    method.id.store(id, std::memory_order_release);
  }
  return id;
}

// relaxed: an id loses its method only in the stopped world.
Method* method_of(const MethodId* id) { return id->method.load(std::memory_order_relaxed); }

Method* find_method_by_id(const void* id) {
  sync::MutexLock lock(runtime_state.methods.ids_mutex);
  return ids().holds(id) ? method_of(static_cast<const MethodId*>(id)) : nullptr;
}

void forget_method_ids(Class& klass) {
  for (Method& method : klass.methods) {
    // The id stays, but loses its reference. Most methods have no id.
    if (auto* id = static_cast<MethodId*>(method.id.load(std::memory_order_relaxed)))
      id->method.store(nullptr, std::memory_order_relaxed);
  }
}

}  // namespace minijvm::runtime
