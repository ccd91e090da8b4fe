#include "gc/gang_statistics.h"

#include <cstdio>
#include <cstring>

namespace minijvm::gc {
namespace {

double ms(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }

}  // namespace

const LatencyRecord* GangStatistics::find(const char* name) const {
  for (const auto& row : rows_) {
    if (std::strcmp(row->name, name) == 0) {
      return &row->latencies;
    }
  }
  return nullptr;
}

void GangStatistics::add(const char* name, std::int64_t ns) {
  for (const auto& row : rows_) {
    if (row->name == name) {
      row->latencies.add(ns);
      return;
    }
  }
  rows_.push_back(std::make_unique<Row>(Row{name, {}}));
  rows_.back()->latencies.add(ns);
}

std::string GangStatistics::table() const {
  char line[160];
  std::snprintf(line, sizeof line, "%-16s %10s %12s %12s %16s %12s\n", "Task", "Count", "Average", "Median", "99.9 percentile", "Max");
  std::string text = line;
  for (const auto& row : rows_) {
    const LatencyRecord& all = row->latencies;
    std::snprintf(line, sizeof line, "%-16s %10llu %9.4f ms %9.4f ms %13.4f ms %9.4f ms\n", row->name, static_cast<unsigned long long>(all.count()),
                  ms(all.average_ns()), ms(all.quantile_ns(500)), ms(all.quantile_ns(999)), ms(all.max_ns()));
    text += line;
  }
  return text;
}

}  // namespace minijvm::gc
