// The interleaving as a table: a column for each thread, a row for each step, in the order in which
// they happened.
// Tested by tests/tools/explore/table_test.cpp.
//
//   step  main               main/1 "one"                main/2 "two"
//      1  starts main/1
//      2                     getstatic Race.counter -> 0      Race.add(Race.java:6)
//                            ---- preempted here ----
//      3                                                 getstatic Race.counter -> 0
//
// A step comes from the VM as one line of fields that tabs separate: the thread, its Java name, the
// place, the operation, and "preempted" if another thread runs before it.
#pragma once

#include <string>
#include <vector>

namespace minijvm::explore {

// A step's fields. An operation of the program has a place.
struct Step {
  std::string thread;
  std::string name;
  std::string place;
  std::string text;
  bool operator==(const Step&) const = default;
};
Step parse_step(const std::string& line);
// True for the line that says where a thread was preempted, which is no step.
bool is_mark(const Step& step);

std::string table_text(const std::vector<std::string>& steps);

}  // namespace minijvm::explore
