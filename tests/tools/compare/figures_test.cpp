// Proves medians, spreads, and when a figure is noisy.
#include "tools/compare/figures.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "made_runs.h"

using namespace minijvm::compare;

namespace {

const Row& row(const std::vector<Row>& rows, Figure figure) { return *std::ranges::find(rows, figure, &Row::figure); }

}  // namespace

TEST_CASE("the median of an odd and of an even number of runs") {
  CHECK_FALSE(sample_of({}));
  CHECK(sample_of({3, 1, 2})->median == 2);
  CHECK(sample_of({4, 1, 2, 3})->median == 2.5);
  CHECK(sample_of({7})->spread() == 0);
  CHECK(sample_of({90, 100, 120})->spread() == 30);
  CHECK(sample_of({0, 0, 5})->spread() == 0);
}

TEST_CASE("a row has a median for each variant, and a remark") {
  const std::vector<VariantRuns> variants = {made_variant("one", {100, 104, 102}), made_variant("two", {1190, 1195, 1200})};
  const std::vector<Row> rows = rows_of(variants);
  const Row& wall = row(rows, Figure::kWall);
  CHECK(wall.text(0) == "102");
  CHECK(wall.text(1) == "1,195");
  CHECK(wall.remark(variants) == "spread at most 4 %");
}

TEST_CASE("a spread over 20 percent is noisy, unless it is small") {
  const std::vector<VariantRuns> variants = {made_variant("wild", {100, 104, 134}), made_variant("calm", {100, 101, 102}), made_variant("short", {10, 14, 19})};
  const std::vector<Row> rows = rows_of(variants);
  const Row& wall = row(rows, Figure::kWall);
  CHECK(wall.is_noisy(0));
  CHECK_FALSE(wall.is_noisy(1));
  CHECK_FALSE(wall.is_noisy(2));
  CHECK(wall.remark(variants) == "noisy, do not conclude: wild 33 %");
  CHECK(row(rows, Figure::kRss).remark(variants).empty());
}

TEST_CASE("a spread of a small median is not told in full") {
  const std::vector<VariantRuns> variants = {made_variant("wild", {1, 2, 5000})};
  CHECK(row(rows_of(variants), Figure::kWall).remark(variants) == "noisy, do not conclude: wild > 999 %");
}

TEST_CASE("few milliseconds have no spread") {
  const std::vector<VariantRuns> variants = {made_variant("short", {10, 14, 19})};
  const std::vector<Row> rows = rows_of(variants);
  CHECK(row(rows, Figure::kWall).remark(variants) == "too small for a spread");
}

TEST_CASE("figures of recordings: pauses are counted, summed, and the longest is found") {
  RunFigures figures;
  figures.pauses_ns = {2 * kMilli, 5 * kMilli, kMilli};
  figures.switches = 12840;
  const std::vector<VariantRuns> variants = {made_variant("one", {100}, figures), made_variant("two", {100})};
  const std::vector<Row> rows = rows_of(variants);
  CHECK(row(rows, Figure::kPauses).text(0) == "3");
  CHECK(row(rows, Figure::kPauseTotal).text(0) == "8.0");
  CHECK(row(rows, Figure::kPauseLongest).text(0) == "5.0");
  CHECK(row(rows, Figure::kPauseLongest).text(1) == "0.0");
  CHECK(row(rows, Figure::kSwitches).text(0) == "12,840");
  CHECK(row(rows, Figure::kSwitches).text(1) == "-");
  CHECK(row(rows, Figure::kWall).remark(variants).empty());
}

TEST_CASE("a variant without a run has no figures") {
  const std::vector<VariantRuns> variants = {made_variant("one", {})};
  for (const Row& one : rows_of(variants)) {
    CHECK(one.text(0) == "-");
    CHECK_FALSE(one.is_noisy(0));
  }
}
