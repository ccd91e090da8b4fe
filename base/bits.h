// Alignment, bit fields of machine words, and names for sizes.
// Tested by tests/base/bits_test.cpp.
//
//   bits of a word    63 ............ 12 11 ... 4 3 .. 0
//   fields                              |  age   | tag |
//                                       BitField<4, 8>: shift 4, eight bits wide
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm {

inline constexpr std::size_t kKiB = 1024;
inline constexpr std::size_t kMiB = 1024 * kKiB;
inline constexpr std::size_t kGiB = 1024 * kMiB;
// Two variables that different threads write should be this many bytes apart, so that the writes do
// not take the cache line away from each other.
inline constexpr std::size_t kCacheLine = 64;

constexpr bool is_power_of_two(std::uint64_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

// Returns the nearest multiple of `alignment` at or above the value: align_up(13, 8) == 16.
// REQUIRES of all three functions: alignment is a power of two.
constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}
// Returns the nearest multiple of `alignment` at or below the value: align_down(13, 8) == 8.
constexpr std::uint64_t align_down(std::uint64_t value, std::uint64_t alignment) {
  return value & ~(alignment - 1);
}
constexpr bool is_aligned(std::uint64_t value, std::uint64_t alignment) {
  return (value & (alignment - 1)) == 0;
}

// The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): neighbouring values give distant
// results.
constexpr std::uint64_t spread_bits(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}
// Odd, and its multiples are far apart modulo 2^64: the bits of the golden ratio.
inline constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;

// A BitField is the bits [kShift, kShift + kBits) of a word. set() returns the word with the field
// replaced; bits of the value that do not fit into the field are cut off.
template <unsigned kShift, unsigned kBits>
struct BitField {
  static_assert(kBits > 0 && kShift + kBits <= 64);
  // A shift by 64 is undefined in C++, so the field that is the whole word is a case of its own.
  static constexpr std::uint64_t kMax =
      kBits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << kBits) - 1;
  static constexpr std::uint64_t kMask = kMax << kShift;
  static constexpr std::uint64_t get(std::uint64_t word) { return (word & kMask) >> kShift; }
  static constexpr std::uint64_t set(std::uint64_t word, std::uint64_t value) {
    return (word & ~kMask) | ((value << kShift) & kMask);
  }
};

}  // namespace minijvm
