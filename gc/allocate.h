// Allocation: a bump of the thread's TLAB, else the slow path, which may collect (so may stop at a safepoint).
// Proved by tests/gc/allocate_test.cpp.  Null means: the heap is really full, after everything was tried; vm throws OutOfMemoryError.
// Fresh objects are zero but for their class word. A null result leaves the heap walkable and the program able to go on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/java_thread.h"
#include "runtime/object.h"

namespace minijvm::gc {

// The largest array length, as HotSpot has it: above, "Requested array size exceeds VM limit".
inline constexpr std::int32_t kMaxArrayLength = 0x7fff'fffd;

// What OutOfMemoryError says after an allocation of this thread came back with null.
const char* out_of_memory_text(const runtime::JavaThread& self);

runtime::Object* allocate_slow(runtime::JavaThread& self, std::size_t bytes, std::uint64_t class_word);
// A mirror, in the fixed space (never moves). klass is java.lang.Class, bytes its size with the statics of the class it stands for.
runtime::Object* allocate_fixed(runtime::JavaThread& self, std::size_t bytes, std::uint64_t class_word);

// REQUIRES: bytes is a multiple of 8, the TLAB's memory is zero.
inline runtime::Object* allocate(runtime::JavaThread& self, std::size_t bytes, std::uint64_t class_word) {
#ifndef MINIJVM_GC_STRESS
  std::byte* start = self.tlab.top;
  if (bytes <= static_cast<std::size_t>(self.tlab.end - start)) {
    self.tlab.top = start + bytes;
    auto* object = reinterpret_cast<runtime::Object*>(start);
    object->class_word_for_gc() = class_word;
    return object;
  }
#endif
  return allocate_slow(self, bytes, class_word);
}

// An instance of a kInstance class that is not java.lang.Class.
runtime::Object* allocate_instance(runtime::JavaThread& self, const runtime::Class& klass);
// An array. REQUIRES: 0 <= length <= kMaxArrayLength.
runtime::Object* allocate_array(runtime::JavaThread& self, const runtime::Class& array_class, std::int32_t length);
// The bytes an object takes, header and padding included.
std::size_t object_bytes(const runtime::Object* object);

}  // namespace minijvm::gc
