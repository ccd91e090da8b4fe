// The forwarding pointer, in the class word of an object that a young collection has copied. The multi-use word is never used for it:
// a lock stays where it is while its object moves. Proved by tests/gc/scavenger_test.cpp.
//
//   bit 1 0
//       0 0   an object that stayed so far: class address and array length
//       . 1   copied: the rest is the copy's address
//       1 0   kept where it is, as nobody had room (promotion failure): class and length are intact besides the bit
#pragma once

#include <cstdint>

#include "runtime/object.h"

namespace minijvm::gc {

inline constexpr std::uint64_t kForwardedBit = 1;
inline constexpr std::uint64_t kSelfForwardedBit = 2;

inline bool is_forwarded(std::uint64_t class_word) { return (class_word & kForwardedBit) != 0; }
inline bool is_self_forwarded(std::uint64_t class_word) { return (class_word & (kForwardedBit | kSelfForwardedBit)) == kSelfForwardedBit; }
inline runtime::Object* forwardee(std::uint64_t class_word) { return reinterpret_cast<runtime::Object*>(class_word & ~kForwardedBit); }
inline std::uint64_t forwarding_word(const runtime::Object* copy) { return reinterpret_cast<std::uint64_t>(copy) | kForwardedBit; }

}  // namespace minijvm::gc
