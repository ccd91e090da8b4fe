// The table of dispatches. The coordinator adds to it after each dispatch of a watched gang;
// tools/reports prints it at the end, and tests look into it.
#include "gc/gang/gang_statistics.h"

#include <cstring>

namespace minijvm::gc {

const GangStatistics::Row* GangStatistics::find(const char* name) const {
  for (const auto& row : rows_) {
    // Callers of find() may have another copy of the name's text.
    if (std::strcmp(row->name, name) == 0) {
      return row.get();
    }
  }
  return nullptr;
}

GangStatistics::Row& GangStatistics::row_of(const char* name) {
  for (const auto& row : rows_) {
    // Comparing pointers is enough: a task's name is always the same text. There are only a few
    // rows.
    if (row->name == name) {
      return *row;
    }
  }
  rows_.push_back(std::make_unique<Row>(Row{name, {}, {}, {}, {}}));
  return *rows_.back();
}

void GangStatistics::add(const char* name, const DispatchCost& cost) {
  Row& row = row_of(name);
  row.whole.add(cost.whole_ns);
  row.to_first.add(cost.to_first_ns);
  row.first_to_last.add(cost.first_to_last_ns);
  row.coordinator += cost.coordinator;
}

}  // namespace minijvm::gc
