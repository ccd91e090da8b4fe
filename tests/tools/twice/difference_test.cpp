// Where two runs differ: the first line of each kind, and nothing if they are equal.
#include "tools/twice/difference.h"

#include <catch2/catch.hpp>

using minijvm::twice::difference_of;
using minijvm::twice::HeldRun;

TEST_CASE("difference: equal runs have none", "[twice]") {
  const HeldRun run{3, "a\nb\n", "c", "main begins the program\nmain ends\n"};
  REQUIRE(difference_of(run, run).empty());
  REQUIRE(difference_of({}, {}).empty());
}

TEST_CASE("difference: the first event that differs has its number", "[twice]") {
  REQUIRE(difference_of({.events = "e\nf\ng\n"}, {.events = "e\nF\nG\n"}) ==
          "- Event 2: first \"f\", then \"F\".\n");
}

TEST_CASE("difference: a run that goes on is another one than a run that ends", "[twice]") {
  REQUIRE(difference_of({.events = "e\n"}, {.events = "e\nf\n"}) ==
          "- Event 2: first nothing, then \"f\".\n");
  REQUIRE(difference_of({.out = "x\n"}, {}) == "- Line of output 1: first \"x\", then nothing.\n");
}

TEST_CASE("difference: the end of a line counts", "[twice]") {
  REQUIRE(difference_of({.out = "x\n"}, {.out = "x"}) ==
          "- Line of output 1: first \"x\", then \"x\" without an end of the line.\n");
}

TEST_CASE("difference: each kind has its line, events first", "[twice]") {
  REQUIRE(difference_of({1, "o\n", "e\n", "a\n"}, {2, "O\n", "E\n", "A\n"}) ==
          "- Event 1: first \"a\", then \"A\".\n"
          "- Line of output 1: first \"o\", then \"O\".\n"
          "- Line of standard error 1: first \"e\", then \"E\".\n"
          "- Exit code: first 1, then 2.\n");
}

TEST_CASE("difference: addresses count in the output only", "[twice]") {
  const std::string one = "<0x00007fc7cfc09f78>\n";
  const std::string other = "<0x00007fc7cfc09f68>\n";
  REQUIRE(difference_of({.err = one}, {.err = other}).empty());
  REQUIRE_FALSE(difference_of({.out = one}, {.out = other}).empty());
  REQUIRE_FALSE(difference_of({.err = one + "a"}, {.err = other + "b"}).empty());
  // Fewer digits are no address.
  REQUIRE_FALSE(difference_of({.err = "0x12\n"}, {.err = "0x13\n"}).empty());
  REQUIRE(difference_of({.err = "0x"}, {.err = "0x"}).empty());
}

TEST_CASE("difference: a long line is cut", "[twice]") {
  const std::string text = difference_of({.out = std::string(1000, 'x') + '\n'}, {});
  REQUIRE(text.size() < 300);
}
