// Draws from the generator, by integers alone: the logarithm of a C library may differ from that of
// another in the last bit, and one bit is another schedule.
#include "sync/decide/numbers.h"

#include <algorithm>

#include "base/check.h"

namespace minijvm::decide {

std::uint64_t SeededNumbers::word() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

// Lemire: Fast Random Integer Generation in an Interval, TOMACS 2019, algorithm 5. The upper half
// of word * bound is below bound. Of its 2^64 products, the ones whose lower half is less than
// 2^64 mod bound are drawn again, so that each result has equally many.
std::uint64_t SeededNumbers::below(std::uint64_t bound) {
  MJ_CHECK(bound > 0, "a draw among no numbers");
  std::uint64_t too_few = (0 - bound) % bound;  // 2^64 mod bound
  for (;;) {
    __extension__ using Wide = unsigned __int128;
    Wide product = Wide{word()} * bound;
    if (static_cast<std::uint64_t>(product) >= too_few) {
      return static_cast<std::uint64_t>(product >> 64);
    }
  }
}

// An exponential number of mean 1, times the mean, rounded up. The exponential number is von
// Neumann's (Various Techniques Used in Connection With Random Digits, 1951): a row of uniform
// numbers falls for as long as each is less than the one before. If the row that falls has an odd
// length, its first number is the fraction; if not, one more is added to the whole part.
std::uint64_t SeededNumbers::geometric(std::uint64_t mean) {
  MJ_CHECK(mean > 0 && mean >> 32 == 0, "a geometric draw of mean %lu", mean);
  auto uniform = [this] { return word() >> 32; };
  for (std::uint64_t whole = 0;; ++whole) {
    std::uint64_t first = uniform();
    std::uint64_t last = first;
    bool odd = true;
    for (std::uint64_t next = uniform(); next < last; next = uniform()) {
      last = next;
      odd = !odd;
    }
    if (odd) {
      return std::min(whole * mean + ((first * mean) >> 32) + 1, kMostGeometric);
    }
  }
}

}  // namespace minijvm::decide
