// How long each kind of task took from its dispatch to the end of its last worker: the table of JDK-8087324's announcement.
// Proved by tests/gc/work_gang_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gc/latency_record.h"

namespace minijvm::gc {

class GangStatistics {
 public:
  // name: text that lives as long as the process. By the coordinator alone.
  void add(const char* name, std::int64_t ns);
  // Null: there was none of that name.
  const LatencyRecord* find(const char* name) const;
  // A line of headings and one for each kind of task, in ms as the source prints them.
  std::string table() const;

 private:
  struct Row {
    const char* name;
    LatencyRecord latencies;
  };
  std::vector<std::unique_ptr<Row>> rows_;
};

}  // namespace minijvm::gc
