// Address ranges from the kernel: reserve, commit, protect, give back. Sizes are rounded up to pages.
// Proved by tests/base/virtual_memory_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm {

std::size_t page_size();

// A reserved range of addresses, released by the destructor. Nothing in it can be read until committed.
class VirtualMemory {
 public:
  VirtualMemory() = default;
  VirtualMemory(VirtualMemory&& other) noexcept;
  VirtualMemory& operator=(VirtualMemory&& other) noexcept;
  VirtualMemory(const VirtualMemory&) = delete;
  ~VirtualMemory();

  // Anywhere, aligned. ok() is false when the kernel has no such range.
  static VirtualMemory reserve(std::size_t bytes, std::size_t alignment);
  // Wholly inside [low, high), for Class structures that must lie below 4 GiB.
  static VirtualMemory reserve_between(std::size_t bytes, std::uintptr_t low, std::uintptr_t high);

  bool ok() const { return base_ != nullptr; }
  std::byte* base() const { return base_; }
  std::byte* end() const { return base_ + size_; }
  std::size_t size() const { return size_; }

  // Makes [offset, offset + bytes) readable and writable and zero. False: out of memory.
  bool commit(std::size_t offset, std::size_t bytes);
  // Gives the pages back to the kernel, if it takes them; they stay reserved, and a touch is a SIGSEGV.
  void uncommit(std::size_t offset, std::size_t bytes);
  // Committed pages read as zero again; the kernel has them back unless the program has locked them. REQUIRES: not poisoned (poison.h).
  void zero_pages(std::size_t offset, std::size_t bytes);
  // What is committed from now on may be backed by pages of 2 MiB, if the kernel has them (transparent huge pages).
  void allow_huge_pages();

 private:
  VirtualMemory(std::byte* base, std::size_t size) : base_(base), size_(size) {}
  void advise_huge_pages(std::size_t offset, std::size_t bytes);
  std::byte* base_ = nullptr;
  std::size_t size_ = 0;
  bool huge_pages_ = false;
};

// Does the kernel give huge pages to those who ask for them?
bool has_transparent_huge_pages();

}  // namespace minijvm
