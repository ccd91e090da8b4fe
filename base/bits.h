// Alignment and bit fields of machine words. Proved by tests/base/bits_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm {

inline constexpr std::size_t kKiB = 1024;
inline constexpr std::size_t kMiB = 1024 * kKiB;
inline constexpr std::size_t kGiB = 1024 * kMiB;
inline constexpr std::size_t kCacheLine = 64;

constexpr bool is_power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

// REQUIRES: alignment is a power of two.
constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) { return (value + alignment - 1) & ~(alignment - 1); }
constexpr std::uint64_t align_down(std::uint64_t value, std::uint64_t alignment) { return value & ~(alignment - 1); }
constexpr bool is_aligned(std::uint64_t value, std::uint64_t alignment) { return (value & (alignment - 1)) == 0; }

// Bits [kShift, kShift + kBits) of a word.
template <unsigned kShift, unsigned kBits>
struct BitField {
  static_assert(kBits > 0 && kShift + kBits <= 64);
  static constexpr std::uint64_t kMax = kBits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << kBits) - 1;
  static constexpr std::uint64_t kMask = kMax << kShift;
  static constexpr std::uint64_t get(std::uint64_t word) { return (word & kMask) >> kShift; }
  static constexpr std::uint64_t set(std::uint64_t word, std::uint64_t value) { return (word & ~kMask) | ((value << kShift) & kMask); }
};

}  // namespace minijvm
