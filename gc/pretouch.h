// -XX:+AlwaysPreTouch: pages are touched before they are used, so that the program does not wait for the kernel to find them.
// Proved by tests/gc/pretouch_test.cpp.
// Source: Improving Application Efficiency Through Chip Multi-Threading, section 2.1.1, MPO: a page lies near the processor that touches it first, so
// one thread alone should not touch them all; the workers of the gang do it together.
#pragma once

#include <cstddef>
#include <vector>

#include "gc/gang_dispatcher.h"
#include "sync/atomic.h"

namespace minijvm::gc {

// Fresh pages are zero, and stay so.
void touch_pages(volatile std::byte* start, std::size_t bytes);

class PretouchTask final : public GangTask {
 public:
  void add(std::byte* start, std::byte* end);

  const char* name() const override { return "Pre-touch"; }
  void work(unsigned worker) override;

 private:
  struct Chunk {
    std::byte* start;
    std::size_t bytes;
  };
  std::vector<Chunk> chunks_;
  sync::Atomic<std::size_t> next_{0};
};

}  // namespace minijvm::gc
