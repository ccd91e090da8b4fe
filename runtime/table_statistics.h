// How full a hash table is and what it takes: -XX:+PrintStringTableStatistics. Proved by tests/java/text/TableStatistics.java.
#pragma once

#include <algorithm>
#include <cstddef>

namespace minijvm::runtime {

struct TableStatistics {
  std::size_t buckets = 0;
  std::size_t bytes_a_bucket = 0;
  std::size_t entries = 0;
  std::size_t bytes_an_entry = 0;  // besides the bucket; 0: the entry is in the bucket itself
  std::size_t literal_bytes = 0;   // what the entries name
  std::size_t squares = 0;         // sum of the squares of the buckets' sizes
  std::size_t largest_bucket = 0;

  void add_bucket(std::size_t size) {
    ++buckets;
    entries += size;
    squares += size * size;
    largest_bucket = std::max(largest_bucket, size);
  }
};

// Of the table of symbols (symbol_table.h); names outside of it do not count.
TableStatistics symbol_table_statistics();

}  // namespace minijvm::runtime
