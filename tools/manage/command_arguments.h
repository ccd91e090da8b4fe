// Reads the arguments that follow a diagnostic command's name: options ("-all", "-date=true") and
// arguments by position, checked against the command's parameters.
// Tested by tests/java/management/AttachSelf.java.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

struct CommandParameter {
  const char* name;
  const char* description;
  const char* type;           // "BOOLEAN", "INT", "STRING"
  const char* default_value;  // null: none
  bool is_option;             // "-all"; else by position
  bool is_mandatory;
};

// A switch that is off if it is not given.
constexpr CommandParameter boolean_option(const char* name, const char* description) {
  return {name, description, "BOOLEAN", "false", true, false};
}

class CommandArguments {
 public:
  // Throws IllegalArgumentException if the command does not take an argument, a value has the wrong
  // type, or a mandatory argument is missing.
  static JavaResult<CommandArguments> parse(runtime::JavaThread& self, std::string_view text,
                                            std::span<const CommandParameter> parameters);

  // Returns null if the argument is not given.
  const std::string* find(const char* name) const;
  bool is_on(const char* name) const;
  bool is_empty() const { return values_.empty(); }

 private:
  JavaResult<void> take(runtime::JavaThread& self, std::string_view word,
                        std::span<const CommandParameter> parameters);

  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace minijvm::vm
