// Proves the text of the terminal.
#include <catch2/catch.hpp>

#include "made_runs.h"
#include "tools/compare/comparison.h"

using namespace minijvm::compare;

namespace {

Comparison made_comparison() {
  Comparison comparison;
  comparison.variants = {made_variant("1:1", {812, 815, 809}), made_variant("M:N", {640, 650, 630})};
  comparison.machine = {"Example", 2, "7.8 GB", "Linux 6.1", 0.42};
  conclude(comparison);
  return comparison;
}

}  // namespace

TEST_CASE("the verdict, the table, the method, the machine and the sentences") {
  const std::string text = terminal_text(made_comparison(), false);
  CHECK_THAT(text, Catch::StartsWith("same output: yes (all exit 0)\n\n"
                                     "                        1:1      M:N\n"
                                     "wall ms                 812      640   spread at most 4 %\n"));
  CHECK_THAT(text, Catch::Contains("Medians of 3 runs; the variants took turns") && Catch::Contains("runs without a recording"));
  CHECK_THAT(text, Catch::Contains("2 processors (Example), 7.8 GB, Linux 6.1, load 0.42\n"));
  CHECK_THAT(text, Catch::Contains("- M:N takes 640 ms, and 1:1 812 ms, 1.3 times as long.\n"));
}

TEST_CASE("what differs is in red on a terminal only") {
  Comparison comparison = made_comparison();
  comparison.variants[1].endings[0] = ending(3, "done\n");
  conclude(comparison);
  CHECK_THAT(terminal_text(comparison, false), Catch::StartsWith("same output: NO\n- M:N (round 1) differs"));
  CHECK_THAT(terminal_text(comparison, true), Catch::StartsWith("\033[1;31msame output: NO\033[0m\n"));
}

TEST_CASE("a busy machine is said first among the sentences") {
  Comparison comparison = made_comparison();
  comparison.machine.load = 1.5;
  conclude(comparison);
  CHECK(comparison.sentences[0] == "The machine was busy when this began (load 1.50 on 2 processors), so times may be those of other programs.");
}
