// Tells how full a hash table is and how much memory it takes, for -XX:+PrintStringTableStatistics.
// Tested by tests/java/text/TableStatistics.java.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "runtime/fwd.h"

namespace minijvm::runtime {

struct TableStatistics {
  std::size_t buckets = 0;
  std::size_t bytes_a_bucket = 0;
  std::size_t entries = 0;
  std::size_t bytes_an_entry = 0;  // besides the bucket; 0: the entry is the bucket itself
  std::size_t literal_bytes = 0;   // the texts that the entries refer to
  std::size_t squares = 0;         // sum of the squares of the bucket sizes, for the variance
  std::size_t largest_bucket = 0;

  // Counts a bucket with `size` entries.
  void add_bucket(std::size_t size) {
    ++buckets;
    entries += size;
    squares += size * size;
    largest_bucket = std::max(largest_bucket, size);
  }
};

// Returns the statistics of the table of symbols (symbol_table.h). Symbols that are not in the
// table do not count.
TableStatistics symbol_table_statistics();
// Returns the Symbols of the table. Threads may make others meanwhile.
std::vector<const Symbol*> all_symbols();

}  // namespace minijvm::runtime
