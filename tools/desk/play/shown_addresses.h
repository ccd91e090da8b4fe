// The addresses that a session has shown so far, by number: `print <1>` in a session's file means
// the first of them. An address differs from run to run, and its number does not. Transcripts of
// the stepper are written with the same numbers (tests/vm/stepper/run).
// Tested by tests/tools/desk/session_text_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace minijvm::desk {

class ShownAddresses {
 public:
  // Numbers what a terminal shows of a stop, or of a command's answer.
  void add_stop(const Json& event);
  void add_answer(const Json& answer);

  // Returns the command with addresses for numbers. A number that no address has stays as it is.
  std::string put_into(std::string_view command) const;

 private:
  void add_text(std::string_view text);

  std::vector<std::string> addresses_;  // the one with number 1 first
};

}  // namespace minijvm::desk
