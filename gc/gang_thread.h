// What a thread dump says about one of the collector's threads. Proved by tests/gc/work_gang_test.cpp and tests/vm/thread_dump.
#pragma once

#include <cstdint>

namespace minijvm::gc {

struct GangThread {
  unsigned number;
  const void* handle;  // tells it from other threads
  std::int32_t kernel_id;
  std::int64_t start_ns;  // sync::monotonic_ns
};

}  // namespace minijvm::gc
