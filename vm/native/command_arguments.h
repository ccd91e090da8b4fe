// What a diagnostic command is given behind its name: options ("-all", "-date=true") and arguments by position, checked against its parameters.
// Proved by tests/java/management/AttachSelf.java.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

struct CommandParameter {
  const char* name;
  const char* description;
  const char* type;           // "BOOLEAN", "INT", "STRING"
  const char* default_value;  // null: none
  bool is_option;             // "-all"; else by position
  bool is_mandatory;
};

class CommandArguments {
 public:
  // IllegalArgumentException for an argument that the command does not take, a value of the wrong type, a mandatory one that is missing.
  static JavaResult<CommandArguments> parse(runtime::JavaThread& self, std::string_view text, std::span<const CommandParameter> parameters);

  // Null: not given.
  const std::string* find(const char* name) const;
  bool is_on(const char* name) const;

 private:
  JavaResult<void> take(runtime::JavaThread& self, std::string_view word, std::span<const CommandParameter> parameters);

  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace minijvm::vm
