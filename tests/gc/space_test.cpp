// Proves: spaces bump up to their limit, tell stale bytes from zero ones, and give pages back.
#include "gc/space.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "base/bits.h"

namespace minijvm::gc {

TEST_CASE("space: bumps to its limit and no further", "[gc][space]") {
  VirtualMemory memory = VirtualMemory::reserve(1 * kMiB, page_size());
  Space space;
  space.initialize(memory, memory.base(), memory.end());
  CHECK(space.bump(8) == nullptr);
  REQUIRE(space.set_capacity(64 * kKiB));
  CHECK(space.bump(64 * kKiB - 8) == memory.base());
  CHECK(space.bump(16) == nullptr);
  CHECK(space.bump(8) != nullptr);
  CHECK(space.free() == 0);
  CHECK(space.contains(memory.base()));
  CHECK_FALSE(space.contains(memory.base() + 64 * kKiB));
}

TEST_CASE("space: knows which bytes are left over, and can have them zero", "[gc][space]") {
  VirtualMemory memory = VirtualMemory::reserve(1 * kMiB, page_size());
  Space space;
  space.initialize(memory, memory.base(), memory.end());
  REQUIRE(space.set_capacity(256 * kKiB));
  std::byte* start = space.bump(100'000);
  CHECK(space.stale_bytes(start, 100'000) == 0);
  std::memset(start, 0x5a, 100'000);
  space.reset_to(start + 1000);
  CHECK(space.stale_bytes(space.top(), 200'000) == 99'000);
  space.release_stale_pages();
  CHECK(space.stale_bytes(space.top(), 200'000) == 0);
  for (std::size_t i = 1000; i < 100'000; i += 8) {
    REQUIRE(start[i] == std::byte{0});
  }
  CHECK(start[999] == std::byte{0x5a});
}

}  // namespace minijvm::gc
