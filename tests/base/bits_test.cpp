// Proves alignment and bit fields at their edges; most of it already when compiled.
#include "base/bits.h"

#include <catch2/catch.hpp>

using namespace minijvm;

static_assert(align_up(0, 8) == 0 && align_up(1, 8) == 8 && align_up(8, 8) == 8);
static_assert(align_down(15, 8) == 8 && is_aligned(64, 64) && !is_aligned(65, 64));
static_assert(is_power_of_two(1) && is_power_of_two(std::uint64_t{1} << 63) &&
              !is_power_of_two(0) && !is_power_of_two(6));

TEST_CASE("bit field: set touches its own bits only", "[base][bits]") {
  using Middle = BitField<8, 4>;
  const std::uint64_t word = Middle::set(~std::uint64_t{0}, 5);
  REQUIRE(Middle::get(word) == 5);
  REQUIRE((word | Middle::kMask) == ~std::uint64_t{0});
  REQUIRE(Middle::get(Middle::set(0, 0xff)) == 0xf);
}

TEST_CASE("bit field: a whole word and its last bit", "[base][bits]") {
  REQUIRE(BitField<0, 64>::get(~std::uint64_t{0}) == ~std::uint64_t{0});
  REQUIRE(BitField<63, 1>::set(0, 1) == std::uint64_t{1} << 63);
}
