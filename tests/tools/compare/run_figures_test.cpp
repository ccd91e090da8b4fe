// Proves that the figures which the VM prints are those that are read.
#include "tools/record/timeline/run_figures.h"

#include <catch2/catch.hpp>

using namespace minijvm::vm::record;

TEST_CASE("what is printed is read, and the rest of the text is left") {
  RunFigures figures;
  figures.main_ns = 41;
  figures.lwps = 14;
  figures.switches = 12840;
  figures.contended_enters = 4102;
  figures.hand_overs = 210;
  figures.lost = 3;
  figures.pauses_ns = {5, 7};
  figures.states_ns = {{"ready", 11}, {"running", 13}};
  figures.locks = {{"a Gate", 2, 17}};
  const std::string text = print_figures(figures) + "{}";
  std::string_view rest = text;
  const RunFigures read = take_figures(rest).take();
  CHECK(rest == "{}");
  CHECK(print_figures(read) == print_figures(figures));
  CHECK(read.main_ns == 41);
  CHECK(read.locks[0].of == "a Gate");
}

TEST_CASE("what is not there is not read as 0") {
  const std::string text = print_figures({});
  std::string_view rest = text;
  const RunFigures read = take_figures(rest).take();
  CHECK_FALSE(read.switches);
  CHECK_FALSE(read.main_ns);
}

TEST_CASE("a text without figures, and one that is cut off") {
  std::string_view none = "Error: no such class\n";
  CHECK(take_figures(none).error() == "the VM has left no recording");
  const std::string text = print_figures({});
  std::string_view cut = std::string_view(text).substr(0, text.size() - 1);
  CHECK(take_figures(cut).error() == "the VM's recording is cut off");
}
