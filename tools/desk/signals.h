// Ctrl-C and what else asks the desk to end, as a call inside of the loop; and the way back to the
// usual signals, for the desk's children.
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

// Called in a child after the fork: signals that the desk waits for or ignores have their usual
// effect in the program that the child becomes.
void take_usual_signals();

}  // namespace minijvm::desk
