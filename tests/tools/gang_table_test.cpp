// Proves that the tables of the gang have a line for each task, and one for the workers.
#include <catch2/catch.hpp>

#include "tools/reports/gang_statistics.h"

namespace {

minijvm::gc::GangStatistics three_tasks() {
  minijvm::gc::GangStatistics statistics;
  statistics.add("Empty task", {70'000, 20'000, 10'000, {1, 0}});
  statistics.add("Empty task", {90'000, 20'000, 10'000, {1, 2}});
  statistics.add("Young", {3'000'000, 1'000'000, 2'000'000, {0, 0}});
  return statistics;
}

}  // namespace

TEST_CASE("gang table: a line for each task", "[reports][gang]") {
  const std::string table = minijvm::vm::gang_table(three_tasks());
  INFO(table);
  CHECK(table.find("99.9 percentile") != std::string::npos);
  CHECK(table.find("Empty task                2    0.0800 ms") != std::string::npos);
  CHECK(table.find("Young                     1    3.0000 ms") != std::string::npos);
}

TEST_CASE("gang table: the parts of a dispatch, and who slept", "[reports][gang]") {
  const std::string table = minijvm::vm::gang_parts_table(three_tasks(), {17, 5});
  INFO(table);
  const std::string empty = "Empty task           0.0200 ms      0.0100 ms          2          2\n";
  CHECK(table.find(empty) != std::string::npos);
  CHECK(table.find("\nWorkers, all ") != std::string::npos);
  CHECK(table.ends_with(" 17          5\n"));
}
