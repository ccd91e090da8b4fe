// The schedule of a session says which thread made how many steps, in their order. It is written
// down while one thread runs alone, and can be played.
//
//   one*4 two*2 one       thread one made 4 steps, then two made 2, then one made 1
//   "worker 1"*3 ...      a name with blanks is quoted; `...` stands for a time in which all ran
//
// A step is an instruction of the program's own code to which the thread comes, as `step` counts
// them; a point of a lock, while a stop at such a point is set; that the thread gets stuck; and its
// end. So a schedule that is played leaves each thread where it was.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "runtime/fwd.h"

namespace minijvm::vm::stepper {

// Is one word of a schedule that is to be played.
struct Turn {
  std::string thread;  // empty: all run until the next stop
  int steps = 1;
};
// Reads the text of a schedule. The error is a sentence.
Expected<std::vector<Turn>, std::string> parse_schedule(std::string_view text);

// Writes down what runs. Only the thread that runs alone, or the one that has the floor (stage.h),
// uses it.
class Schedule {
 public:
  void count(const runtime::JavaThread& thread);
  // From now on all threads run.
  void note_free_run();
  // Names are those that roster.h remembers.
  std::string text() const;

 private:
  struct Row {
    std::uint32_t thread;  // ExecEnv::id; 0: all ran
    std::uint64_t steps;
  };
  std::vector<Row> rows_;
};

}  // namespace minijvm::vm::stepper
