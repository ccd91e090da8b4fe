#include "runtime/run_constant_pool.h"

#include <mutex>
#include <unordered_map>

#include "classfile/class_file.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {

// What most classes never have: made when it is first needed.
struct RunConstantPool::Rare {
  std::mutex mutex;  // a leaf; guards both
  std::unordered_map<std::uint16_t, LinkError> failures;
  std::unordered_map<std::uint64_t, void*> linked;
};

RunConstantPool::RunConstantPool(Class& holder, const classfile::ClassFile& file)
    : holder_(&holder), file_(file), raw_(file.constant_pool()), entries_(new std::atomic<void*>[raw_.size()]()) {}

RunConstantPool::~RunConstantPool() { delete rare_.load(std::memory_order_relaxed); }

std::uint16_t RunConstantPool::size() const { return raw_.size(); }

Symbol* RunConstantPool::symbol(std::uint16_t utf8_index) {
  void* known = resolved(utf8_index);
  if (known != nullptr) {
    return static_cast<Symbol*>(known);
  }
  return static_cast<Symbol*>(publish(utf8_index, intern_symbol(raw_.utf8(utf8_index))));
}

Symbol* RunConstantPool::class_name(std::uint16_t class_index) { return symbol(raw_.utf8_index(class_index)); }
Symbol* RunConstantPool::member_class_name(std::uint16_t member_index) { return class_name(raw_.member_class_index(member_index)); }
Symbol* RunConstantPool::member_name(std::uint16_t member_index) {
  return symbol(raw_.name_index(raw_.name_and_type_index(member_index)));
}
Symbol* RunConstantPool::member_descriptor(std::uint16_t member_index) {
  return symbol(raw_.descriptor_index(raw_.name_and_type_index(member_index)));
}

void* RunConstantPool::publish(std::uint16_t index, void* value) {
  void* expected = nullptr;
  // release: pairs with resolved(); acquire on failure, for the winner's value.
  if (entries_[index].compare_exchange_strong(expected, value, std::memory_order_acq_rel, std::memory_order_acquire)) {
    return value;
  }
  return expected == kFailed ? nullptr : expected;
}

RunConstantPool::Rare& RunConstantPool::rare() {
  Rare* rare = rare_.load(std::memory_order_acquire);  // acquire: pairs with the exchange below
  if (rare != nullptr) {
    return *rare;
  }
  auto* fresh = new Rare;
  if (rare_.compare_exchange_strong(rare, fresh, std::memory_order_acq_rel, std::memory_order_acquire)) {
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
  std::lock_guard<std::mutex> guard(rare->mutex);
  auto found = rare->failures.find(index);
  return found == rare->failures.end() ? nullptr : &found->second;
}

bool RunConstantPool::remember_failure(std::uint16_t index, const LinkError& error) {
  Rare& all = rare();
  std::lock_guard<std::mutex> guard(all.mutex);  // until the failure stands there, who sees the mark waits
  void* expected = nullptr;
  if (!entries_[index].compare_exchange_strong(expected, kFailed, std::memory_order_acq_rel, std::memory_order_relaxed) && expected != kFailed) {
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
  std::lock_guard<std::mutex> guard(rare->mutex);
  auto found = rare->linked.find(key);
  return found == rare->linked.end() ? nullptr : found->second;
}

void* RunConstantPool::publish_linked(std::uint64_t key, void* value) {
  Rare& all = rare();
  std::lock_guard<std::mutex> guard(all.mutex);
  return all.linked.emplace(key, value).first->second;
}

}  // namespace minijvm::runtime
