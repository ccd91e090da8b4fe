// Proves that the data of the page is JSON, whatever a program prints.
#include "tools/compare/page_data.h"

#include <catch2/catch.hpp>

#include "made_runs.h"

using namespace minijvm::compare;

TEST_CASE("texts as JSON has them") {
  CHECK(quoted("a\"b\\c\n") == R"("a\"b\\c\u000a")");
  CHECK(quoted("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80") == "\"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
}

TEST_CASE("bytes that are no UTF-8 are replaced, each alone") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(quoted("\xFFz") == '"' + mark + "z\"");
  CHECK(quoted("\xC3") == '"' + mark + '"');
  CHECK(quoted("\xC0\x80") == '"' + mark + mark + '"');          // too long for what it means
  CHECK(quoted("\xED\xA0\x80") == '"' + mark + mark + mark + '"');  // half of a pair
  CHECK(quoted("\xF4\x90\x80\x80").size() == 4 * mark.size() + 2);
}

TEST_CASE("the recording is copied behind its figures") {
  Comparison comparison;
  comparison.settings.program = "money.Bank";
  comparison.variants = {made_variant("1:1", {812}), made_variant("M:N", {640})};
  comparison.variants[0].recording = std::make_shared<minijvm::launched::MemoryFile>("recording");
  REQUIRE(comparison.variants[0].recording->append(minijvm::vm::record::print_figures({}) + "{\"format\":\"minijvm-timeline\"}"));
  conclude(comparison);
  const std::string data = page_data(comparison);
  CHECK_THAT(data, Catch::StartsWith("{\"format\":\"minijvm-compare\",\"version\":1,\"about\":{\"title\":\"Bank\""));
  CHECK_THAT(data, Catch::Contains("\"recording\":{\"format\":\"minijvm-timeline\"}") && Catch::Contains("\"recording\":null"));
  CHECK_THAT(data, Catch::Contains("\"wall_ns\":812000000"));
}
