// Proves that the registry of address ranges says what VirtualMemory did: purposes, commits that overlap, and what was given back.
#include "base/memory_tracking.h"

#include <catch2/catch.hpp>
#include <optional>

#include "base/virtual_memory.h"

using namespace minijvm;

namespace {

struct Tracking {
  explicit Tracking(MemoryTracking tracking) { set_memory_tracking(tracking); }
  ~Tracking() { set_memory_tracking(MemoryTracking::kOff); }
};

std::optional<TrackedRange> find(const std::byte* base) {
  for (const TrackedRange& range : tracked_ranges()) {
    if (range.base == reinterpret_cast<std::uintptr_t>(base)) {
      return range;
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("memory tracking: a range belongs to the purpose of the innermost scope",
          "[base][memory_tracking]") {
  Tracking on(MemoryTracking::kSummary);
  VirtualMemory inner;
  VirtualMemory after;
  {
    MemoryPurposeScope outer_scope(MemoryPurpose::kGc);
    {
      MemoryPurposeScope inner_scope(MemoryPurpose::kThread);
      inner = VirtualMemory::reserve(page_size(), page_size());
    }
    after = VirtualMemory::reserve(3 * page_size(), page_size());
  }
  VirtualMemory outside = VirtualMemory::reserve(page_size(), page_size());
  CHECK(find(inner.base())->purpose == MemoryPurpose::kThread);
  CHECK(find(after.base())->purpose == MemoryPurpose::kGc);
  CHECK(find(after.base())->bytes == 3 * page_size());
  CHECK(find(outside.base())->purpose == MemoryPurpose::kInternal);
}

TEST_CASE("memory tracking: commits that overlap count once, and what is given back does not count",
          "[base][memory_tracking]") {
  Tracking on(MemoryTracking::kSummary);
  const std::size_t page = page_size();
  std::byte* base = nullptr;
  {
    VirtualMemory memory = VirtualMemory::reserve(8 * page, page);
    base = memory.base();
    REQUIRE(memory.commit(0, 3 * page));
    REQUIRE(memory.commit(2 * page, 3 * page));
    CHECK(find(base)->committed_bytes() == 5 * page);
    CHECK(find(base)->committed.size() == 1);
    memory.uncommit(page, page);
    CHECK(find(base)->committed_bytes() == 4 * page);
    CHECK(find(base)->committed.size() == 2);
    memory.uncommit(0, 8 * page);
    CHECK(find(base)->committed.empty());
  }
  CHECK_FALSE(find(base).has_value());
}

TEST_CASE("memory tracking: only the detailed kind knows who called", "[base][memory_tracking]") {
  {
    Tracking on(MemoryTracking::kSummary);
    VirtualMemory memory = VirtualMemory::reserve(page_size(), page_size());
    CHECK(find(memory.base())->callers[0] == nullptr);
  }
  Tracking on(MemoryTracking::kDetail);
  VirtualMemory memory = VirtualMemory::reserve(page_size(), page_size());
  CHECK(find(memory.base())->callers[0] != nullptr);
}

TEST_CASE("memory tracking: off, nothing is kept", "[base][memory_tracking]") {
  VirtualMemory memory = VirtualMemory::reserve(page_size(), page_size());
  CHECK_FALSE(find(memory.base()).has_value());
}
