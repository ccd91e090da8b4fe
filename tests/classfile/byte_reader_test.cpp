// Proves that a ByteReader reads big-endian and that a read past the end fails for good.
#include "classfile/byte_reader.h"

#include <catch2/catch.hpp>

using namespace minijvm::classfile;

TEST_CASE("byte reader: values are big-endian", "[classfile][byte_reader]") {
  const std::uint8_t bytes[] = {1, 2, 3, 0xff, 0xfe, 0xfd, 0xfc};
  ByteReader reader(bytes);
  REQUIRE(reader.u1() == 1);
  REQUIRE(reader.u2() == 0x0203);
  REQUIRE(reader.u4() == 0xfffefdfc);
  REQUIRE(reader.at_end());
  REQUIRE_FALSE(reader.failed());
}

TEST_CASE("byte reader: after a read past the end everything is zero", "[classfile][byte_reader]") {
  const std::uint8_t bytes[] = {1, 2, 3};
  ByteReader reader(bytes);
  REQUIRE(reader.u4() == 0);
  REQUIRE(reader.failed());
  REQUIRE(reader.u1() == 0);
  REQUIRE(reader.bytes(0).empty());
  REQUIRE(reader.bytes(~std::size_t{0}).empty());
}
