// Defines the user's side of a conversation: a person at a terminal (text_front.cpp), or a tool
// that speaks JSON lines (json_front.cpp).
// Tested by tests/vm/stepper.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/json/json.h"

namespace minijvm::vm::stepper {

// Only the thread that has the floor uses it, unless a function says otherwise.
class Front {
 public:
  virtual ~Front() = default;
  // Shows why and where a thread has stopped.
  virtual void tell(const Json& event) = 0;
  // Passes on an event that is no stop. Any thread may call this; people are not told.
  virtual void report(const Json& /*event*/) {}
  // Returns true if there will be no more commands, as far as this can be known without waiting for
  // one. Any thread may call this.
  virtual bool has_left() const { return false; }
  // Reads the next command. Returns false if there will be no more, because the input has ended.
  virtual bool ask(std::string* command) = 0;
  // Shows the engine's answer to the last command.
  virtual void answer(const Json& answer) = 0;
};

// The line editor calls this with the line so far and the word at its end. It returns the words
// that begin like that word and may replace it.
using Completer = std::vector<std::string> (*)(const std::string& line, const std::string& word);

// `source_path` lists folders with source files, separated by ':'. With `explains`, each stop says
// what the next instruction does.
std::unique_ptr<Front> make_text_front(std::string source_path, bool explains, Completer complete);
// Speaks on stdin and stdout.
std::unique_ptr<Front> make_json_front();
// Speaks and reports on a descriptor of its own, and leaves stdin and stdout to the program.
std::unique_ptr<Front> make_json_front(int descriptor);
// Keeps the descriptor from processes that the program starts. Returns false if it is not open.
bool keep_descriptor(int descriptor);

}  // namespace minijvm::vm::stepper
