// The standard input of all runs: each finds what comes at the explorer's own. It is read when the
// first run wants it, for a program that does not read shall not wait for an input that never ends.
// Tested by tests/tools/explore.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::explore {

class SharedInput {
 public:
  SharedInput() = default;
  ~SharedInput();
  SharedInput(const SharedInput&) = delete;
  SharedInput& operator=(const SharedInput&) = delete;

  // Makes the files, and reads what need not be waited for. A terminal is not read: the runs find
  // nothing there.
  Expected<void, std::string> open();
  // Reads to the end, unless that was done before.
  Expected<void, std::string> read();

  // A file of memory. All that there is stands in it once the other file can be read: an eventfd,
  // which stays readable.
  int file() const { return file_; }
  int ready() const { return ready_; }

 private:
  void note_ready();

  int file_ = -1;
  int ready_ = -1;
  bool is_ready_ = false;
};

}  // namespace minijvm::explore
