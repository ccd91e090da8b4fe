// A value is read as it was written, and a text that is not JSON (RFC 8259) is refused.
#include "base/json/json.h"

#include <catch2/catch.hpp>
#include <string>

using minijvm::Json;

namespace {

bool is_refused(const std::string& text) { return !Json::parse(text).has_value(); }

// The text of what was read from `text`.
std::string again(const std::string& text) {
  const auto value = Json::parse(text);
  return value ? value->to_text() : "refused";
}

}  // namespace

TEST_CASE("a value is one line, and is read as it was written") {
  const Json value =
      Json::record()
          .set("name", "a \"b\"\\\n\t\r\x01 \xc3\xa4")
          .set("numbers", Json::list().add(-1).add(std::int64_t{INT64_MAX}).add(0.5).add(1e300))
          .set("flags", Json::list().add(true).add(false).add(Json()))
          .set("empty", Json::record());
  const std::string text = value.to_text();
  CHECK(
      text ==
      R"({"name":"a \"b\"\\\n\t\r\u0001 ä","numbers":[-1,9223372036854775807,0.5,1e+300],"flags":[true,false,null],"empty":{}})");
  CHECK(again(text) == text);
  CHECK(again(" { \"a\" : [ 1 , 2 ] } \n") == R"({"a":[1,2]})");
}

TEST_CASE("a question about another kind has an answer") {
  const Json text("x");
  CHECK(text.number() == 0);
  CHECK(text.items().empty());
  CHECK(text["name"].is_null());
  CHECK(text["name"]["deeper"].text().empty());
  CHECK(Json(3).text().empty());
  CHECK(Json::record().set("a", 1).set("a", 2)["a"].number() == 1);
}

TEST_CASE("a record takes the fields of another one") {
  Json record = Json::record().set("a", 1);
  record.set_all(Json::record().set("b", 2).set("c", Json::list().add(3)));
  CHECK(record.to_text() == R"({"a":1,"b":2,"c":[3]})");
  CHECK(record.set_all(Json::list().add(4)).to_text() == R"({"a":1,"b":2,"c":[3]})");
  CHECK(Json::list().set_all(record).to_text() == "[]");
}

TEST_CASE("numbers are whole if they can be") {
  CHECK(Json::parse("-12")->number() == -12);
  CHECK(Json::parse("1e3")->number() == 1000);
  CHECK(Json::parse("2.9")->number() == 2);
  CHECK(Json::parse("99999999999999999999")->number() == INT64_MAX);
  CHECK(Json::parse("-1e99")->number() == INT64_MIN);
  for (const char* text : {"01", "1.", ".5", "+1", "-", "1e", "0x1", "1e999", "NaN", "Infinity"}) {
    CAPTURE(text);
    CHECK(is_refused(text));
  }
}

TEST_CASE("escapes") {
  CHECK(Json::parse(R"("\b\f\/\u00e4\u20ac")")->text() == "\b\f/\xc3\xa4\xe2\x82\xac");
  CHECK(Json::parse(R"("\ud83d\ude00")")->text() == "\xf0\x9f\x98\x80");
  CHECK(Json::parse(R"("\ud83dx")")->text() == "\xef\xbf\xbdx");
  CHECK(Json::parse(R"("\ud83d\u0041")")->text() ==
        "\xef\xbf\xbd"
        "A");
  CHECK(Json::parse(R"("\udc00")")->text() == "\xef\xbf\xbd");
  for (const char* text : {R"("\x")", R"("\u12")", R"("\u12g4")", R"("\)", "\"", "\"a\nb\""}) {
    CAPTURE(text);
    CHECK(is_refused(text));
  }
}

TEST_CASE("hostile texts are refused") {
  CHECK(is_refused(""));
  CHECK(is_refused("{} {}"));
  CHECK(is_refused("{\"a\"}"));
  CHECK(is_refused("{\"a\":1,}"));
  CHECK(is_refused("[1,]"));
  CHECK(is_refused("{a:1}"));
  CHECK(is_refused("tru"));
  CHECK(is_refused(std::string(100'000, '[')));
  CHECK(again(std::string(50, '[') + std::string(50, ']')) ==
        std::string(50, '[') + std::string(50, ']'));
}
