// Proves that released pages of a file are out of memory, and there again when they are touched.
#include "base/file_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/virtual_memory.h"

using namespace minijvm;

namespace {
// Returns how many pages from `start` on this process has in memory. Bit 63 of a page's word in
// pagemap says so.
std::size_t pages_in_memory(const char* start, std::size_t pages) {
  std::vector<std::uint64_t> words(pages);
  const std::size_t bytes = pages * sizeof words[0];
  const std::size_t place = reinterpret_cast<std::uintptr_t>(start) / page_size() * sizeof words[0];
  const int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  const ssize_t count = pread(file, words.data(), bytes, static_cast<off_t>(place));
  close(file);
  REQUIRE(count == static_cast<ssize_t>(bytes));
  return static_cast<std::size_t>(
      std::ranges::count_if(words, [](std::uint64_t word) { return word >> 63 != 0; }));
}
}  // namespace

TEST_CASE("file pages: released pages leave memory, and come back when touched",
          "[base][file_pages]") {
  constexpr std::size_t kPages = 8;
  const std::size_t bytes = (kPages - 1) * page_size() + 100;
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  const std::vector<char> text(bytes, 'x');
  REQUIRE(std::fwrite(text.data(), 1, bytes, file) == bytes);
  REQUIRE(std::fflush(file) == 0);
  void* memory = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fileno(file), 0);
  REQUIRE(memory != MAP_FAILED);
  const char* start = static_cast<const char*>(memory);
  auto touch_all = [&] {
    for (std::size_t i = 0; i < bytes; i += page_size())
      CHECK(*static_cast<const volatile char*>(start + i) == 'x');
  };
  touch_all();
  REQUIRE(pages_in_memory(start, kPages) == kPages);
  // The first page begins before the range.
  release_file_pages(start + 1, start + bytes);
  CHECK(pages_in_memory(start, kPages) == 1);
  touch_all();
  CHECK(pages_in_memory(start, kPages) == kPages);
  // No page begins in this range.
  release_file_pages(start + 1, start + page_size());
  CHECK(pages_in_memory(start, kPages) == kPages);
  munmap(memory, bytes);
  std::fclose(file);
}
