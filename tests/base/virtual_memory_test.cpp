// Proves reserve, commit, uncommit and zero, of locked pages too, and that what is not committed cannot be read.
#include "base/virtual_memory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/bits.h"
#include "tests/base/support.h"

using namespace minijvm;

namespace {
int signal_of_read(const std::byte* at) {
  return die([at] {
           volatile std::byte value = *at;
           (void)value;
         })
      .signal;
}

// From now on this process, which may not be root, can lock no more than it has, and locks each new mapping.
bool lock_what_comes() {
  constexpr uid_t kNobody = 65534;
  constexpr rlimit kNone{0, 0};
  bool is_bound = (geteuid() != 0 || setuid(kNobody) == 0) && mlockall(MCL_FUTURE) == 0;
  return is_bound && setrlimit(RLIMIT_MEMLOCK, &kNone) == 0;
}
}  // namespace

TEST_CASE("virtual memory: reserved where asked, readable once committed",
          "[base][virtual_memory]") {
  VirtualMemory memory = VirtualMemory::reserve(kMiB, 2 * kMiB);
  REQUIRE(memory.ok());
  REQUIRE(is_aligned(reinterpret_cast<std::uintptr_t>(memory.base()), 2 * kMiB));
  REQUIRE(memory.end() == memory.base() + kMiB);
  REQUIRE(signal_of_read(memory.base()) != 0);
  REQUIRE(memory.commit(0, page_size()));
  REQUIRE(memory.base()[0] == std::byte{0});
  memory.base()[0] = std::byte{7};
  memory.zero_pages(0, page_size());
  REQUIRE(memory.base()[0] == std::byte{0});
  memory.base()[0] = std::byte{7};
  memory.uncommit(0, page_size());
  REQUIRE(signal_of_read(memory.base()) != 0);
  REQUIRE(memory.commit(0, page_size()));
  REQUIRE(memory.base()[0] == std::byte{0});
}

// Ordinary pages take the place of a pool's, which this machine may not have.
TEST_CASE("virtual memory: pages of a pool are there at once, and zero after each commit",
          "[base][virtual_memory]") {
  VirtualMemory memory = VirtualMemory::reserve(kMiB, kMiB);
  const std::size_t half = kMiB / 2;
  REQUIRE(memory.take_pool_pages(half, page_size()));
  REQUIRE(memory.page_kind() == VirtualMemory::PageKind::kPool);
  REQUIRE(signal_of_read(memory.base()) != 0);
  std::byte* first = memory.base() + half;
  REQUIRE(*first == std::byte{0});
  REQUIRE(memory.commit(half, page_size()));
  *first = std::byte{7};
  memory.zero_pages(half, 100);
  REQUIRE(*first == std::byte{0});
  *first = std::byte{7};
  memory.uncommit(half, page_size());
  REQUIRE(memory.commit(half, page_size()));
  REQUIRE(*first == std::byte{0});
  // The other half is as ever.
  REQUIRE(memory.commit(0, page_size()));
  memory.base()[0] = std::byte{7};
  memory.uncommit(0, page_size());
  REQUIRE(signal_of_read(memory.base()) != 0);
}

TEST_CASE("virtual memory: a pool that is too small changes nothing", "[base][virtual_memory]") {
  REQUIRE(free_pool_bytes(3 * kMiB) == 0);  // no processor has such pages
  REQUIRE(free_pool_bytes(0) == 0);
  VirtualMemory memory = VirtualMemory::reserve(kGiB, kGiB);
  REQUIRE(memory.ok());
  REQUIRE_FALSE(memory.take_pool_pages(0, 3 * kMiB));
  REQUIRE(memory.page_kind() == VirtualMemory::PageKind::kOrdinary);
  if (free_pool_bytes(kGiB) == 0) {
    REQUIRE_FALSE(memory.take_pool_pages(0, kGiB));
  }
  REQUIRE(signal_of_read(memory.base()) != 0);
  REQUIRE(memory.commit(0, page_size()));
  REQUIRE(memory.base()[0] == std::byte{0});
}

TEST_CASE("virtual memory: a range below 4 GiB lies there", "[base][virtual_memory]") {
  const std::uintptr_t high = std::uintptr_t{4} * kGiB;
  const VirtualMemory memory = VirtualMemory::reserve_between(64 * kMiB, kGiB, high);
  REQUIRE(memory.ok());
  REQUIRE(reinterpret_cast<std::uintptr_t>(memory.base()) >= kGiB);
  REQUIRE(reinterpret_cast<std::uintptr_t>(memory.end()) <= high);
  REQUIRE_FALSE(VirtualMemory::reserve_between(2 * kGiB, kGiB, 2 * kGiB).ok());
}

TEST_CASE("virtual memory: a range that may have huge pages works like any other",
          "[base][virtual_memory]") {
  VirtualMemory memory = VirtualMemory::reserve(4 * kMiB, 2 * kMiB);
  memory.allow_huge_pages();
  REQUIRE(memory.page_kind() == VirtualMemory::PageKind::kTransparent);
  REQUIRE(memory.commit(0, 4 * kMiB));
  memory.base()[3 * kMiB] = std::byte{7};
  memory.uncommit(2 * kMiB, 2 * kMiB);
  REQUIRE(signal_of_read(memory.base() + 3 * kMiB) != 0);
  REQUIRE(memory.commit(2 * kMiB, 2 * kMiB));
  REQUIRE(memory.base()[3 * kMiB] == std::byte{0});
}

TEST_CASE("virtual memory: pages that the program has locked can be zeroed and given back",
          "[base][virtual_memory]") {
  VirtualMemory memory = VirtualMemory::reserve(2 * page_size(), page_size());
  REQUIRE(memory.commit(0, 2 * page_size()));
  if (mlock(memory.base(), page_size()) != 0) {
    return;  // the limit is nothing at all
  }
  memory.base()[0] = std::byte{7};
  memory.base()[page_size()] = std::byte{7};
  memory.zero_pages(0, 2 * page_size());
  REQUIRE(memory.base()[0] == std::byte{0});
  REQUIRE(memory.base()[page_size()] == std::byte{0});
  memory.base()[0] = std::byte{7};
  memory.uncommit(0, page_size());
  REQUIRE(signal_of_read(memory.base()) != 0);
  REQUIRE(memory.commit(0, page_size()));
  REQUIRE(memory.base()[0] == std::byte{0});
}

TEST_CASE(
    "virtual memory: what the kernel does not take back is unreadable, and zero when it is "
    "committed again",
    "[base][virtual_memory]") {
  VirtualMemory memory = VirtualMemory::reserve(2 * page_size(), page_size());
  REQUIRE(memory.commit(0, 2 * page_size()));
  memory.base()[0] = std::byte{7};
  auto uncommit_locked = [&memory] {
    (void)lock_what_comes();  // where it may not be, this is an ordinary uncommit
    memory.uncommit(0, page_size());
  };
  Death read = die([&] {
    uncommit_locked();
    (void)*static_cast<volatile std::byte*>(memory.base());
  });
  REQUIRE(read.signal == SIGSEGV);
  Death commit = die([&] {
    uncommit_locked();
    if (!memory.commit(0, page_size()) || memory.base()[0] != std::byte{0}) {
      std::abort();
    }
  });
  REQUIRE(commit.signal == 0);
}

TEST_CASE("virtual memory: a moved range has one owner", "[base][virtual_memory]") {
  VirtualMemory first = VirtualMemory::reserve(page_size(), page_size());
  std::byte* base = first.base();
  const VirtualMemory second = std::move(first);
  REQUIRE(second.base() == base);
  REQUIRE_FALSE(first.ok());
}
