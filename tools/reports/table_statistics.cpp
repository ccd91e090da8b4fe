// Formats the statistics of the symbol table and of the table of interned strings in HotSpot's
// layout, and prints them when the VM ends.
#include "tools/reports/table_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "runtime/class/table_statistics.h"
#include "tools/reports/reports_state.h"
#include "vm/java/string_table.h"

namespace minijvm::vm {
namespace {

using runtime::TableStatistics;

// Prints one row of the table: a number of things, and the bytes that they take.
std::string bytes_line(const char* label, std::size_t count, std::size_t bytes,
                       const std::string& each) {
  return fmt::format("{:<24}: {:>9} = {:>9} bytes, {}\n", label, count, bytes, each);
}

}  // namespace

std::string table_statistics_text(const char* name, const TableStatistics& table) {
  const double buckets = static_cast<double>(table.buckets);
  const double average = static_cast<double>(table.entries) / buckets;
  // The variance is the mean of the squares minus the square of the mean.
  const double variance = static_cast<double>(table.squares) / buckets - average * average;
  const double average_literal = table.entries == 0 ? 0
                                                    : static_cast<double>(table.literal_bytes) /
                                                          static_cast<double>(table.entries);
  const std::size_t bucket_bytes = table.buckets * table.bytes_a_bucket;
  const std::size_t entry_bytes = table.entries * table.bytes_an_entry;
  std::string text = fmt::format("{} statistics:\n", name);
  text += bytes_line("Number of buckets", table.buckets, bucket_bytes,
                     fmt::format("each {}", table.bytes_a_bucket));
  text += bytes_line("Number of entries", table.entries, entry_bytes,
                     fmt::format("each {}", table.bytes_an_entry));
  text += bytes_line("Number of literals", table.entries, table.literal_bytes,
                     fmt::format("avg {:7.3f}", average_literal));
  text += fmt::format("{:<24}: {:>9} = {:>9} bytes\n", "Total footprint", "",
                      bucket_bytes + entry_bytes + table.literal_bytes);
  text += fmt::format("{:<24}: {:>9.3f}\n", "Average bucket size", average);
  text += fmt::format("{:<24}: {:>9.3f}\n", "Variance of bucket size", variance);
  // Rounding can make a variance of zero slightly negative, and the root of that is no number.
  text += fmt::format("{:<24}: {:>9.3f}\n", "Std. dev. of bucket size",
                      std::sqrt(std::max(variance, 0.0)));
  return text + fmt::format("{:<24}: {:>9}\n", "Maximum bucket size", table.largest_bucket);
}

void want_table_statistics() { reports_state.table_statistics = true; }

void print_table_statistics(runtime::JavaThread& self) {
  if (reports_state.table_statistics) {
    // Each table is read under its own lock, so the two need not be of the same moment.
    const std::string text =
        table_statistics_text("SymbolTable", runtime::symbol_table_statistics()) +
        table_statistics_text("StringTable", string_table_statistics(self));
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

}  // namespace minijvm::vm
