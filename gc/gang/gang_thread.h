// The facts that a thread dump prints about one of the collector's threads.
// Tested by tests/gc/work_gang_test.cpp and tests/vm/thread_dump.
#pragma once

#include <cstdint>

namespace minijvm::gc {

struct GangThread {
  unsigned number;
  // An address that identifies the thread; it is unique among all threads.
  const void* handle;
  std::int32_t kernel_id;
  // The time at which it was created, by sync::machine_ns.
  std::int64_t start_ns;
};

}  // namespace minijvm::gc
