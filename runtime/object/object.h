// A Java object as it lies in memory: two header words, then fields or array elements.
//
//           63              32 31               0
//          +------------------+------------------+
//    +0    | array length     | address of Class |   class word
//          +------------------+------------------+
//    +8    | hash, age or lock record    | state |   multi-use word (Agesen et al., figure 2)
//          +------------------+------------------+
//    +16   | fields, or the elements of an array |
//          +-------------------------------------+
//
// Class structures lie below 4 GiB, so 32 bits hold the address of any of them. An object that is
// not an array has length 0. While a collection runs, a set bit 0 of the class word means that the
// word is a forwarding pointer; only gc looks at that bit. The lock state is in the two low bits of
// the multi-use word.
//
// There are two words, even for arrays, because the paper's locks need a word that the collector
// does not use. A forwarding pointer in the class word leaves the lock where it is while its object
// moves.
//
// An Object* is a raw pointer: it is stale after any call that may stop at a safepoint. Code holds
// one only under a NoSafepoint witness and uses a Handle everywhere else. Primitive values are
// stored by the functions below, references only by gc::store_ref (gc/heap/barrier.h), so that no
// card mark can be forgotten.
// Tested by tests/runtime/object_layout_test.cpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/fwd.h"
#include "sync/multi_use_word.h"

namespace minijvm::runtime {

class Object {
 public:
  // Byte offsets and sizes. Objects start at multiples of kAlignment.
  static constexpr std::size_t kMultiUseWordOffset = 8;
  static constexpr std::size_t kHeaderBytes = 16;
  // The offset of the first element of every array type, whatever its element size.
  static constexpr std::size_t kElementsOffset = 16;
  static constexpr std::size_t kAlignment = 8;

  Object(const Object&) = delete;

  // These return the class word's two halves. REQUIRES: the word is not a forwarding pointer.
  Class* klass() const {
    return reinterpret_cast<Class*>(static_cast<std::uintptr_t>(class_word_ & 0xffff'ffffU));
  }
  std::int32_t array_length() const { return static_cast<std::int32_t>(class_word_ >> 32); }
  // Returns the whole word, for readers that must recognise a forwarding pointer.
  std::uint64_t class_word() const { return class_word_; }

  sync::MultiUseWord& multi_use_word() { return multi_use_word_; }

  // Reads a field or element at a byte offset from the object's start. T is a primitive type of the
  // field's size, or Object*.
  template <class T>
  T load(std::size_t offset) const {
    return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(this) + offset);
  }
  // Writes a primitive value. A reference must go through gc::store_ref, or a young collection
  // would miss it.
  template <class T>
  void store(std::size_t offset, T value) {
    static_assert(!std::is_pointer_v<T>, "references are stored by gc::store_ref");
    *reinterpret_cast<T*>(reinterpret_cast<char*>(this) + offset) = value;
  }
  Object* load_ref(std::size_t offset) const { return load<Object*>(offset); }

  // Returns the field as an atomic variable, for volatile accesses and compare-and-set. T is a
  // primitive type; the slots of references belong to gc.
  template <class T>
  std::atomic_ref<T> atomic(std::size_t offset) {
    return std::atomic_ref<T>(*reinterpret_cast<T*>(reinterpret_cast<char*>(this) + offset));
  }

  // Returns the byte offset of element `index`. Example: element 3 of an int[] (log2_element 2) is
  // at 16 + 12.
  static constexpr std::size_t element_offset(std::int64_t index, int log2_element) {
    return kElementsOffset + (static_cast<std::size_t>(index) << log2_element);
  }
  // Returns the elements of an array as a C array. REQUIRES: T has the array's element size.
  template <class T>
  T* elements() {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(this) + kElementsOffset);
  }
  template <class T>
  const T* elements() const {
    return reinterpret_cast<const T*>(reinterpret_cast<const char*>(this) + kElementsOffset);
  }

  // Only the allocator and the collector use these: the class word of a new object, and access to
  // the word itself.
  static std::uint64_t make_class_word(const Class* klass, std::int32_t length) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(klass)) |
           static_cast<std::uint64_t>(static_cast<std::uint32_t>(length)) << 32;
  }
  std::uint64_t& class_word_for_gc() { return class_word_; }

 private:
  std::uint64_t class_word_;
  sync::MultiUseWord multi_use_word_;
};
static_assert(sizeof(Object) == Object::kHeaderBytes);

}  // namespace minijvm::runtime
