// The entries of a collector's work queue, in one word each. Proved by tests/gc/scan_entry_test.cpp.
//
//    63       48 47                            0
//   |     0     |   address of a slot      | 0 0 |   the slot's object is to be copied
//   |   chunk   |   address of an array    | 0 1 |   that chunk of its elements is to be scanned, and the next chunks after it
//   |     0     |   address of an object   | 1 0 |   its fields are to be scanned
//
// A long array is scanned in chunks, so that other workers can help: whoever begins one leaves the next in its queue first. 2^16 chunks must do, so
// they grow with the array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gc/work_deque.h"
#include "runtime/object.h"

namespace minijvm::gc {

inline constexpr std::size_t kChunkedLength = 512;  // arrays up to it are scanned at once

enum class ScanKind : std::uint8_t { kSlot = 0, kChunk = 1, kObject = 2 };

inline WorkEntry slot_entry(runtime::Object** slot) { return reinterpret_cast<WorkEntry>(slot); }
inline WorkEntry object_entry(runtime::Object* object) { return reinterpret_cast<WorkEntry>(object) | static_cast<WorkEntry>(ScanKind::kObject); }
inline WorkEntry chunk_entry(runtime::Object* array, std::uint64_t chunk) {
  return reinterpret_cast<WorkEntry>(array) | static_cast<WorkEntry>(ScanKind::kChunk) | chunk << 48;
}

inline ScanKind kind_of(WorkEntry entry) { return static_cast<ScanKind>(entry & 3); }
inline runtime::Object** slot_of(WorkEntry entry) { return reinterpret_cast<runtime::Object**>(entry); }
inline runtime::Object* object_of(WorkEntry entry) { return reinterpret_cast<runtime::Object*>(entry & 0x0000'ffff'ffff'fffcU); }
inline std::uint64_t chunk_of(WorkEntry entry) { return entry >> 48; }

// Elements in each chunk of an array but the last.
inline std::size_t chunk_length(std::size_t array_length) { return std::max(kChunkedLength, (array_length >> 16) + 1); }

}  // namespace minijvm::gc
