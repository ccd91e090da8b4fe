// Proves what is said about runs that do not do the same.
#include "tools/compare/verdict.h"

#include <catch2/catch.hpp>

#include "made_runs.h"

using namespace minijvm::compare;

TEST_CASE("runs that print the same and end alike") {
  const Verdict verdict = verdict_of({made_variant("a", {1, 1}), made_variant("b", {1, 1})});
  CHECK(verdict.is_same);
  CHECK(verdict.sentences == std::vector<std::string>{"same output: yes (all exit 0)"});
}

TEST_CASE("the first line that differs, in the first run that differs") {
  VariantRuns other = made_variant("M:N", {1, 1});
  other.endings[1] = ending(0, "done\nmore\n");
  const Verdict verdict = verdict_of({made_variant("1:1", {1, 1}), other});
  CHECK_FALSE(verdict.is_same);
  CHECK(verdict.sentences ==
        std::vector<std::string>{"M:N (round 1, recorded) differs from 1:1 (round 1): Line of output 2: first nothing, then \"more\"."});
}

TEST_CASE("an exit code, with the reason that standard error gives") {
  VariantRuns other = made_variant("b", {1});
  other.endings[0] = ending(1, "done\n", "Exception in main\n at Main\n");
  const Verdict verdict = verdict_of({made_variant("a", {1}), other});
  CHECK(verdict.sentences == std::vector<std::string>{"b (round 1) differs from a (round 1): Exit code: first 0, then 1. It says: Exception in main"});
}

TEST_CASE("a program that never prints the same differs from itself") {
  VariantRuns random = made_variant("a", {1});
  random.endings[1] = ending(0, "other\n");
  const Verdict verdict = verdict_of({random, made_variant("b", {1})});
  CHECK(verdict.sentences.size() == 1);
  CHECK(verdict.sentences[0] == "a does not print the same twice, so the outputs cannot tell the variants apart (round 1, recorded). Line of output 1: first \"done\", then \"other\".");
  CHECK_FALSE(verdict.is_same);
}

TEST_CASE("a program that never prints the same may still end otherwise") {
  VariantRuns random = made_variant("a", {1});
  random.endings[1] = ending(0, "other\n");
  VariantRuns other = made_variant("b", {1});
  other.endings[0] = ending(3, "third\n");
  CHECK(verdict_of({random, other}).sentences.at(1) == "b (round 1) differs from a (round 1): Exit code: first 0, then 3.");
}

TEST_CASE("much output is compared behind what is kept, too") {
  const std::string much(Output::kKept, 'x');
  VariantRuns one = made_variant("a", {1});
  VariantRuns other = made_variant("b", {1});
  for (std::size_t i = 0; i < 2; ++i) {
    one.endings[i] = ending(0, much + "y");
    other.endings[i] = ending(0, much + "z");
  }
  CHECK(one.endings[0].out.kept().size() == Output::kKept);
  CHECK_THAT(verdict_of({one, other}).sentences[0], Catch::Contains("behind its first 1048576 bytes"));
  CHECK(verdict_of({one, one}).is_same);
}

TEST_CASE("why a variant has stopped is said first") {
  VariantRuns stopped = made_variant("M:1", {});
  stopped.stopped = "M:1 did not end.";
  const Verdict verdict = verdict_of({stopped, made_variant("1:1", {1})});
  CHECK_FALSE(verdict.is_same);
  CHECK(verdict.sentences == std::vector<std::string>{"M:1 did not end."});
}
