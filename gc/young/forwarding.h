// The forwarding pointer is in the class word: the class word of an object that a young collection
// has copied holds the copy's address. The multi-use word is never used for this, because a lock
// stays where it is while its object moves.
// Tested by tests/gc/scavenger_test.cpp.
//
//   bit 1 0
//       0 0   not copied so far: the word holds the class's address and the array length
//       . 1   copied: the other bits are the copy's address
//       1 0   kept in place, because there was no room for a copy (promotion failure); the class
//             and the length are intact
#pragma once

#include <cstdint>

#include "runtime/object/object.h"

namespace minijvm::gc {

// Objects and classes are aligned to at least 4 bytes, so both bits are free.
inline constexpr std::uint64_t kForwardedBit = 1;
inline constexpr std::uint64_t kSelfForwardedBit = 2;

inline bool is_forwarded(std::uint64_t class_word) { return (class_word & kForwardedBit) != 0; }
inline bool is_self_forwarded(std::uint64_t class_word) {
  return (class_word & (kForwardedBit | kSelfForwardedBit)) == kSelfForwardedBit;
}
// Returns the copy's address. REQUIRES: is_forwarded(class_word).
inline runtime::Object* forwardee(std::uint64_t class_word) {
  return reinterpret_cast<runtime::Object*>(class_word & ~kForwardedBit);
}
// Returns the class word that holds the copy's address.
inline std::uint64_t forwarding_word(const runtime::Object* copy) {
  return reinterpret_cast<std::uint64_t>(copy) | kForwardedBit;
}

}  // namespace minijvm::gc
