// The run-time constant pool (JVMS 5.1): the class file's pool and, beside each entry, the result
// of its resolution.
//
//   state of an entry        resolved()    remembered_failure()
//   null     not resolved    null          null
//   kFailed  it failed       null          the error
//   other    it succeeded    the value     null
//
//   null -> value     publish           by the first thread that succeeds
//   null -> kFailed   remember_failure  by the first thread that fails
//
// Both arrows are compare-and-set with release, and no entry changes again. So racing resolvers
// agree on one result, as JVMS 5.4.3 demands.
// Tested by tests/runtime/run_constant_pool_test.cpp.
#pragma once

#include <cstdint>
#include <memory>

#include "base/atomic.h"
#include "classfile/fwd.h"
#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

class RunConstantPool {
 public:
  // The table of results is memory of `home`, and is freed with it.
  RunConstantPool(Class& holder, const classfile::ClassFile& file, LoaderData& home);
  ~RunConstantPool();

  Class& holder() const { return *holder_; }
  // The class builder calls this, because it drafts a class in one place and moves it to another.
  void move_to(Class& holder) { holder_ = &holder; }
  const classfile::ConstantPool& raw() const { return raw_; }
  // The class file that the pool belongs to. After a redefinition this may not be the current file
  // of the class, for methods that still run (class_versions.h).
  const classfile::ClassFile& file() const { return file_; }
  std::uint16_t size() const;

  // Returns the Symbol of a Utf8 entry. It is interned on first use and remembered in the entry.
  Symbol* symbol(std::uint16_t utf8_index);
  // These follow the indexes of Class, NameAndType, Fieldref, Methodref, InterfaceMethodref,
  // Dynamic and InvokeDynamic entries. REQUIRES: the entry has the right tag.
  Symbol* class_name(std::uint16_t class_index);
  Symbol* member_class_name(std::uint16_t member_index);
  Symbol* member_name(std::uint16_t member_index);
  Symbol* member_descriptor(std::uint16_t member_index);

  // Returns the result of an entry's resolution: a Class*, a Field*, a ResolvedCall*, or the
  // address of a constant slot (Object**). The result is null if the entry is not resolved yet or
  // if that failed.
  void* resolved(std::uint16_t index) const {
    // acquire: pairs with publish()
    void* entry = entries_[index].load(std::memory_order_acquire);
    return entry == kFailed ? nullptr : entry;
  }
  // Publishes the result of a resolution. The first publisher wins. Returns the winner's value, or
  // null if a failure was remembered first.
  void* publish(std::uint16_t index, void* value);

  // JVMS 5.4.3: a resolution that failed fails the same way at each later attempt, for all threads.
  // Returns null if it has not failed. The error lives as long as the pool.
  const LinkError* remembered_failure(std::uint16_t index) const;
  // Returns false if another thread has resolved the entry meanwhile. If a failure was remembered
  // first, that one stays, and the result is true.
  bool remember_failure(std::uint16_t index, const LinkError& error);

  // Returns what java.lang.invoke has linked under a key of its own (vm/invoke/link_outcomes.h);
  // null if it has not linked anything yet. The first publisher wins, as above.
  void* linked(std::uint64_t key) const;
  void* publish_linked(std::uint64_t key, void* value);

 private:
  // The address that marks a failed entry; the error itself is in Rare.
  static constexpr char kFailedMark = 0;
  // The value of an entry that has failed.
  static constexpr void* kFailed = const_cast<char*>(&kFailedMark);

  Class* holder_;
  const classfile::ClassFile& file_;
  const classfile::ConstantPool& raw_;
  // The record of the archive, which has most Symbols; null for a parsed class file.
  const classfile::StoredClass* stored_;
  // One result for each entry of the class file's pool.
  Atomic<void*>* entries_;
  // Data that most pools never need: failures, and what java.lang.invoke links. It is made on
  // demand.
  struct Rare;
  Rare& rare();
  Atomic<Rare*> rare_{nullptr};
};

}  // namespace minijvm::runtime
