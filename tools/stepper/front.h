// Defines the user's side of a conversation: a person at a terminal (text_front.cpp), or a tool
// that speaks JSON lines (json_front.cpp).
// Tested by tests/vm/stepper.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/json/json.h"

namespace minijvm::vm::stepper {

// Only the thread that has the floor uses it.
class Front {
 public:
  virtual ~Front() = default;
  // Shows an event: why and where a thread has stopped.
  virtual void tell(const Json& event) = 0;
  // Reads the next command. Returns false if there will be no more, because the input has ended.
  virtual bool ask(std::string* command) = 0;
  // Shows the engine's answer to the last command.
  virtual void answer(const Json& answer) = 0;
};

// The line editor calls this with the line so far and the word at its end. It returns the words
// that begin like that word and may replace it.
using Completer = std::vector<std::string> (*)(const std::string& line, const std::string& word);

// `source_path` lists folders with source files, separated by ':'.
std::unique_ptr<Front> make_text_front(std::string source_path, Completer complete);
std::unique_ptr<Front> make_json_front();

}  // namespace minijvm::vm::stepper
