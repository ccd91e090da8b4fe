// A Java object as memory: two header words, then fields or elements.
// Proved by tests/runtime/object_layout_test.cpp.
//
//   +0  class word       low 32 bits: address of the Class (Classes lie below 4 GiB); high 32 bits: array length, 0 if no array
//                        (while a collection runs: bit 0 set = forwarding pointer; only gc looks at that)
//   +8  multi-use word   lock state in the two low bits; hash, age or lock record above (Agesen et al., figure 2)
//   +16 fields, or array elements
//
// An Object* is raw: it is stale after anything that may stop at a safepoint. Code holds one only under a NoSafepoint
// witness; everything else holds a Handle. Primitive stores go through here, reference stores only
// through gc::store_ref (gc/barrier.h), so that the card mark cannot be forgotten.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "sync/multi_use_word.h"

namespace minijvm::runtime {

class Class;

class Object {
 public:
  static constexpr std::size_t kMultiUseWordOffset = 8;
  static constexpr std::size_t kHeaderBytes = 16;
  static constexpr std::size_t kElementsOffset = 16;  // of every array type
  static constexpr std::size_t kAlignment = 8;

  Object(const Object&) = delete;

  Class* klass() const { return reinterpret_cast<Class*>(static_cast<std::uintptr_t>(class_word_ & 0xffff'ffffU)); }
  std::int32_t array_length() const { return static_cast<std::int32_t>(class_word_ >> 32); }
  std::uint64_t class_word() const { return class_word_; }

  sync::MultiUseWord& multi_use_word() { return multi_use_word_; }

  // A field or element at a byte offset from the object's start. T is a primitive of the field's size, or Object*.
  template <class T>
  T load(std::size_t offset) const {
    return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(this) + offset);
  }
  // Primitives only: references go through gc::store_ref.
  template <class T>
  void store(std::size_t offset, T value) {
    static_assert(!std::is_pointer_v<T>, "references are stored by gc::store_ref");
    *reinterpret_cast<T*>(reinterpret_cast<char*>(this) + offset) = value;
  }
  Object* load_ref(std::size_t offset) const { return load<Object*>(offset); }

  template <class T>
  std::atomic_ref<T> atomic(std::size_t offset) {
    return std::atomic_ref<T>(*reinterpret_cast<T*>(reinterpret_cast<char*>(this) + offset));
  }

  static constexpr std::size_t element_offset(std::int64_t index, int log2_element) {
    return kElementsOffset + (static_cast<std::size_t>(index) << log2_element);
  }
  template <class T>
  T* elements() {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(this) + kElementsOffset);
  }
  template <class T>
  const T* elements() const {
    return reinterpret_cast<const T*>(reinterpret_cast<const char*>(this) + kElementsOffset);
  }

  // For the allocator and the collector: the class word of a fresh object, and the word itself.
  static std::uint64_t make_class_word(const Class* klass, std::int32_t length) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(klass)) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(length)) << 32;
  }
  std::uint64_t& class_word_for_gc() { return class_word_; }

 private:
  std::uint64_t class_word_;
  sync::MultiUseWord multi_use_word_;
};
static_assert(sizeof(Object) == Object::kHeaderBytes);

}  // namespace minijvm::runtime
