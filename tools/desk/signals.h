// Ctrl-C and what else asks the desk to end, as a call inside of the loop.
// Tested by tests/tools/desk/run.
#pragma once

#include <functional>

#include "tools/desk/loop.h"

namespace minijvm::desk {

// Construct it before any other thread, since threads inherit which signals wait.
class Signals {
 public:
  // Calls `asked` for SIGINT, SIGTERM and SIGHUP.
  Signals(Loop& loop, std::function<void(int number)> asked);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  Loop& loop_;
  const int file_;
};

}  // namespace minijvm::desk
