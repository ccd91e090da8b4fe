#include "runtime/method_id.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/class.h"
#include "runtime/method.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {

namespace {

// Guards the chunks, and who makes the id of a method.
sync::Mutex ids_mutex{sync::LockRank::kLeaf};

class IdTable {
 public:
  MethodId* add(Method& method) {
    if (used_ == kChunk) {
      chunks_.push_back(std::make_unique<MethodId[]>(kChunk));
      used_ = 0;
    }
    MethodId* id = &chunks_.back()[used_++];
    id->method.store(&method, std::memory_order_relaxed);
    return id;
  }

  bool holds(const void* id) const {
    auto address = reinterpret_cast<std::uintptr_t>(id);
    for (const auto& chunk : chunks_) {
      std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(chunk.get());
      if (offset < kChunk * sizeof(MethodId)) return offset % sizeof(MethodId) == 0;
    }
    return false;
  }

 private:
  static constexpr std::size_t kChunk = 2048;
  std::vector<std::unique_ptr<MethodId[]>> chunks_;
  std::size_t used_ = kChunk;  // of the last
};

IdTable& ids() {
  static auto& table = *new IdTable;  // lives as long as the process
  return table;
}

}  // namespace

MethodId* id_of(Method& method) {
  if (auto* id = static_cast<MethodId*>(method.id.load(std::memory_order_acquire))) return id;  // acquire: pairs with the release below
  sync::MutexLock lock(ids_mutex);
  auto* id = static_cast<MethodId*>(method.id.load(std::memory_order_relaxed));
  if (id == nullptr) {
    id = ids().add(method);
    method.id.store(id, std::memory_order_release);
  }
  return id;
}

Method* method_of(const MethodId* id) { return id->method.load(std::memory_order_relaxed); }

Method* find_method_by_id(const void* id) {
  sync::MutexLock lock(ids_mutex);
  return ids().holds(id) ? method_of(static_cast<const MethodId*>(id)) : nullptr;
}

void forget_method_ids(Class& klass) {
  for (Method& method : klass.methods) {
    if (auto* id = static_cast<MethodId*>(method.id.load(std::memory_order_relaxed))) id->method.store(nullptr, std::memory_order_relaxed);
  }
}

}  // namespace minijvm::runtime
