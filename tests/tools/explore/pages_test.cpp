// A child that gets the pages that another child has used faults in none of them, and finds in them
// what its parent has.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>

#include "base/virtual_memory.h"
#include "tools/explore/warm_pages.h"

using namespace minijvm;

namespace {
constexpr std::size_t kPages = 64;
constexpr std::size_t kFirst = 8;  // of the pages that a child writes
constexpr std::size_t kPast = 40;

std::size_t faults() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::size_t>(used.ru_minflt);
}

// Runs `job` in a child, and returns what it returns. It must not assert.
std::string in_child(const std::function<std::string()>& job) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const int child = fork();
  if (child == 0) {
    const std::string text = job();
    _exit(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  REQUIRE(child > 0);
  close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t got = 0; (got = read(ends[0], piece, sizeof piece)) > 0;) {
    text.append(piece, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  return text;
}

void write_pages(char* memory) {
  for (std::size_t i = kFirst; i < kPast; ++i) {
    static_cast<volatile char*>(memory)[i * page_size()] = 'c';
  }
}

// The faults of a child that gets these pages, and then writes.
std::size_t faults_of_writing(char* memory, std::string_view pages) {
  const std::string counted = in_child([&] {
    vm::get_pages(pages);
    const std::size_t before = faults();
    write_pages(memory);
    return std::to_string(faults() - before);
  });
  return std::stoul(counted);
}
}  // namespace

TEST_CASE("pages of runs: a child gets those that another has used at once", "[explore][pages]") {
  const std::size_t bytes = kPages * page_size();
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(mapped != MAP_FAILED);
  auto* memory = static_cast<char*>(mapped);
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  std::memset(memory, 'p', bytes / 2);  // the rest is not there before the child
  const std::string pages = in_child([&] {
    write_pages(memory);
    return vm::pages_in_use();
  });
  REQUIRE_FALSE(pages.empty());
  CHECK(faults_of_writing(memory, {}) >= kPast - kFirst);
  CHECK(faults_of_writing(memory, pages) <= 4);  // the child's own, in its stack and elsewhere
  const std::string found = in_child([&] {
    vm::get_pages(pages);
    return std::string(memory, bytes);
  });
  CHECK(found == std::string(bytes / 2, 'p') + std::string(bytes / 2, '\0'));
  munmap(memory, bytes);
}

TEST_CASE("pages of runs: pages that are no longer mapped are passed over", "[explore][pages]") {
  void* mapped =
      mmap(nullptr, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(mapped != MAP_FAILED);
  const std::string pages = in_child([&] {
    *static_cast<volatile char*>(mapped) = 'c';
    return vm::pages_in_use();
  });
  munmap(mapped, page_size());
  CHECK(in_child([&] {
          vm::get_pages(pages);
          return std::string("goes on");
        }) == "goes on");
}
