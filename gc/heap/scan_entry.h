// One entry of a collector's work queue, packed into one word so that a deque can hold it in an
// atomic cell.
// Tested by tests/gc/scan_entry_test.cpp.
//
//    63       48 47                            0
//   |     0     |   address of a slot      | 0 0 |   the slot's object is to be copied
//   |   chunk   |   address of an array    | 0 1 |   scan this chunk, and later the chunks after it
//   |     0     |   of a Continuation      | 0 1 |   the roots of its thread are to be visited
//   |     0     |   address of an object   | 1 0 |   its fields are to be scanned
//
// A young collection queues slots, a full collection queues objects, and both queue chunks. A long
// array is scanned in chunks, so that other workers can help: a worker that begins a chunk first
// pushes the next one. The chunk's number has 16 bits, so in an array of 2^25 elements or more the
// chunks are longer than 512 elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gc/gang/work_deque.h"
#include "runtime/object/object.h"

namespace minijvm::gc {

// An array of at most this many elements is scanned at once.
inline constexpr std::size_t kChunkedLength = 512;

enum class ScanKind : std::uint8_t { kSlot = 0, kChunk = 1, kObject = 2 };

// REQUIRES for the makers: addresses are below 2^48 and multiples of 4.
inline WorkEntry slot_entry(runtime::Object** slot) { return reinterpret_cast<WorkEntry>(slot); }
inline WorkEntry object_entry(runtime::Object* object) {
  return reinterpret_cast<WorkEntry>(object) | static_cast<WorkEntry>(ScanKind::kObject);
}
inline WorkEntry chunk_entry(runtime::Object* array, std::uint64_t chunk) {
  return reinterpret_cast<WorkEntry>(array) | static_cast<WorkEntry>(ScanKind::kChunk) |
         chunk << 48;
}

// These return the parts of an entry. REQUIRES: slot_of is called only for kSlot, chunk_of only for
// kChunk.
inline ScanKind kind_of(WorkEntry entry) { return static_cast<ScanKind>(entry & 3); }
inline runtime::Object** slot_of(WorkEntry entry) {
  return reinterpret_cast<runtime::Object**>(entry);
}
inline runtime::Object* object_of(WorkEntry entry) {
  return reinterpret_cast<runtime::Object*>(entry & 0x0000'ffff'ffff'fffcU);
}
inline std::uint64_t chunk_of(WorkEntry entry) { return entry >> 48; }

// Returns the number of elements in each chunk of an array but the last.
inline std::size_t chunk_length(std::size_t array_length) {
  return std::max(kChunkedLength, (array_length >> 16) + 1);
}

}  // namespace minijvm::gc
