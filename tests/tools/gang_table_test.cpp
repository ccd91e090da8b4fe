// Proves that the table of latencies names each task.
#include <catch2/catch.hpp>

#include "tools/reports/gang_statistics.h"

TEST_CASE("gang table: a line for each task", "[reports][gang]") {
  minijvm::gc::GangStatistics statistics;
  statistics.add("Empty task", 70'000);
  statistics.add("Empty task", 90'000);
  statistics.add("Young", 3'000'000);
  const std::string table = minijvm::vm::gang_table(statistics);
  INFO(table);
  CHECK(table.find("99.9 percentile") != std::string::npos);
  CHECK(table.find("Empty task                2    0.0800 ms") != std::string::npos);
  CHECK(table.find("Young                     1    3.0000 ms") != std::string::npos);
}
