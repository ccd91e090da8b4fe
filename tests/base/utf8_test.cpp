// Texts become UTF-8: modified UTF-8 with its surrogates and its U+0000, and bytes that are no text.
#include "base/text/utf8.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

using namespace minijvm;

TEST_CASE("utf8: modified UTF-8 becomes UTF-8", "[utf8]") {
  CHECK(utf8_of_modified("a\xed\xa0\xbd\xed\xb2\xa9z") == "a\U0001F4A9z");
  CHECK(utf8_of_modified("\xed\xa0\x80\xed\xb0\x80") == "\U00010000");
  CHECK(utf8_of_modified("\xed\xaf\xbf\xed\xbf\xbf") == "\U0010FFFF");
  CHECK(utf8_of_modified("a\xc0\x80z") == std::string("a\0z", 3));
}

TEST_CASE("utf8: half of a surrogate pair is replaced", "[utf8]") {
  CHECK(utf8_of_modified("\xed\xa0\xbd!") == "\uFFFD!");
  CHECK(utf8_of_modified("\xed\xb2\xa9") == "\uFFFD");
  CHECK(utf8_of_modified("\xed\xb2\xa9\xed\xa0\xbd") == "\uFFFD\uFFFD");
  CHECK(utf8_of_modified("\xed\xa0\xbd\xed\xa0\xbd\xed\xb2\xa9") == "\uFFFD\U0001F4A9");
}

TEST_CASE("utf8: what is no modified UTF-8 stays as it is", "[utf8]") {
  // The first has a byte ED, but no surrogate; the others are cut short or no text at all.
  for (const std::string_view same :
       {"\ud7ff\u00e9\U0001F9F5", "\xed\xa0", "\xed", "\xc0", "\xff\xfe"}) {
    CHECK_FALSE(is_modified_utf8(same));
    CHECK(utf8_of_modified(same) == same);
  }
}

TEST_CASE("utf8: bytes that are no UTF-8 become U+FFFD", "[utf8]") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(valid_utf8("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") ==
        "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  CHECK(valid_utf8("\xff"
                   "a") == mark + "a");
  CHECK(valid_utf8("\xc3") == mark);
  CHECK(valid_utf8("\xc3(") == mark + "(");
  CHECK(valid_utf8("\xc0\x80") == mark + mark);             // overlong
  CHECK(valid_utf8("\xed\xa0\x80") == mark + mark + mark);  // a surrogate
}
