// Proves the seeded numbers: the words of the published generator, draws without bias, and the distribution of slices.
#include "sync/decide/numbers.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace minijvm::decide;

TEST_CASE("numbers: a seed gives the words of splitmix64.c", "[decide][numbers]") {
  SeededNumbers numbers(1234567);
  REQUIRE(numbers.word() == 6457827717110365317u);
  REQUIRE(numbers.word() == 3203168211198807973u);
  REQUIRE(numbers.word() == 9817491932198370423u);
  REQUIRE(numbers.word() == 4593380528125082431u);
  REQUIRE(numbers.word() == 16408922859458223821u);
}

TEST_CASE("numbers: below draws each number as often as any other", "[decide][numbers]") {
  SeededNumbers numbers(7);
  std::array<int, 7> seen{};
  for (int i = 0; i < 70'000; ++i) {
    ++seen.at(numbers.below(seen.size()));
  }
  double chi_square = 0;
  for (int count : seen) {
    chi_square += std::pow(count - 10'000, 2) / 10'000;
  }
  REQUIRE(chi_square < 22.5);  // 6 degrees of freedom: 99.9 %
  REQUIRE(numbers.below(1) == 0);
}

// A remainder of a word would give numbers below 2^62 half of the time: the words that are left over wrap around to them.
TEST_CASE("numbers: a large bound has no bias, as the remainder of a word would have",
          "[decide][numbers]") {
  constexpr std::uint64_t kThird = std::uint64_t{1} << 62;
  SeededNumbers numbers(8);
  std::array<int, 3> seen{};
  for (int i = 0; i < 30'000; ++i) {
    ++seen.at(numbers.below(3 * kThird) / kThird);
  }
  for (int count : seen) {
    REQUIRE(std::abs(count - 10'000) < 300);
  }
}

TEST_CASE("numbers: a geometric draw has its mean, and no memory", "[decide][numbers]") {
  for (std::uint64_t mean : {1u, 10u, 20'000u}) {
    SeededNumbers numbers(9);
    constexpr int kDraws = 100'000;
    double sum = 0;
    std::vector<int> beyond(4);  // draws of more than i means
    for (int i = 0; i < kDraws; ++i) {
      std::uint64_t drawn = numbers.geometric(mean);
      REQUIRE(drawn >= 1);
      sum += static_cast<double>(drawn);
      for (std::size_t times = 0; times < beyond.size(); ++times) {
        beyond[times] += drawn > times * mean ? 1 : 0;
      }
    }
    double expected = 1 / (1 - std::exp(-1 / static_cast<double>(mean)));
    REQUIRE(std::abs(sum / kDraws - expected) < 0.02 * expected);
    for (std::size_t times = 1; times < beyond.size(); ++times) {
      double kept = static_cast<double>(beyond[times]) / beyond[times - 1];
      REQUIRE(std::abs(kept - std::exp(-1)) < 0.02);
    }
  }
}

TEST_CASE("numbers: geometric draws are the same everywhere", "[decide][numbers]") {
  SeededNumbers numbers(42);
  std::vector<std::uint64_t> drawn;
  for (int i = 0; i < 5; ++i) {
    drawn.push_back(numbers.geometric(20'000));
  }
  REQUIRE(drawn == std::vector<std::uint64_t>{44369, 6799, 4099, 10268, 13304});
}
