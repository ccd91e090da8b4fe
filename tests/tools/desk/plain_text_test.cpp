// Any bytes in any parts become UTF-8, and UTF-8 stays as it is.
#include "tools/desk/plain_text.h"

#include <string>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

const std::string kBroken = "\xef\xbf\xbd";

std::string all_of(const std::string& bytes, std::size_t part) {
  PlainText plain;
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += part) {
    text += plain.add(std::string_view(bytes).substr(at, part));
  }
  return text + plain.end();
}

TEST_CASE("plain text: UTF-8 stays as it is, however it is cut", "[desk][plain_text]") {
  const std::string text = "a \u00e9 \u20ac \U0001d11e <";
  for (const std::size_t part : {1, 2, 3, 100}) {
    CHECK(all_of(text, part) == text);
  }
}

TEST_CASE("plain text: bytes that are none become U+FFFD", "[desk][plain_text]") {
  CHECK(all_of("a\xff z", 1) == "a" + kBroken + " z");
  CHECK(all_of("\xc0\xaf", 2) == kBroken + kBroken);                // a second form of /
  CHECK(all_of("\xed\xa0\x80", 3) == kBroken + kBroken + kBroken);  // a surrogate
  CHECK(all_of("\xf5\x80", 1) == kBroken + kBroken);
  CHECK(all_of("\xe2\x82", 1) == kBroken);  // a letter that is not completed
  CHECK(all_of("\xe2\x82"
               "a",
               1) == kBroken + "a");
}

}  // namespace
}  // namespace minijvm::desk
