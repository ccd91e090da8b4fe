#include "vm/inspect/table_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "runtime/table_statistics.h"
#include "vm/java/string_table.h"

namespace minijvm::vm {
namespace {

using runtime::TableStatistics;

bool wanted = false;

std::string bytes_line(const char* label, std::size_t count, std::size_t bytes, const std::string& each) {
  return fmt::format("{:<24}: {:>9} = {:>9} bytes, {}\n", label, count, bytes, each);
}

std::string text_of(const char* name, const TableStatistics& table) {
  const double buckets = static_cast<double>(table.buckets);
  const double average = static_cast<double>(table.entries) / buckets;
  const double variance = static_cast<double>(table.squares) / buckets - average * average;
  const double average_literal = table.entries == 0 ? 0 : static_cast<double>(table.literal_bytes) / static_cast<double>(table.entries);
  const std::size_t bucket_bytes = table.buckets * table.bytes_a_bucket;
  const std::size_t entry_bytes = table.entries * table.bytes_an_entry;
  std::string text = fmt::format("{} statistics:\n", name);
  text += bytes_line("Number of buckets", table.buckets, bucket_bytes, fmt::format("each {}", table.bytes_a_bucket));
  text += bytes_line("Number of entries", table.entries, entry_bytes, fmt::format("each {}", table.bytes_an_entry));
  text += bytes_line("Number of literals", table.entries, table.literal_bytes, fmt::format("avg {:7.3f}", average_literal));
  text += fmt::format("{:<24}: {:>9} = {:>9} bytes\n", "Total footprint", "", bucket_bytes + entry_bytes + table.literal_bytes);
  text += fmt::format("{:<24}: {:>9.3f}\n", "Average bucket size", average);
  text += fmt::format("{:<24}: {:>9.3f}\n", "Variance of bucket size", variance);
  text += fmt::format("{:<24}: {:>9.3f}\n", "Std. dev. of bucket size", std::sqrt(std::max(variance, 0.0)));
  return text + fmt::format("{:<24}: {:>9}\n", "Maximum bucket size", table.largest_bucket);
}

}  // namespace

void want_table_statistics() { wanted = true; }

void print_table_statistics(runtime::JavaThread& self) {
  if (wanted) {
    const std::string text = text_of("SymbolTable", runtime::symbol_table_statistics()) + text_of("StringTable", string_table_statistics(self));
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

}  // namespace minijvm::vm
