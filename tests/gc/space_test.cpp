// Proves: spaces bump up to their limit, tell stale bytes from zero ones, and give pages back.
#include "gc/heap/space.h"

#include <sys/mman.h>

#include <algorithm>
#include <catch2/catch.hpp>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif
#include <cstring>
#include <vector>

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
  REQUIRE(space.bump(99'000) == start + 1000);
  for (std::size_t i = 1000; i < 100'000; i += 8) {
    REQUIRE(start[i] == std::byte{0});
  }
  CHECK(start[999] == std::byte{0x5a});
}

TEST_CASE("space: what lies above a lower limit goes back, and comes back as zero", "[gc][space]") {
  VirtualMemory memory = VirtualMemory::reserve(8 * kMiB, page_size());
  Space space;
  space.initialize(memory, memory.base(), memory.end());
  REQUIRE(space.set_capacity(6 * kMiB));
  std::byte* start = space.bump(6 * kMiB);
  std::memset(start, 0x5a, 6 * kMiB);
  space.reset_to(start + 1 * kMiB);
  REQUIRE(space.set_capacity(2 * kMiB));
  space.uncommit_above_limit();
  CHECK(space.capacity() == 2 * kMiB);
  CHECK(space.stale_bytes(space.top(), 5 * kMiB) == 1 * kMiB);
  CHECK(start[1 * kMiB - 1] == std::byte{0x5a});
  REQUIRE(space.set_capacity(8 * kMiB));
  REQUIRE(space.bump(7 * kMiB) == start + 1 * kMiB);
  for (std::size_t at = 2 * kMiB; at < 8 * kMiB; at += 512) {
    REQUIRE(start[at] == std::byte{0});
  }
}

TEST_CASE("space: pages are there at once if that is wanted", "[gc][space]") {
  VirtualMemory memory = VirtualMemory::reserve(8 * kMiB, page_size());
  Space space;
  bool pretouch = GENERATE(false, true);
  space.set_pretouch(pretouch);
  space.initialize(memory, memory.base(), memory.end());
  REQUIRE(space.set_capacity(1 * kMiB));
  std::vector<unsigned char> present(1 * kMiB / page_size());
  REQUIRE(mincore(memory.base(), 1 * kMiB, present.data()) == 0);
  CHECK(std::count_if(present.begin(), present.end(), [](unsigned char page) {
          return (page & 1) != 0;
        }) == (pretouch ? static_cast<std::ptrdiff_t>(present.size()) : 0));
}

#ifdef __SANITIZE_ADDRESS__
TEST_CASE("space: the address sanitizer knows what is nobody's", "[gc][space]") {
  VirtualMemory memory = VirtualMemory::reserve(1 * kMiB, page_size());
  Space space;
  space.initialize(memory, memory.base(), memory.end());
  REQUIRE(space.set_capacity(256 * kKiB));
  CHECK(__asan_address_is_poisoned(memory.base()) != 0);
  std::byte* start = space.bump(1'000);
  CHECK(__asan_address_is_poisoned(start + 999) == 0);
  CHECK(__asan_address_is_poisoned(start + 1'000) != 0);
  CHECK(space.bump_shared(16) == start + 1'000);
  CHECK(__asan_address_is_poisoned(start + 1'015) == 0);
  space.reset_to(start + 512);
  CHECK(__asan_address_is_poisoned(start + 512) != 0);
  space.release_stale_pages();
  CHECK(__asan_address_is_poisoned(start + 512) != 0);
  CHECK(__asan_address_is_poisoned(start + 511) == 0);
}
#endif

}  // namespace minijvm::gc
