// Proves that an attribute means something only at its place and from its version on (JVMS 4.7, table 4.7-C).
#include "classfile/attributes.h"

#include <catch2/catch.hpp>
#include <string>

using namespace minijvm::classfile;

TEST_CASE("attributes: place and version decide", "[classfile][attributes]") {
  REQUIRE(attribute_named("Code", kInMethod, 45) == Attribute::Code);
  REQUIRE(attribute_named("Code", kInField, 61) == Attribute::Unknown);
  REQUIRE(attribute_named("Record", kInClass, 59) == Attribute::Unknown);
  REQUIRE(attribute_named("Record", kInClass, 60) == Attribute::Record);
  REQUIRE(attribute_named("Cod", kInMethod, 61) == Attribute::Unknown);
  REQUIRE(std::string(attribute_name(Attribute::NestHost)) == "NestHost");
}

TEST_CASE("attributes: a table reads its rows in place", "[classfile][attributes]") {
  const std::uint8_t rows[] = {0, 1, 0, 10, 0, 5, 0, 11};
  const Table<LineNumber> table(rows, 2);
  REQUIRE(table[1].start_pc == 5);
  unsigned sum = 0;
  for (LineNumber row : table) sum += row.line_number;
  REQUIRE(sum == 21);
}
