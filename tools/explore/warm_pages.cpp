// The kernel tells of each page in /proc/self/pagemap whether it is in memory, whether a file has
// it, and whether this process alone has it. Parent and child share a page until one writes it.
#include "tools/explore/warm_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "base/open_file.h"
#include "base/virtual_memory.h"

// Linux has them since 5.14, and older headers do not name them.
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

namespace minijvm::vm {
namespace {

struct Pages {
  std::uintptr_t begin;
  std::uintptr_t end;
  int advice;
};

// Collects the pages as ranges. Pages that stand side by side and want the same advice are one.
class PagesInUse {
 public:
  // Takes a line of /proc/self/maps. A shared mapping is left out: a fork copies nothing of it.
  void add_mapping(int pagemap, const char* line) {
    Pages mapping{};
    char access[5];
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &mapping.begin, &mapping.end, access) ==
            3 &&
        access[0] == 'r' && access[3] == 'p') {
      add_pages(pagemap, mapping, access[1] == 'w');
    }
  }

  std::string take() {
    end_range();
    return std::move(text_);
  }

 private:
  void add_pages(int pagemap, const Pages& mapping, bool is_writable) {
    std::array<std::uint64_t, 512> words;
    for (std::uintptr_t at = mapping.begin; at < mapping.end;) {
      const std::size_t left = std::min(words.size(), (mapping.end - at) / page_size());
      const auto place = static_cast<off_t>(at / page_size() * sizeof words[0]);
      const ssize_t got = pread(pagemap, words.data(), left * sizeof words[0], place);
      if (got <= 0) {
        return;
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(got) / sizeof words[0]; ++i) {
        add_page(at, advice_for(words[i], is_writable));
        at += page_size();
      }
    }
  }

  static std::optional<int> advice_for(std::uint64_t word, bool is_writable) {
    constexpr std::uint64_t kInMemory = 1ull << 63;
    constexpr std::uint64_t kOfFile = 1ull << 61;
    constexpr std::uint64_t kOfThisProcessAlone = 1ull << 56;
    if ((word & kInMemory) == 0) {
      return std::nullopt;
    }
    if ((word & kOfFile) != 0) {
      return MADV_POPULATE_READ;
    }
    const bool is_written = is_writable && (word & kOfThisProcessAlone) != 0;
    return is_written ? std::optional(MADV_POPULATE_WRITE) : std::nullopt;
  }

  void add_page(std::uintptr_t at, std::optional<int> advice) {
    if (!advice) {
      return;
    }
    if (at != range_.end || *advice != range_.advice) {
      end_range();
      range_ = {at, at, *advice};
    }
    range_.end = at + page_size();
  }

  void end_range() {
    if (range_.begin != range_.end) {
      text_.append(reinterpret_cast<const char*>(&range_), sizeof range_);
    }
  }

  std::string text_;
  Pages range_{};
};

}  // namespace

std::string pages_in_use() {
  const OpenFile pagemap(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"),
                                                             std::fclose);
  PagesInUse used;
  if (pagemap.is_open() && maps != nullptr) {
    char* line = nullptr;
    std::size_t room = 0;
    while (getline(&line, &room, maps.get()) > 0) {
      used.add_mapping(pagemap.fd(), line);
    }
    std::free(line);
  }
  return used.take();
}

void get_pages(std::string_view pages) {
  for (; pages.size() >= sizeof(Pages); pages.remove_prefix(sizeof(Pages))) {
    Pages range;
    std::memcpy(&range, pages.data(), sizeof range);
    (void)madvise(reinterpret_cast<void*>(range.begin), range.end - range.begin, range.advice);
  }
}

}  // namespace minijvm::vm
