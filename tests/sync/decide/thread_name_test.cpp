// Proves names of threads: their text, their order, and that births give them.
#include "sync/decide/thread_name.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace minijvm::decide;

TEST_CASE("thread names: text and back", "[decide][names]") {
  for (const char* text : {"main", "main/2/1", "main/4294967295", "vm/3", "vm/3/1"}) {
    REQUIRE(ThreadName::parse(text).value().text() == text);
  }
}

TEST_CASE("thread names: what is none", "[decide][names]") {
  for (const char* text : {"", "mai", "main/", "main//1", "main/0", "main/01", "main/-1", "main/1/",
                           "main/4294967296", "main/1x", "vm", "/1", "main 1"}) {
    INFO(text);
    REQUIRE_FALSE(ThreadName::parse(text).has_value());
  }
  std::string deep = "main";
  for (std::size_t i = 0; i < ThreadName::kMostDepth; ++i) {
    deep += "/1";
  }
  REQUIRE(ThreadName::parse(deep).has_value());
  REQUIRE_FALSE(ThreadName::parse(deep + "/1").has_value());
}

TEST_CASE("thread names: in the order of chapters, by number", "[decide][names]") {
  std::vector<std::string> texts = {"main", "main/1", "main/1/1", "main/2", "main/10", "vm/1"};
  std::vector<ThreadName> names;
  for (const std::string& text : texts) {
    names.push_back(*ThreadName::parse(text));
  }
  REQUIRE(std::is_sorted(names.begin(), names.end()));
}

TEST_CASE("thread names: births give them, whatever the numbers", "[decide][names]") {
  ThreadNames names;
  REQUIRE(names.born(5, kMainThread).text() == "main/1");
  REQUIRE(names.born(2, 5).text() == "main/1/1");
  REQUIRE(names.born(1, kMainThread).text() == "main/2");
  REQUIRE(names.born(3, 5).text() == "main/1/2");
  REQUIRE(names.born(4, kNoThread).text() == "vm/1");
  REQUIRE(names[2].text() == "main/1/1");
  REQUIRE(names[kMainThread].text() == "main");
}
