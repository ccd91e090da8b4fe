// Proves that a broken invariant stops the process with its sentence, its values and the listener's words.
#include "base/check.h"

#include <catch2/catch.hpp>

#include "base/base_listener.h"
#include "base/fatal_headline.h"
#include "tests/base/support.h"

using namespace minijvm;

TEST_CASE("check: a true condition costs nothing, a false one aborts with its sentence",
          "[base][check]") {
  int seen = 0;
  MJ_CHECK(++seen == 1, "never printed");
  REQUIRE(seen == 1);
  const Death death = die([] { MJ_CHECK(1 + 1 == 3, "one and one made %d", 2); });
  REQUIRE(death.signal == SIGABRT);
  REQUIRE_THAT(death.text, Catch::Contains("1 + 1 == 3"));
  REQUIRE_THAT(death.text, Catch::Contains("one and one made 2"));
}

TEST_CASE("check: the listener adds to the report, and a failure inside it ends at once",
          "[base][check]") {
  const Death death = die([] {
    struct Listener final : BaseListener {
      void fatal_error(std::FILE* out) override {
        std::fprintf(out, "listener was here, headline again:\n%s\n", fatal_headline());
      }
    } listener;
    set_base_listener(&listener);
    MJ_UNREACHABLE("a place of number %d", 7);
  });
  REQUIRE(death.signal == SIGABRT);
  REQUIRE_THAT(death.text,
               Catch::Contains("a place of number 7\n#\n") && Catch::Contains("listener was here"));
  REQUIRE_THAT(death.text.substr(death.text.find("headline again")),
               Catch::Contains("a place of number 7"));
  const Death twice = die([] {
    struct Listener final : BaseListener {
      void fatal_error(std::FILE*) override { MJ_UNREACHABLE("inside the listener"); }
    } listener;
    set_base_listener(&listener);
    MJ_UNREACHABLE("outside");
  });
  REQUIRE(twice.signal == SIGABRT);
  REQUIRE_THAT(twice.text, !Catch::Contains("inside the listener"));
}
