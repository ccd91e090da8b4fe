// Records what each kind of task cost: how long it took, in which parts, and how often the
// coordinator slept meanwhile. The columns of the whole time are those of the announcement of
// JDK-8087324 (gang_dispatcher.h).
// Tested by tests/gc/work_gang_test.cpp.
//
//   dispatch           first instruction              last instruction       dispatch returns
//   | -- to_first ---- | -- first_to_last ----------- |                      |
//   | -- whole ------------------------------------------------------------- |
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gc/gang/context_switches.h"
#include "gc/gang/latency_record.h"

namespace minijvm::gc {

// One dispatch, in nanoseconds.
struct DispatchCost {
  std::int64_t whole_ns;
  std::int64_t to_first_ns;
  std::int64_t first_to_last_ns;
  ContextSwitches coordinator;
};

class GangStatistics {
 public:
  struct Row {
    const char* name;
    LatencyRecord whole;
    LatencyRecord to_first;
    LatencyRecord first_to_last;
    ContextSwitches coordinator;
  };
  // Adds one measurement. `name` lives as long as the process. Called by the coordinator only.
  void add(const char* name, const DispatchCost& cost);
  // The measurements of one kind of task; null: there are none.
  const Row* find(const char* name) const;
  // In the order of each task's first measurement.
  const std::vector<std::unique_ptr<Row>>& rows() const { return rows_; }

 private:
  Row& row_of(const char* name);
  std::vector<std::unique_ptr<Row>> rows_;
};

}  // namespace minijvm::gc
