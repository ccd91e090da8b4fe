// Who the stepper converses with: a person at a terminal (text_front.h), or a tool that speaks JSON lines (json_front.h).
// Proved by tests/vm/stepper.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vm/inspect/stepper/value.h"

namespace minijvm::vm::stepper {

class Front {
 public:
  virtual ~Front() = default;
  // Why and where a thread has stopped, or what happened otherwise (engine.h).
  virtual void tell(const Value& event) = 0;
  // The next command. False: there will be no more.
  virtual bool ask(std::string* command) = 0;
  virtual void answer(const Value& answer) = 0;
};

// Of the words that may stand where a line ends, those that begin as it does. For completion.
using Completer = std::vector<std::string> (*)(const std::string& line, const std::string& word);

std::unique_ptr<Front> make_text_front(std::string source_path, Completer complete);
std::unique_ptr<Front> make_json_front();

}  // namespace minijvm::vm::stepper
