// How a flight recording writes numbers and texts, at the edges of their forms.
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "jfr_reader.h"
#include "tools/record/jfr/encoding.h"

using namespace minijvm::vm::record::jfr;
using minijvm::vm::record::jfr::testing::Reader;

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::string leb128(std::uint64_t number) {
  Encoder out;
  out.leb128(number);
  return std::string(out.bytes());
}

std::string text(std::string_view text) {
  Encoder out;
  out.text(text);
  return std::string(out.bytes());
}

}  // namespace

TEST_CASE("jfr numbers: as few bytes as they need, and never ten", "[record][jfr]") {
  CHECK(leb128(0) == std::string(1, '\0'));
  CHECK(leb128(127) == "\x7f");
  CHECK(leb128(128) == "\x80\x01");
  CHECK(leb128(300) == "\xac\x02");
  CHECK(leb128((1ULL << 56) - 1) == "\xff\xff\xff\xff\xff\xff\xff\x7f");
  CHECK(leb128(1ULL << 56) == "\x80\x80\x80\x80\x80\x80\x80\x80\x01");
  CHECK(leb128(kMost) == std::string(9, '\xff'));
}

TEST_CASE("jfr numbers: what is written is read, at each number of bits", "[record][jfr]") {
  for (int bits = 0; bits < 64; bits++) {
    const std::uint64_t power = std::uint64_t{1} << bits;
    for (const std::uint64_t number : {power - 1, power, power + 1}) {
      const std::string bytes = leb128(number);
      Reader in(bytes);
      REQUIRE(in.leb128() == number);
      REQUIRE(in.at_end());
      REQUIRE(leb128_size(number) == bytes.size());
    }
  }
}

TEST_CASE("jfr records: the size counts its own bytes", "[record][jfr]") {
  CHECK(size_with_itself(0) == 1);
  CHECK(size_with_itself(126) == 127);
  CHECK(size_with_itself(127) == 129);  // 128 would need a second byte
  CHECK(size_with_itself((1 << 14) - 3) == (1 << 14) - 1);
  CHECK(size_with_itself((1 << 14) - 2) == (1 << 14) + 1);
  for (std::uint64_t rest = 0; rest < 40000; rest++) {
    const std::uint64_t size = size_with_itself(rest);
    REQUIRE(size == rest + leb128_size(size));
  }
}

TEST_CASE("jfr floats: big-endian", "[record][jfr]") {
  Encoder out;
  out.float32(1.0F);
  out.float32(-2.0F);
  REQUIRE(out.bytes() == std::string("\x3f\x80\0\0\xc0\0\0\0", 8));
}

TEST_CASE("jfr texts: null, empty and others have forms of their own", "[record][jfr]") {
  CHECK(text({}) == std::string(1, '\0'));
  CHECK(text("") == "\x01");
  CHECK(text("a\n") == "\x03\x02\x61\n");
  CHECK(text("\U0001F9F5") == "\x03\x04\U0001F9F5");
  CHECK(text(std::string(300, 'x')) == "\x03\xac\x02" + std::string(300, 'x'));
}

TEST_CASE("jfr texts: a value of a pool is UTF-8, even if it is empty or null", "[record][jfr]") {
  Encoder out;
  out.utf8("");
  out.utf8({});
  REQUIRE(out.bytes() == std::string("\x03\0\x03\0", 4));
}

TEST_CASE("jfr texts: modified UTF-8 becomes UTF-8", "[record][jfr]") {
  CHECK(text("\xed\xa0\xbd\xed\xb2\xa9") == "\x03\x04\U0001F4A9");
}
