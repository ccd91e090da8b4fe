// Publishes results in the run-time constant pool, and remembers failures. The resolvers
// (link/resolution.cpp, vm/invoke) call this in VM; the interpreter reads resolved entries from
// Java.
#include "runtime/class/run_constant_pool.h"

#include <unordered_map>

#include "base/atomic.h"
#include "classfile/archive/stored_class.h"
#include "classfile/class_file.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

// Most pools never have a failure or a linked call site, so this is made when first needed.
struct RunConstantPool::Rare {
  sync::Mutex mutex{sync::LockRank::kTable};
  std::unordered_map<std::uint16_t, LinkError> failures MJ_GUARDED_BY(mutex);
  std::unordered_map<std::uint64_t, void*> linked MJ_GUARDED_BY(mutex);
};

RunConstantPool::RunConstantPool(Class& holder, const classfile::ClassFile& file, LoaderData& home)
    : holder_(&holder),
      file_(file),
      raw_(file.constant_pool()),
      stored_(file.stored()),
      entries_(home.allocate_array<Atomic<void*>>(raw_.size())) {}

// relaxed: the class is unreachable when its pool is freed.
RunConstantPool::~RunConstantPool() { delete rare_.load(std::memory_order_relaxed); }

std::uint16_t RunConstantPool::size() const { return raw_.size(); }

Symbol* RunConstantPool::symbol(std::uint16_t utf8_index) {
  if (stored_ != nullptr) {
    const classfile::StoredText* text = stored_->text(utf8_index);
    if (text != nullptr)
      return &stored_symbol(*text);
  }
  // A Utf8 entry resolves to its Symbol, so that the symbol table is searched only once.
  void* known = resolved(utf8_index);
  if (known != nullptr) {
    return static_cast<Symbol*>(known);
  }
  return static_cast<Symbol*>(publish(utf8_index, intern_symbol(raw_.utf8(utf8_index))));
}

// JVMS 4.4: a Class entry has a name_index; a member entry has a class_index and a
// name_and_type_index.
Symbol* RunConstantPool::class_name(std::uint16_t class_index) {
  return symbol(raw_.utf8_index(class_index));
}
Symbol* RunConstantPool::member_class_name(std::uint16_t member_index) {
  return class_name(raw_.member_class_index(member_index));
}
Symbol* RunConstantPool::member_name(std::uint16_t member_index) {
  return symbol(raw_.name_index(raw_.name_and_type_index(member_index)));
}
Symbol* RunConstantPool::member_descriptor(std::uint16_t member_index) {
  return symbol(raw_.descriptor_index(raw_.name_and_type_index(member_index)));
}

void* RunConstantPool::publish(std::uint16_t index, void* value) {
  void* expected = nullptr;
  // release: pairs with resolved(). acquire on failure: the winner's value is complete.
  if (entries_[index].compare_exchange_strong(expected, value, std::memory_order_acq_rel,
                                              std::memory_order_acquire)) {
    return value;
  }
  return expected == kFailed ? nullptr : expected;
}

RunConstantPool::Rare& RunConstantPool::rare() {
  Rare* rare = rare_.load(std::memory_order_acquire);  // acquire: pairs with the exchange below
  if (rare != nullptr) {
    return *rare;
  }
  // Two threads may both make one; the loser of the exchange frees its own.
  auto* fresh = new Rare;
  if (rare_.compare_exchange_strong(rare, fresh, std::memory_order_acq_rel,
                                    std::memory_order_acquire)) {
    return *fresh;
  }
  delete fresh;
  return *rare;
}

const LinkError* RunConstantPool::remembered_failure(std::uint16_t index) const {
  Rare* rare = rare_.load(std::memory_order_acquire);  // acquire: pairs with the exchange in rare()
  if (rare == nullptr) {
    return nullptr;
  }
  sync::MutexLock guard(rare->mutex);
  auto found = rare->failures.find(index);
  return found == rare->failures.end() ? nullptr : &found->second;
}

bool RunConstantPool::remember_failure(std::uint16_t index, const LinkError& error) {
  // The lock is taken before the mark is set, so the failure is in the map before any reader looks
  // there. A thread that sees the mark waits for this mutex in remembered_failure().
  Rare& all = rare();
  sync::MutexLock guard(all.mutex);
  void* expected = nullptr;
  // A success that came first stays, and the result is false. A failure that came first stays as
  // well, because emplace does not replace it.
  if (!entries_[index].compare_exchange_strong(expected, kFailed, std::memory_order_acq_rel,
                                               std::memory_order_relaxed) &&
      expected != kFailed) {
    return false;
  }
  all.failures.emplace(index, error);
  return true;
}

void* RunConstantPool::linked(std::uint64_t key) const {
  Rare* rare = rare_.load(std::memory_order_acquire);  // acquire: pairs with the exchange in rare()
  if (rare == nullptr) {
    return nullptr;
  }
  sync::MutexLock guard(rare->mutex);
  auto found = rare->linked.find(key);
  return found == rare->linked.end() ? nullptr : found->second;
}

void* RunConstantPool::publish_linked(std::uint64_t key, void* value) {
  Rare& all = rare();
  sync::MutexLock guard(all.mutex);
  return all.linked.emplace(key, value).first->second;
}

}  // namespace minijvm::runtime
