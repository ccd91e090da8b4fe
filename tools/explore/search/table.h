// The interleaving as a table: a column for each thread, a row for each step, in the order in which
// they happened.
// Tested by tests/tools/explore/table_test.cpp.
//
//   step  main                  one (main/1)                     two (main/2)
//      1    Thread.start <Thread#1>
//                               Race.add(Race.java:6)
//      2                          getstatic Race.counter -> 0
//                               ---- preempted here ----
//      3                                                         begins
//
// A step comes from the VM as one line of fields that tabs separate: the thread, its Java name, the
// place, the text, and perhaps that it is private (tools/explore/recorded_steps.h). The table
// leaves private steps out.
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
  bool is_private = false;  // an access of a variable that no other thread has used
  // Another run may share what is private in this one.
  bool operator==(const Step& other) const {
    return thread == other.thread && name == other.name && place == other.place &&
           text == other.text;
  }
};
Step parse_step(const std::string& line);
// True for the line that says where a thread was preempted, which is no step.
bool is_mark(const Step& step);

std::string table_text(const std::vector<std::string>& steps);

}  // namespace minijvm::explore
