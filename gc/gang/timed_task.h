// A task for the gang that does another task and notes when each worker began and ended it. Only a
// gang whose statistics somebody wants uses it.
// Tested by tests/gc/work_gang_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gc/gang/gang_dispatcher.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {

class TimedTask final : public GangTask {
 public:
  TimedTask(GangTask& task, unsigned workers) : task_(task), spans_(workers) {}

  const char* name() const override { return task_.name(); }
  void work(unsigned worker) override {
    spans_[worker].begin_ns = sync::machine_ns();
    task_.work(worker);
    spans_[worker].end_ns = sync::machine_ns();
  }

  // By sync::machine_ns. REQUIRES: the dispatch is over.
  std::int64_t first_ns() const {
    return std::ranges::min_element(spans_, {}, &Span::begin_ns)->begin_ns;
  }
  std::int64_t last_ns() const {
    return std::ranges::max_element(spans_, {}, &Span::end_ns)->end_ns;
  }

 private:
  // Each worker writes its own cache line.
  struct alignas(64) Span {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
  };
  GangTask& task_;
  std::vector<Span> spans_;
};

}  // namespace minijvm::gc
