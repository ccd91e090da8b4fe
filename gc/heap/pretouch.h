// -XX:+AlwaysPreTouch: touches pages before the program uses them, so that it does not wait for the
// kernel's page faults.
// Tested by tests/gc/pretouch_test.cpp.
// Source: N. Nagarajayya, "Improving Application Efficiency Through Chip Multi-Threading", 2005,
// section 2.1.1 (MPO): a page is placed near the processor that touches it first. So one thread
// should not touch all pages; the workers of the gang do it together.
#pragma once

#include <cstddef>
#include <vector>

#include "gc/gang/gang_dispatcher.h"
#include "sync/atomic.h"

namespace minijvm::gc {

// Writes a zero to each page. REQUIRES: the pages are fresh, so they are zero already.
void touch_pages(volatile std::byte* start, std::size_t bytes);

// A task for the gang: the workers claim chunks of 2 MiB one after the other.
class PretouchTask final : public GangTask {
 public:
  // Adds [start, end) to the memory that will be touched. REQUIRES: the task does not run yet.
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
