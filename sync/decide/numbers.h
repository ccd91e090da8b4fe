// The numbers that a seed stands for: the same on every machine and with every C library.
// Tested by tests/sync/decide/numbers_test.cpp.
//
// The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
// OOPSLA 2014; the constants are those of Vigna's splitmix64.c). Its state is one word, and seeds
// that differ by one give unrelated numbers, so the seeds of many runs can be counted up.
// Rejected: std::mt19937 with the standard library's distributions, whose numbers are not
// specified; xoshiro256, which needs a second generator to spread its seed.
#pragma once

#include <cstdint>

namespace minijvm::decide {

class SeededNumbers {
 public:
  explicit SeededNumbers(std::uint64_t seed) : state_(seed) {}

  // Draws any of the 2^64 words.
  std::uint64_t word();

  // Draws one of 0 .. bound - 1, each as often as any other. REQUIRES: bound > 0.
  std::uint64_t below(std::uint64_t bound);

  // Draws the number of the first success in a row of trials that succeed once in about `mean`: 1
  // or more, mean + 1/2 on average. A slice of so many ticks ends at any of its ticks with the same
  // chance. At most kMostGeometric. REQUIRES: 0 < mean < 2^32.
  std::uint64_t geometric(std::uint64_t mean);

  static constexpr std::uint64_t kMostGeometric = std::uint64_t{1} << 48;

 private:
  std::uint64_t state_;
};

}  // namespace minijvm::decide
