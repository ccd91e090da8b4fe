#include "vm/launch/flags.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "vm/launch/flag_ranges.h"
#include "vm/launch/known_flags.h"
#include "vm/launch/options.h"

namespace minijvm::vm {
namespace {

using Failure = Unexpected<std::string>;
using Parsed = Expected<void, std::string>;

bool parse_number(const std::string& text, unsigned* number) {
  char* end = nullptr;
  unsigned long value = std::strtoul(text.c_str(), &end, 10);
  *number = static_cast<unsigned>(value);
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 && *end == '\0' && value == *number;
}

// One row of options.def, as what to do with "+", "-" or "=value".
enum class FlagKind { kBool, kSize, kNumber, kPart, kText, kJit };
struct Flag {
  const char* name;
  FlagKind kind;
  void* (*target)(Options& options);
};
constexpr Flag kFlags[] = {
#define MJ_ROW(name, kind, member) {#name, FlagKind::kind, [](Options& options) -> void* { return &options.member; }},
#define MJ_BOOL(name, member) MJ_ROW(name, kBool, member)
#define MJ_SIZE(name, member) MJ_ROW(name, kSize, member)
#define MJ_NUMBER(name, member) MJ_ROW(name, kNumber, member)
#define MJ_PART(name, member) MJ_ROW(name, kPart, member)
#define MJ_TEXT(name, member) MJ_ROW(name, kText, member)
#define MJ_JIT(name) {#name, FlagKind::kJit, nullptr},
#include "vm/launch/options.def"
#undef MJ_ROW
#undef MJ_BOOL
#undef MJ_SIZE
#undef MJ_NUMBER
#undef MJ_PART
#undef MJ_TEXT
#undef MJ_JIT
};

const Flag* find_flag(std::string_view name) {
  for (const Flag& flag : kFlags) {
    if (name == flag.name) {
      return &flag;
    }
  }
  return nullptr;
}

// "+Name", "-Name", "Name=value".
struct FlagText {
  explicit FlagText(std::string_view text)
      : is_switch(!text.empty() && (text[0] == '+' || text[0] == '-')),
        is_on(is_switch && text[0] == '+'),
        body(is_switch ? text.substr(1) : text),
        name(body.substr(0, body.find('='))),
        value(name.size() == body.size() ? std::string_view() : body.substr(name.size() + 1)) {}

  bool has_value() const { return name.size() != body.size(); }
  std::string quoted() const { return "VM option '" + std::string(body) + "'"; }

  bool is_switch;
  bool is_on;
  std::string_view body;
  std::string_view name;
  std::string_view value;
};

Parsed check_switch(const FlagText& given) {
  if (!given.is_switch) {
    return Failure("Missing +/- setting for " + given.quoted());
  }
  return given.has_value() ? Failure("Improperly specified " + given.quoted()) : Parsed();
}

Parsed check_value(const FlagText& given) {
  return given.is_switch ? Failure("Unexpected +/- setting in " + given.quoted()) : Parsed();
}

bool is_locked(FlagLock lock, const Options& options) {
  return (lock == FlagLock::kDiagnostic && !options.unlock_diagnostic) || (lock == FlagLock::kExperimental && !options.unlock_experimental);
}

std::string locked_text(std::string_view flag, FlagLock lock) {
  const std::string name = "'" + std::string(flag) + "'";
  const bool is_diagnostic = lock == FlagLock::kDiagnostic;
  return "Error: VM option " + name + " is " + (is_diagnostic ? "diagnostic" : "experimental") + " and must be enabled via -XX:+Unlock" +
         (is_diagnostic ? "Diagnostic" : "Experimental") + "VMOptions.\nError: The unlock option must precede " + name + ".";
}

std::string debug_only_text(std::string_view flag, FlagLock lock) {
  return "Error: VM option '" + std::string(flag) + "' is " + (lock == FlagLock::kDevelop ? "develop" : "notproduct") +
         " and is available only in debug version of VM.";
}

bool is_value_of(FlagType type, const std::string& value) {
  std::size_t bytes = 0;
  char* end = nullptr;
  switch (type) {
    case FlagType::kInteger: return parse_size(value.starts_with('-') ? value.substr(1) : value, &bytes);
    case FlagType::kUnsigned: return parse_size(value, &bytes);
    case FlagType::kDouble: return (void)std::strtod(value.c_str(), &end), !value.empty() && *end == '\0';
    default: return true;
  }
}

Parsed unrecognized_flag(const FlagText& given, const Options& options) {
  if (options.ignore_unrecognized) {
    return {};
  }
  FlagGuess guess(given.name);
  for (const Flag& flag : kFlags) {
    guess.consider(flag.name, flag.kind == FlagKind::kBool);
  }
  guess.consider_known_flags();
  std::string complaint = "Unrecognized " + given.quoted();
  if (!guess.text().empty()) {
    complaint += "\nDid you mean '" + guess.text() + "'? ";  // HOTSPOT: the launcher's words follow on this line
  }
  return Failure(std::move(complaint));
}

bool parse_part(const std::string& text, double* number) {
  char* end = nullptr;
  *number = std::strtod(text.c_str(), &end);
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 && *end == '\0';
}

// False: the value is none of the flag's kind.
bool set_value(const Flag& flag, const std::string& value, Options& options) {
  void* target = flag.target(options);
  switch (flag.kind) {
    case FlagKind::kSize: return parse_size(value, static_cast<std::size_t*>(target));
    case FlagKind::kPart: return parse_part(value, static_cast<double*>(target));
    case FlagKind::kText: *static_cast<std::string*>(target) = value; return true;
    default: return parse_number(value, static_cast<unsigned*>(target));
  }
}

Parsed check_range(const FlagText& given) {
  const std::string complaint = range_complaint(given.name, std::string(given.value));
  return complaint.empty() ? Parsed() : Failure(complaint + "\nImproperly specified " + given.quoted());
}

// A flag of HotSpot's that has no effect here.
Parsed parse_known_flag(const FlagText& given, const Options& options) {
  const std::optional<KnownFlag> known = find_known_flag(given.name);
  if (!known.has_value()) {
    return unrecognized_flag(given, options);
  }
  if (known->lock == FlagLock::kDevelop || known->lock == FlagLock::kNotProduct) {
    return options.ignore_unrecognized ? Parsed() : Failure(debug_only_text(given.name, known->lock));
  }
  if (is_locked(known->lock, options)) {
    return Failure(locked_text(given.name, known->lock));
  }
  if (known->type == FlagType::kSwitch) {
    return check_switch(given);
  }
  MJ_TRY(check_value(given));
  MJ_TRY(check_range(given));
  return given.has_value() && is_value_of(known->type, std::string(given.value)) ? Parsed() : Failure("Improperly specified " + given.quoted());
}

// An old name of a flag: the same under its own. Empty: it is none.
std::string in_todays_name(const FlagText& given) {
  if (given.name == "CreateMinidumpOnCrash") {
    return given.is_on ? "+CreateCoredumpOnCrash" : "-CreateCoredumpOnCrash";
  }
  return given.name == "DefaultMaxRAMFraction" ? "MaxRAMFraction=" + std::string(given.value) : std::string();
}

Parsed parse_flag(const FlagText& given, Options& options) {
  const Flag* flag = find_flag(given.name);
  if (flag == nullptr) {
    return parse_known_flag(given, options);
  }
  if (const std::optional<KnownFlag> known = find_known_flag(given.name); known.has_value() && is_locked(known->lock, options)) {
    return Failure(locked_text(given.name, known->lock));
  }
  switch (flag->kind) {
    case FlagKind::kJit: warn_of_compiler(); return check_range(given);
    case FlagKind::kBool:
      MJ_TRY(check_switch(given));
      *static_cast<bool*>(flag->target(options)) = given.is_on;
      return {};
    default: break;
  }
  MJ_TRY(check_value(given));
  MJ_TRY(check_range(given));
  return given.has_value() && set_value(*flag, std::string(given.value), options) ? Parsed() : Failure("Improperly specified " + given.quoted());
}

}  // namespace

void warn(const Options& options, const std::string& text) {
  if (options.print_warnings) {
    std::fprintf(stderr, "OpenJDK 64-Bit Server VM warning: %s\n", text.c_str());
  }
}

void warn_of_compiler() {
  static bool warned = false;
  if (!warned) {
    std::fprintf(stderr, "minijvm warning: there is no compiler; options for one have no effect\n");
    warned = true;
  }
}

Parsed parse_flag(std::string_view text, Options& options) {
  const FlagText given(text);
  if (const std::string deprecation = deprecation_of(given.name); !deprecation.empty()) {
    warn(options, deprecation);
  }
  const std::string renamed = in_todays_name(given);
  return parse_flag(renamed.empty() ? given : FlagText(renamed), options);
}

}  // namespace minijvm::vm
