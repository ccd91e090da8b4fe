// Gets ranges of addresses from the kernel: reserves, commits, protects and gives back.
// Tested by tests/base/virtual_memory_test.cpp.
//
//            reserve             commit                uncommit
//   nothing ---------> reserved ---------> committed ------------> reserved
//                      a touch is          readable, writable,     the kernel has the pages back
//                      a SIGSEGV           zero at first
//
// The heap reserves its maximum size once, so that addresses never move, and commits as it grows.
// Offsets and sizes are in bytes; those of commit and uncommit are multiples of the page size.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm {

// Returns the size in bytes: 4096 on x86-64.
std::size_t page_size();

// A reserved range of addresses, which the destructor gives back. Nothing in it can be read until
// it is committed. A default-constructed or moved-from object owns nothing.
class VirtualMemory {
 public:
  // A range lies in pages of 4 KiB, transparent huge pages, or pages of the pool.
  enum class PageKind : std::uint8_t { kOrdinary, kTransparent, kPool };

  VirtualMemory() = default;
  VirtualMemory(VirtualMemory&& other) noexcept;
  VirtualMemory& operator=(VirtualMemory&& other) noexcept;
  VirtualMemory(const VirtualMemory&) = delete;
  ~VirtualMemory();

  // Reserves at an address that the kernel chooses, aligned to `alignment`; both numbers are
  // rounded up to pages. The result's ok() is false if the kernel has no such range.
  static VirtualMemory reserve(std::size_t bytes, std::size_t alignment);
  // Reserves wholly inside [low, high). Class structures must lie below 4 GiB, for example. The
  // result's ok() is false if nothing is free there.
  static VirtualMemory reserve_between(std::size_t bytes, std::uintptr_t low, std::uintptr_t high);

  bool ok() const { return base_ != nullptr; }
  std::byte* base() const { return base_; }
  std::byte* end() const { return base_ + size_; }
  std::size_t size() const { return size_; }
  // Returns what allow_huge_pages or take_pool_pages has chosen.
  PageKind page_kind() const {
    return pool_offset_ != SIZE_MAX ? PageKind::kPool
           : huge_pages_            ? PageKind::kTransparent
                                    : PageKind::kOrdinary;
  }

  // Makes [offset, offset + bytes) readable, writable and, if it was not committed, zero. Returns
  // false if the kernel is out of memory.
  bool commit(std::size_t offset, std::size_t bytes);
  // Gives the pages back to the kernel, if it takes them. The addresses stay reserved: an access is
  // a SIGSEGV.
  void uncommit(std::size_t offset, std::size_t bytes);
  // Makes committed pages read as zero again; they stay committed. The kernel gets the memory back,
  // unless the program has locked its pages with mlockall. REQUIRES: the pages are not poisoned
  // (poison.h).
  void zero_pages(std::size_t offset, std::size_t bytes);
  // Lets the kernel back this range with pages of 2 MiB (transparent huge pages), now and after
  // later commits.
  void allow_huge_pages();
  // Takes everything from `offset` on, now and for good, from the pool of pages of this size that
  // the administrator has set aside (hugetlbfs). Later commits there call the kernel no more, and
  // what is uncommitted stays readable. Returns false, with the range as before, if the pool is too
  // small. REQUIRES: base() + offset and size() are multiples of page_bytes, and nothing from
  // offset on is committed.
  bool take_pool_pages(std::size_t offset, std::size_t page_bytes);

 private:
  VirtualMemory(std::byte* base, std::size_t size) : base_(base), size_(size) {}
  void advise_huge_pages(std::size_t offset, std::size_t bytes);
  std::byte* base_ = nullptr;
  std::size_t size_ = 0;
  bool huge_pages_ = false;
  // The range lies in pages of the pool from here on.
  std::size_t pool_offset_ = SIZE_MAX;
};

// Returns how many bytes of pages of this size the pool has to give away. Any number of ordinary
// pages counts as being there.
std::size_t free_pool_bytes(std::size_t page_bytes);

// Returns true if the kernel backs any memory with transparent huge pages.
bool has_transparent_huge_pages();

}  // namespace minijvm
