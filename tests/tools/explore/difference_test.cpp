// Proves where two runs are said to part, and which read is named.
#include "tools/explore/search/difference.h"

#include <catch2/catch.hpp>

using namespace minijvm::explore;

namespace {

const std::string kOneReads = "main/1\tone\tA.add(A.java:3)\tgetstatic A.x -> 0";
const std::string kOneWrites = "main/1\tone\tA.add(A.java:3)\tputstatic A.x = 1";

std::string two(const char* text) { return std::string("main/2\ttwo\tA.add(A.java:3)\t") + text; }

}  // namespace

TEST_CASE("the same runs") {
  CHECK(difference_text({kOneReads}, {kOneReads, "main/1\tone\t\t---- preempted here ----"}) ==
        "The two runs are the same, 1 steps.\n");
}

TEST_CASE("runs part at a step, and a read sees another write") {
  const std::string text =
      difference_text({kOneReads, kOneWrites, two("getstatic A.x -> 1"), two("putstatic A.x = 2")},
                      {kOneReads, two("getstatic A.x -> 0"), two("putstatic A.x = 1"), kOneWrites});
  CHECK_THAT(text, Catch::StartsWith("The runs are the same for 1 steps."));
  CHECK_THAT(text, Catch::Contains("   2  one: putstatic A.x = 1") &&
                       Catch::Contains("   2  two: getstatic A.x -> 0"));
  CHECK_THAT(text, Catch::Contains(
                       "another value:\n  good step 3, two, A.add(A.java:3): getstatic A.x -> 1\n"
                       "  bad  step 2, two, A.add(A.java:3): getstatic A.x -> 0\n"));
}

TEST_CASE("a run that ends earlier") {
  CHECK_THAT(difference_text({kOneReads, kOneWrites}, {kOneReads}),
             Catch::Contains("2  one: putstatic"));
}
