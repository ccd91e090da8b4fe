// Splits the text after a diagnostic command's name into words and assigns each word to an option
// or to the next parameter by position. The caller is in kInVm, since a wrong argument throws a
// Java exception.
#include "tools/manage/command_arguments.h"

#include <charconv>

#include "vm/java/errors/exceptions.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

constexpr const char* kIllegalArgument = "java/lang/IllegalArgumentException";

// Takes the next word off the text. A blank between quotes does not end a word.
std::string_view next_word(std::string_view& text) {
  std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    text = {};
    return {};
  }
  text.remove_prefix(first);
  char quote = '\0';
  std::size_t end = 0;
  for (; end < text.size() && (quote != '\0' || text[end] != ' '); ++end) {
    if (text[end] == quote) {
      quote = '\0';
    } else if (quote == '\0' && (text[end] == '"' || text[end] == '\'')) {
      quote = text[end];
    }
  }
  std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

// Takes the quotes off a word that is quoted as a whole.
std::string_view unquoted(std::string_view word) {
  bool is_quoted = word.size() >= 2 && (word.front() == '"' || word.front() == '\'') &&
                   word.back() == word.front();
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

// The whole text must be a number: "12x" is none.
bool is_integer(const std::string& text) {
  std::int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

JavaResult<void> check_type(JavaThread& self, const CommandParameter& parameter,
                            const std::string& value) {
  // A value of another type may be any text.
  std::string_view type = parameter.type;
  if (type == "BOOLEAN" && value != "true" && value != "false") {
    return throw_newf(self, kIllegalArgument,
                      "Boolean parsing error in command argument '%s'. Could not parse: %s.\n",
                      parameter.name, value.c_str());
  }
  if (type == "INT" && !is_integer(value)) {
    return throw_newf(self, kIllegalArgument,
                      "Integer parsing error in command argument '%s'. Could not parse: %s.\n",
                      parameter.name, value.c_str());
  }
  return {};
}

}  // namespace

// An option is found by its name. Any other word is the value of the first parameter by position
// that has none yet.
JavaResult<void> CommandArguments::take(JavaThread& self, std::string_view word,
                                        std::span<const CommandParameter> parameters) {
  std::size_t equals = word.find('=');
  std::string_view key = word.substr(0, equals);
  for (const CommandParameter& parameter : parameters) {
    if (parameter.is_option && key == parameter.name) {
      // An option without "=" is a switch: "-all" means "-all=true".
      std::string value(equals == std::string_view::npos ? "true"
                                                         : unquoted(word.substr(equals + 1)));
      MJ_TRY(check_type(self, parameter, value));
      values_[parameter.name] = std::move(value);
      return {};
    }
  }
  for (const CommandParameter& parameter : parameters) {
    if (!parameter.is_option && values_.count(parameter.name) == 0) {
      values_[parameter.name] = unquoted(word);
      return {};
    }
  }
  return throw_newf(self, kIllegalArgument, "Unknown argument '%s' in diagnostic command.",
                    std::string(key).c_str());
}

JavaResult<CommandArguments> CommandArguments::parse(JavaThread& self, std::string_view text,
                                                     std::span<const CommandParameter> parameters) {
  CommandArguments arguments;
  if (parameters.empty() && text.find_first_not_of(' ') != std::string_view::npos) {
    return throw_new(self, kIllegalArgument,
                     "The argument list of this diagnostic command should be empty.");
  }
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    MJ_TRY(arguments.take(self, word, parameters));
  }
  // A missing argument can be found only when all words are read.
  for (const CommandParameter& parameter : parameters) {
    if (parameter.is_mandatory && arguments.find(parameter.name) == nullptr) {
      return throw_newf(self, kIllegalArgument, "The argument '%s' is mandatory.", parameter.name);
    }
  }
  return arguments;
}

const std::string* CommandArguments::find(const char* name) const {
  auto value = values_.find(name);
  return value == values_.end() ? nullptr : &value->second;
}

bool CommandArguments::is_on(const char* name) const {
  const std::string* value = find(name);
  return value != nullptr && *value == "true";
}

}  // namespace minijvm::vm
