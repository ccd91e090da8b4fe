#include "runtime/run_constant_pool.h"

#include <mutex>
#include <unordered_map>

#include "classfile/constant_pool.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {

// Made on the first failure, which most classes never see.
struct RunConstantPool::Failures {
  std::mutex mutex;  // a leaf
  std::unordered_map<std::uint16_t, LinkError> by_index;
};

RunConstantPool::RunConstantPool(Class& holder, const classfile::ConstantPool& raw)
    : holder_(&holder), raw_(raw), entries_(new std::atomic<void*>[raw.size()]()) {}

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
  return expected;
}

const LinkError* RunConstantPool::remembered_failure(std::uint16_t index) const {
  Failures* failures = failures_.load(std::memory_order_acquire);  // acquire: pairs with the exchange below
  if (failures == nullptr) {
    return nullptr;
  }
  std::lock_guard<std::mutex> guard(failures->mutex);
  auto found = failures->by_index.find(index);
  return found == failures->by_index.end() ? nullptr : &found->second;
}

void RunConstantPool::remember_failure(std::uint16_t index, const LinkError& error) {
  Failures* failures = failures_.load(std::memory_order_acquire);
  if (failures == nullptr) {
    auto* fresh = new Failures;
    if (failures_.compare_exchange_strong(failures, fresh, std::memory_order_acq_rel, std::memory_order_acquire)) {
      failures = fresh;
    } else {
      delete fresh;
    }
  }
  std::lock_guard<std::mutex> guard(failures->mutex);
  failures->by_index.emplace(index, error);
}

}  // namespace minijvm::runtime
