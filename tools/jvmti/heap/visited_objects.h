// Marks the objects that a walk through the heap has seen: one bit for each 8-byte word of the
// heap, stored for those 4 KiB pages on which an object was seen. A page costs 64 bytes, which is
// 1/64 of the heap that the walk reaches. Rejected: a set of addresses, which costs tens of bytes
// for each object; and bits in the objects, because the collector owns their headers.
//
//   address:  | page number, the map's key | word, 0 to 7 | bit, 0 to 63 | 3 zero bits |
//
// Tested by tests/vm/jvmti_heap.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace minijvm::vm::jvmti {

class VisitedObjects {
 public:
  // Returns true if the object was not there yet.
  bool add(const void* object) {
    auto address = reinterpret_cast<std::uintptr_t>(object);
    std::uint64_t& word = pages_[address / kPageBytes][address % kPageBytes / kBytesPerWord];
    std::uint64_t bit = std::uint64_t{1} << (address / 8 % 64);
    bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  static constexpr std::uintptr_t kPageBytes = 4096;
  // One 64-bit word covers this part of the heap.
  static constexpr std::uintptr_t kBytesPerWord = 8 * 64;
  std::unordered_map<std::uintptr_t, std::array<std::uint64_t, kPageBytes / kBytesPerWord>> pages_;
};

}  // namespace minijvm::vm::jvmti
