// Allocates Java objects. The fast path bumps the thread's TLAB and is inline here; the slow path
// takes memory from a space and may run a collection, so it may stop at a safepoint.
// Tested by tests/gc/allocate_test.cpp.
//
// A fresh object is zero except for its class word. A null result means that the heap is full
// although everything was tried, even the clearing of soft references; vm then throws
// OutOfMemoryError with out_of_memory_text(). A null result leaves the heap walkable, so the
// program can go on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::gc {

// HOTSPOT: this is the same largest array length. vm throws OutOfMemoryError, "Requested array size
// exceeds VM limit", for longer ones.
inline constexpr std::int32_t kMaxArrayLength = 0x7fff'fffd;

// Returns the detail message for OutOfMemoryError after an allocation of this thread returned null.
const char* out_of_memory_text(const runtime::JavaThread& self);

// This is the slow path. It refills the TLAB or allocates outside of it, and collects if there is
// no room. `bytes` is a multiple of 8; `class_word` is what Object::make_class_word returns.
runtime::Object* allocate_slow(runtime::JavaThread& self, std::size_t bytes,
                               std::uint64_t class_word);
// Allocates a mirror in the fixed space, where it never moves. The class in class_word is
// java.lang.Class; `bytes` includes the static fields of the class that the mirror stands for.
runtime::Object* allocate_fixed(runtime::JavaThread& self, std::size_t bytes,
                                std::uint64_t class_word);

// This is the fast path. The TLAB's memory is zero already, so only the class word is written.
// gc-stress builds always take the slow path, where they collect. REQUIRES: bytes is a multiple of
// 8.
// Bumps the TLAB's pointer and returns the object, or null if there is no room. The function is
// also inline in the loop of the interpreter and in its leaf functions.
[[gnu::always_inline]] inline runtime::Object* try_allocate(
    [[maybe_unused]] runtime::JavaThread& self, [[maybe_unused]] std::size_t bytes,
    [[maybe_unused]] std::uint64_t class_word) {
#ifdef MINIJVM_GC_STRESS
  return nullptr;
#else
  std::byte* start = self.tlab.top;
  if (__builtin_expect(bytes > static_cast<std::size_t>(self.tlab.end - start), 0))
    return nullptr;
  if (start == nullptr)
    __builtin_unreachable();  // so that the caller's test for null costs nothing
  self.tlab.top = start + bytes;
  auto* object = reinterpret_cast<runtime::Object*>(start);
  object->class_word_for_gc() = class_word;
  return object;
#endif
}

// Allocates by the fast path, or by the slow path if that fails. REQUIRES: bytes is a multiple of
// 8.
inline runtime::Object* allocate(runtime::JavaThread& self, std::size_t bytes,
                                 std::uint64_t class_word) {
  runtime::Object* object = try_allocate(self, bytes, class_word);
  return object != nullptr ? object : allocate_slow(self, bytes, class_word);
}

// Allocates an instance of the class. REQUIRES: its kind is kInstance, and it is not
// java.lang.Class.
runtime::Object* allocate_instance(runtime::JavaThread& self, const runtime::Class& klass);
// Allocates an array whose elements are zero or null. REQUIRES: 0 <= length <= kMaxArrayLength.
runtime::Object* allocate_array(runtime::JavaThread& self, const runtime::Class& array_class,
                                std::int32_t length);
// Returns the number of bytes that an object occupies, with header and padding. This works for
// mirrors, too.
std::size_t object_bytes(const runtime::Object* object);

}  // namespace minijvm::gc
