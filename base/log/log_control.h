// Changes and lists the configuration of the log while the program runs, for the command VM.log.
// -Xlog uses the same functions (log.h, configure_log).
// Tested by tests/tools/commands and tests/base/log_test.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace minijvm {

// The choice for one output.
struct LogChoice {
  std::string_view selections = {};  // "gc*=debug,safepoint"; empty: no change
  std::string_view output = {};      // "stdout", "stderr", "file=PATH" or "PATH"; empty: stdout
  std::string_view decorators = {};  // "uptime,level", "none"; empty: no change
  bool while_running = false;        // true for a command, false for -Xlog
};
// Applies the choice. Returns false if it is malformed; the lines of the complaint then say why.
// Malformed selections change nothing. Any thread may call this at any time.
bool configure_log_output(const LogChoice& choice, std::string& complaint);
// Turns all tags off on all outputs.
void disable_log();

// Returns a line for each output, in the order of their numbers, as in "stdout all=off,gc=info
// uptime,level,tags (reconfigured)".
std::vector<std::string> log_output_texts();
// Returns the name of an output; empty if there is none of this number.
std::string log_output_name(std::size_t number);
// Returns all decorators with their short names, as in "time (t), utctime (utc)".
std::string log_decorators_text();

}  // namespace minijvm
