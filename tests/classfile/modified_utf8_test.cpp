// Proves JVMS 4.4.7: which bytes are modified UTF-8, and that both directions keep every UTF-16 unit.
#include "classfile/modified_utf8.h"

#include <catch2/catch.hpp>

#include "tests/classfile/support/utf16.h"

using namespace minijvm::classfile;

TEST_CASE("modified UTF-8: zero takes two bytes and a surrogate three",
          "[classfile][modified_utf8]") {
  const std::u16string units = {
      u'a', u'\0', u'\u00e9', u'\u20ac', char16_t{0xd83d}, char16_t{0xde00}};
  const std::string bytes = from_utf16(units);
  REQUIRE(bytes.size() == 1 + 2 + 2 + 3 + 3 + 3);
  REQUIRE(is_valid_modified_utf8(bytes));
  REQUIRE(to_utf16(bytes) == units);
}

TEST_CASE("modified UTF-8: every unit survives the round trip", "[classfile][modified_utf8]") {
  std::u16string units;
  for (unsigned unit = 0; unit <= 0xffff; unit++) units.push_back(static_cast<char16_t>(unit));
  REQUIRE(to_utf16(from_utf16(units)) == units);
}

TEST_CASE("modified UTF-8: zero bytes, four-byte forms and cut sequences are refused",
          "[classfile][modified_utf8]") {
  using namespace std::string_view_literals;
  for (std::string_view bad :
       {"a\0b"sv, "\xf0\x9f\x98\x80"sv, "\xc3"sv, "\xe2\x82"sv, "\x80"sv, "\xc3\x28"sv}) {
    REQUIRE_FALSE(is_valid_modified_utf8(bad));
    REQUIRE(to_utf16(bad).size() <= bad.size());
  }
}

TEST_CASE(
    "modified UTF-8: a character longer than it need be is refused, but for zero and for old class "
    "files",
    "[classfile][modified_utf8]") {
  using namespace std::string_view_literals;
  for (std::string_view overlong :
       {"\xc0\x81"sv, "\xc1\xbf"sv, "\xe0\x80\x80"sv, "\xe0\x9f\xbf"sv}) {
    REQUIRE_FALSE(is_valid_modified_utf8(overlong));
    REQUIRE(is_valid_modified_utf8(overlong, false));
  }
  for (std::string_view shortest : {"\xc0\x80"sv, "\xc2\x80"sv, "\xe0\xa0\x80"sv})
    REQUIRE(is_valid_modified_utf8(shortest));
}
