// Names of threads that are the same in every schedule: the path of births. A thread's number, its
// id and the n of "Thread-n" depend on who started first; that it is the second child of the main
// thread does not.
// Tested by tests/sync/decide/thread_name_test.cpp.
//
//   main          the main thread
//   main/2        its second child
//   main/2/1      the first child of that one
//   vm/3          the third of the threads that no thread of the program has started
//
// Names are ordered like the chapters of a book: main, main/1, main/1/1, main/2, main/10, vm/1.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sync/decide/question.h"

namespace minijvm::decide {

class ThreadName {
 public:
  // The main thread.
  ThreadName() : path_{kMainRoot} {}
  static ThreadName of_vm(std::uint32_t nth);
  ThreadName child(std::uint32_t nth) const;

  // Returns nothing if the text is no name, or is deeper than kMostDepth.
  static std::optional<ThreadName> parse(std::string_view text);
  std::string text() const;

  auto operator<=>(const ThreadName&) const = default;

  static constexpr std::size_t kMostDepth = 64;

 private:
  static constexpr std::uint32_t kMainRoot = 0;
  static constexpr std::uint32_t kVmRoot = 1;
  std::vector<std::uint32_t> path_;  // the root, then the births
};

// The names of one run's threads by their numbers. The main thread is number 0.
class ThreadNames {
 public:
  ThreadNames() : known_(1) {}

  // Names a new thread. `parent` is kNoThread if no thread of the program has started it. REQUIRES:
  // the number is new, and the parent's is not.
  const ThreadName& born(ThreadNo child, ThreadNo parent);
  // REQUIRES: the thread was born.
  const ThreadName& operator[](ThreadNo thread) const;

 private:
  struct Known {
    ThreadName name;
    std::uint32_t children = 0;
    bool born = true;
  };
  Known& known(ThreadNo thread);

  std::vector<Known> known_;
  std::uint32_t of_vm_ = 0;
};

}  // namespace minijvm::decide
