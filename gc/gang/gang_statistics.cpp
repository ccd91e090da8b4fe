// The table of dispatch times. The coordinator adds to it after each dispatch; tools/reports prints
// it at the end, and tests look into it.
#include "gc/gang/gang_statistics.h"

#include <cstring>

namespace minijvm::gc {
const LatencyRecord* GangStatistics::find(const char* name) const {
  for (const auto& row : rows_) {
    // Callers of find() may have another copy of the name's text.
    if (std::strcmp(row->name, name) == 0) {
      return &row->latencies;
    }
  }
  return nullptr;
}

void GangStatistics::add(const char* name, std::int64_t ns) {
  for (const auto& row : rows_) {
    // Comparing pointers is enough: a task's name is always the same text. There are only a few
    // rows.
    if (row->name == name) {
      row->latencies.add(ns);
      return;
    }
  }
  rows_.push_back(std::make_unique<Row>(Row{name, {}}));
  rows_.back()->latencies.add(ns);
}

}  // namespace minijvm::gc
