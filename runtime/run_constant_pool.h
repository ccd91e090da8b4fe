// The run-time constant pool (JVMS 5.1): the class file's pool, and beside each entry what it resolved to.
// Proved by tests/runtime/run_constant_pool_test.cpp.  Entries are published once with release; racing resolvers agree on the result.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/link_error.h"

namespace minijvm::classfile {
class ClassFile;
class ConstantPool;
}

namespace minijvm::runtime {

class Class;
class Object;
class Symbol;

class RunConstantPool {
 public:
  RunConstantPool(Class& holder, const classfile::ClassFile& file);
  ~RunConstantPool();

  Class& holder() const { return *holder_; }
  void move_to(Class& holder) { holder_ = &holder; }  // for the class builder
  const classfile::ConstantPool& raw() const { return raw_; }
  // Whose pool it is: of a redefined class not the current file, for methods that still run (redefinition.h).
  const classfile::ClassFile& file() const { return file_; }
  std::uint16_t size() const;

  // The Symbol of a Utf8 entry (interned once and remembered).
  Symbol* symbol(std::uint16_t utf8_index);
  // Of Class, NameAndType, Fieldref, Methodref, InterfaceMethodref, Dynamic and InvokeDynamic entries, through their indexes.
  Symbol* class_name(std::uint16_t class_index);
  Symbol* member_class_name(std::uint16_t member_index);
  Symbol* member_name(std::uint16_t member_index);
  Symbol* member_descriptor(std::uint16_t member_index);

  // What an entry resolved to: Class*, Field*, ResolvedCall*, or the address of a constant slot (Object**). Null: not yet.
  void* resolved(std::uint16_t index) const {
    void* entry = entries_[index].load(std::memory_order_acquire);  // acquire: pairs with publish()
    return entry == kFailed ? nullptr : entry;
  }
  // First publisher wins; returns the winner's value. Null: a failure won.
  void* publish(std::uint16_t index, void* value);

  // JVMS 5.4.3: a failed resolution fails the same way ever after, for all threads.
  const LinkError* remembered_failure(std::uint16_t index) const;
  // False: somebody has resolved the entry meanwhile.
  bool remember_failure(std::uint16_t index, const LinkError& error);

  // What java.lang.invoke linked, by a key of its own (vm/invoke/link_outcomes.h); null: not yet. First publisher wins, as above.
  void* linked(std::uint64_t key) const;
  void* publish_linked(std::uint64_t key, void* value);

 private:
  static inline char failed_mark_ = 0;
  static constexpr void* kFailed = &failed_mark_;  // in an entry: failures are in Rare

  Class* holder_;
  const classfile::ClassFile& file_;
  const classfile::ConstantPool& raw_;
  std::unique_ptr<std::atomic<void*>[]> entries_;
  struct Rare;
  Rare& rare();
  std::atomic<Rare*> rare_{nullptr};
};

}  // namespace minijvm::runtime
