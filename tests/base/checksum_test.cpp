// The sums of RFC 3720 appendix B.4, by the processor's instruction and by the table.
#include "base/checksum.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

using namespace minijvm;

namespace {

std::uint32_t whole(std::uint32_t (*add)(std::uint32_t, const std::uint8_t*, std::size_t),
                    const std::vector<std::uint8_t>& bytes) {
  return ~add(~std::uint32_t{0}, bytes.data(), bytes.size());
}

}  // namespace

TEST_CASE("checksum: the examples of RFC 3720", "[base]") {
  const std::vector<std::uint8_t> zeros(32, 0);
  const std::vector<std::uint8_t> ones(32, 0xff);
  std::vector<std::uint8_t> rising(32);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = static_cast<std::uint8_t>(i);
  for (auto* add : {&add_crc32c, &add_crc32c_by_table}) {
    CHECK(whole(add, zeros) == 0x8a91'36aa);
    CHECK(whole(add, ones) == 0x62a8'ab43);
    CHECK(whole(add, rising) == 0x46dd'794e);
    CHECK(whole(add, {}) == 0);
  }
}

TEST_CASE("checksum: each bit of a block counts, at any length", "[base]") {
  for (std::size_t size : {0, 1, 7, 8, 23, 24, 25, 100, 1000}) {
    std::vector<std::uint8_t> bytes(size, 0x5a);
    const std::uint32_t sum = block_checksum(bytes.data(), size);
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      REQUIRE(block_checksum(bytes.data(), size) != sum);
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    }
    bytes.push_back(0);
    CHECK(block_checksum(bytes.data(), size + 1) != sum);
  }
}

TEST_CASE("checksum: parts add up to the whole, at any length", "[base]") {
  std::vector<std::uint8_t> bytes(100);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37 + 11);
  const std::uint32_t all = add_crc32c_by_table(0, bytes.data(), bytes.size());
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const std::uint32_t first = add_crc32c(0, bytes.data(), cut);
    CHECK(add_crc32c(first, bytes.data() + cut, bytes.size() - cut) == all);
  }
}
