// Reserves and commits memory by mmap, mprotect and madvise, and reports each change to
// memory_tracking.h. Callers are in any thread state; some run during a safepoint.
#include "base/virtual_memory.h"

#include <linux/mman.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/poison.h"

namespace minijvm {
namespace {

// With MAP_NORESERVE a reserved range does not count against the kernel's limit on memory.
constexpr int kReserveFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

// Calls mmap and returns null for failure.
std::byte* map(void* where, std::size_t bytes, int protection, int flags) {
  void* address = mmap(where, bytes, protection, flags, -1, 0);
  return address == MAP_FAILED ? nullptr : static_cast<std::byte*>(address);
}

// uncommit calls this if the kernel refuses a new mapping. After mlockall(MCL_FUTURE) a new mapping
// counts as locked and may exceed the limit. The old pages then stay, unreadable, and zero for the
// next commit.
void keep_unreadable(std::byte* start, std::size_t bytes) {
  unpoison_memory(start, bytes);
  // Parts of the range may not be committed; memset has to write to all of them.
  int opened = mprotect(start, bytes, PROT_READ | PROT_WRITE);
  MJ_CHECK(opened == 0, "the kernel refused to take back %zu bytes", bytes);
  std::memset(start, 0, bytes);
  int closed = mprotect(start, bytes, PROT_NONE);
  MJ_CHECK(closed == 0, "the kernel refused to protect %zu bytes", bytes);
}

}  // namespace

// The C library keeps the number, so this is no call to the kernel.
std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

VirtualMemory::VirtualMemory(VirtualMemory&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      huge_pages_(other.huge_pages_),
      pool_offset_(other.pool_offset_) {}

// Swapping is enough: the other object's destructor gives our old range back.
VirtualMemory& VirtualMemory::operator=(VirtualMemory&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(size_, other.size_);
  std::swap(huge_pages_, other.huge_pages_);
  std::swap(pool_offset_, other.pool_offset_);
  return *this;
}

VirtualMemory::~VirtualMemory() {
  if (base_ != nullptr) {
    // The next mapping may lie at these addresses, and AddressSanitizer would still report them.
    unpoison_memory(base_, size_);
    // The report comes before munmap, since another thread may reserve the same addresses as soon
    // as they are free.
    note_released(base_);
    munmap(base_, size_);
  }
}

// The kernel aligns to pages only. So this function reserves `alignment` bytes more, and gives back
// what lies before and after the aligned part.
VirtualMemory VirtualMemory::reserve(std::size_t bytes, std::size_t alignment) {
  bytes = align_up(bytes, page_size());
  alignment = align_up(alignment, page_size());
  std::byte* start = map(nullptr, bytes + alignment, PROT_NONE, kReserveFlags);
  if (start == nullptr) {
    return {};
  }
  auto address = reinterpret_cast<std::uintptr_t>(start);
  std::size_t before = align_up(address, alignment) - address;
  std::size_t after = alignment - before;
  if (before != 0) {
    munmap(start, before);
  }
  if (after != 0) {
    munmap(start + before + bytes, after);
  }
  note_reserved(start + before, bytes);
  return {start + before, bytes};
}

// Tries addresses in steps of 16 MiB. MAP_FIXED_NOREPLACE fails where something is mapped already,
// while MAP_FIXED would silently replace it.
VirtualMemory VirtualMemory::reserve_between(std::size_t bytes, std::uintptr_t low,
                                             std::uintptr_t high) {
  constexpr std::size_t kStep = 16 * kMiB;
  bytes = align_up(bytes, page_size());
  for (std::uintptr_t at = align_up(low, kStep); at + bytes <= high; at += kStep) {
    if (std::byte* start = map(reinterpret_cast<void*>(at), bytes, PROT_NONE,
                               kReserveFlags | MAP_FIXED_NOREPLACE)) {
      note_reserved(start, bytes);
      return {start, bytes};
    }
  }
  return {};
}

// mprotect is enough: the kernel makes a zero page when a page is touched for the first time.
bool VirtualMemory::commit(std::size_t offset, std::size_t bytes) {
  MJ_DCHECK(offset + bytes <= align_up(size_, page_size()), "commit of %zu+%zu in a range of %zu",
            offset, bytes, size_);
  const bool is_there = offset >= pool_offset_;
  if (!is_there && mprotect(base_ + offset, bytes, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  note_committed(base_ + offset, bytes);
  return true;
}

// A new mapping over the old one drops the pages and their protection in one step.
void VirtualMemory::uncommit(std::size_t offset, std::size_t bytes) {
  std::byte* start = base_ + offset;
  if (offset >= pool_offset_) {
    // The pages stay, and must read as zero after the next commit.
    unpoison_memory(start, bytes);
    std::memset(start, 0, bytes);
  } else if (map(start, bytes, PROT_NONE, kReserveFlags | MAP_FIXED) != start) {
    keep_unreadable(start, bytes);
  }
  note_uncommitted(start, bytes);
  // The advice belongs to a mapping, and this one is new.
  if (huge_pages_) {
    advise_huge_pages(offset, bytes);
  }
}

void VirtualMemory::zero_pages(std::size_t offset, std::size_t bytes) {
  // A private anonymous page reads as zero after MADV_DONTNEED. The kernel would round the end of
  // the range down to whole pages of a pool.
  if (offset >= pool_offset_ || madvise(base_ + offset, bytes, MADV_DONTNEED) != 0) {
    // The kernel refuses for pages that the program has locked (mlockall); they stay, and are
    // cleared here.
    std::memset(base_ + offset, 0, bytes);
  }
}

void VirtualMemory::allow_huge_pages() {
  huge_pages_ = true;
  advise_huge_pages(0, size_);
}

// The result is ignored: a kernel without huge pages refuses.
void VirtualMemory::advise_huge_pages(std::size_t offset, std::size_t bytes) {
  madvise(base_ + offset, bytes, MADV_HUGEPAGE);
}

bool VirtualMemory::take_pool_pages(std::size_t offset, std::size_t page_bytes) {
  const std::size_t bytes = size_ - offset;
  if (free_pool_bytes(page_bytes) < bytes) {
    return false;
  }
  // The size of the pages is encoded as its logarithm. Without MAP_NORESERVE the kernel sets all
  // pages aside now, so no later touch can fail.
  const int pool = page_bytes == page_size()
                       ? 0
                       : MAP_HUGETLB | (std::countr_zero(page_bytes) << MAP_HUGE_SHIFT);
  std::byte* start = base_ + offset;
  if (map(start, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | pool) !=
      start) {
    // The kernel may have dropped the old mapping before it refused the new one.
    map(start, bytes, PROT_NONE, kReserveFlags | MAP_FIXED);
    return false;
  }
  pool_offset_ = offset;
  return true;
}

// The kernel has a folder for each size that the processor knows: hugepages-2048kB.
std::size_t free_pool_bytes(std::size_t page_bytes) {
  if (page_bytes == page_size()) {
    return SIZE_MAX;
  }
  std::ifstream file("/sys/kernel/mm/hugepages/hugepages-" + std::to_string(page_bytes / kKiB) +
                     "kB/free_hugepages");
  std::size_t pages = 0;
  file >> pages;
  return std::has_single_bit(page_bytes) ? pages * page_bytes : 0;
}

// The file marks the choice with brackets: "always [madvise] never".
bool has_transparent_huge_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  return std::getline(file, text) && text.find("[never]") == std::string::npos;
}

}  // namespace minijvm
