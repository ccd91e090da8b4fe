// Records how long each kind of task took, from its dispatch to the end of its last worker. The
// table is that of the announcement of JDK-8087324 (gang_dispatcher.h).
// Tested by tests/gc/work_gang_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gc/gang/latency_record.h"

namespace minijvm::gc {

class GangStatistics {
 public:
  struct Row {
    const char* name;
    LatencyRecord latencies;
  };
  // Adds one measurement. `name` lives as long as the process. Called by the coordinator only.
  void add(const char* name, std::int64_t ns);
  // The measurements of one kind of task; null: there are none.
  const LatencyRecord* find(const char* name) const;
  // In the order of each task's first measurement.
  const std::vector<std::unique_ptr<Row>>& rows() const { return rows_; }

 private:
  std::vector<std::unique_ptr<Row>> rows_;
};

}  // namespace minijvm::gc
