// Reads one -XX flag of the command line: finds its row, checks the setting, writes the member. A
// flag without a row goes to foreign_flags.h. All complaints are in HotSpot's words.
// Tested by tests/vm/options_test.cpp and tests/java/bad_input.
#pragma once

#include <string>
#include <string_view>

#include "vm/boot/option_table.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {

struct Options;

// The text behind -XX: has one of the forms "+Name", "-Name" and "Name=value".
struct FlagText {
  explicit FlagText(std::string_view whole)
      : text(whole),
        is_switch(!text.empty() && (text[0] == '+' || text[0] == '-')),
        is_on(is_switch && text[0] == '+'),
        body(is_switch ? text.substr(1) : text),
        name(body.substr(0, body.find('='))),
        value(name.size() == body.size() ? std::string_view() : body.substr(name.size() + 1)) {}

  bool has_value() const { return name.size() != body.size(); }
  std::string quoted() const { return "VM option '" + std::string(body) + "'"; }

  std::string_view text;
  bool is_switch;
  bool is_on;
  std::string_view body;  // without the sign
  std::string_view name;
  std::string_view value;
};

// Parses one flag. The error is the message for stderr.
Parsed parse_flag(std::string_view text, Options& options);

// The steps of parse_flag that core flags and foreign flags share.
// Checks that the flag is unlocked, that it has + or - exactly if it is a switch, and that any
// other flag has a value in its range.
Parsed check_setting(const FlagText& given, FlagLock lock, bool is_switch, const FlagRange& range,
                     const Options& options);
// Returns a complaint if the value is a number outside of the range.
Parsed check_range(const FlagText& given, const FlagRange& range);
// Returns the complaint about a value that is not of the flag's type.
Parsed improper_setting(const FlagText& given);
// Returns the complaint about an unknown flag, unless -XX:+IgnoreUnrecognizedVMOptions lets it
// pass. `guess` is the flag that the user may have meant, or "" if no name is similar.
Parsed unrecognized_flag(const FlagText& given, const Options& options, const std::string& guess);

// Returns the last setting of a flag on the command line, for core flags and foreign ones: "+", "-"
// or "=value". Empty: the flag is not given.
std::string setting_of(const Options& options, std::string_view name);

// Prints "... warning: text" on stderr, unless -XX:-PrintWarnings was given before.
void warn(const Options& options, const std::string& text);

}  // namespace minijvm::vm
