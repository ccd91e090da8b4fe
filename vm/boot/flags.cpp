// Brings an -XX flag from the command line to its member: text -> FlagText -> row -> checks ->
// value. It runs in JNI_CreateJavaVM, before there is a heap or a Java thread, so all failures are
// messages and none is an exception.
#include "vm/boot/flags.h"

#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "vm/boot/foreign_flags.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {
namespace {

// The launcher may set other ones (foreign_flags.h). A build without tools sets none, so it knows
// only the flags of the core.
const ForeignFlags no_foreign_flags;
const ForeignFlags* all_foreign_flags = &no_foreign_flags;

// Returns whether the JDK that will run says more about a wrong flag. No JDK is chosen yet while
// options are read, so the VM looks for it.
bool says_more() {
  constexpr int kSince = 25;
  return find_java_home(nullptr).feature >= kSince;
}

// --- checks ---

// HOTSPOT: the flag that unlocks must stand before the flag that it unlocks, because each flag is
// checked when it is read.
Parsed check_lock(std::string_view flag, FlagLock lock, const Options& options) {
  const bool is_diagnostic = lock == FlagLock::kDiagnostic && !options.unlock_diagnostic;
  if (!is_diagnostic && (lock != FlagLock::kExperimental || options.unlock_experimental)) {
    return {};
  }
  const std::string name = "'" + std::string(flag) + "'";
  return Complaint(
      "Error: VM option " + name + " is " + (is_diagnostic ? "diagnostic" : "experimental") +
      " and must be enabled via -XX:+Unlock" + (is_diagnostic ? "Diagnostic" : "Experimental") +
      "VMOptions.\nError: The unlock option must precede " + name + "." +
      (says_more() ? "\nImproperly specified VM option " + name : ""));
}

// Returns the number that a text stands for in this range: "64m", for a signed type also "-1", for
// a double "12.5". Returns nothing if the text is no number; then there is nothing to compare.
std::optional<long double> number_for(const FlagRange& range, std::string_view value) {
  const bool is_negative = value.starts_with('-');
  if (range.is_real()) {
    // HOTSPOT: a double takes no minus here.
    return is_negative ? std::nullopt : std::optional<long double>(parse_double(value));
  }
  const bool is_signed = std::string_view(range.type).starts_with("int");
  const std::optional<std::size_t> size =
      parse_size(value.substr(is_negative && is_signed ? 1 : 0));
  // HOTSPOT: a text with a minus is no number either if its digits need more than 63 bits.
  if (!size.has_value() || (is_negative && *size > static_cast<std::size_t>(INT64_MAX))) {
    return std::nullopt;
  }
  const auto number = static_cast<long double>(*size);
  return is_negative ? -number : number;
}

// --- values ---

// There is one overload for each type of member; the row's pointer to member chooses it. Each
// returns whether the text is a value of the type. The range has been checked before.

bool store(const FlagText& given, const Allowed&, bool& member) {
  member = given.is_on;
  return true;
}

// HOTSPOT: a text such as 4k is accepted here as well. No flag of this type needs it.
bool store(const FlagText& given, const Allowed&, unsigned& member) {
  const char* end = given.value.data() + given.value.size();
  const auto [rest, error] = std::from_chars(given.value.data(), end, member);
  return error == std::errc() && rest == end;
}

bool store(const FlagText& given, const Allowed&, std::size_t& member) {
  const std::optional<std::size_t> size = parse_size(given.value);
  member = size.value_or(member);
  return size.has_value();
}

// Like HotSpot, refuses a sign and ".5".
bool store(const FlagText& given, const Allowed&, double& member) {
  const std::optional<double> number = parse_double(given.value);
  member = number.value_or(member);
  return number.has_value() && std::isdigit(static_cast<unsigned char>(given.value[0])) != 0;
}

// The choice of words is checked only when all options are known, because the last setting counts.
bool store(const FlagText& given, const Allowed& allowed, std::string& member) {
  const std::string before = allowed.is_list && !member.empty() ? member + "\n" : std::string();
  member = before + std::string(given.value);
  return true;
}

}  // namespace

Parsed check_range(const FlagText& given, const FlagRange& range) {
  const std::optional<long double> number = number_for(range, given.value);
  if (!range.is_given() || !number.has_value() || range.holds(*number)) {
    return {};
  }
  const int decimals = range.is_real() ? 6 : 0;
  return Complaint(std::string(range.type) + " " + std::string(given.name) + "=" +
                   FlagRange::text(*number, decimals) + " is outside the allowed range [ " +
                   FlagRange::text(range.least, decimals) + " ... " +
                   FlagRange::text(range.most, decimals) + " ]\nImproperly specified " +
                   given.quoted());
}

Parsed check_setting(const FlagText& given, FlagLock lock, bool is_switch, const FlagRange& range,
                     const Options& options) {
  MJ_TRY(check_lock(given.name, lock, options));
  if (is_switch && !given.is_switch) {
    return Complaint("Missing +/- setting for " + given.quoted());
  }
  if (is_switch) {
    return given.has_value() ? improper_setting(given) : Parsed();
  }
  if (given.is_switch) {
    return Complaint("Unexpected +/- setting in " + given.quoted());
  }
  MJ_TRY(check_range(given, range));
  return given.has_value() ? Parsed() : improper_setting(given);
}

Parsed improper_setting(const FlagText& given) {
  return Complaint("Improperly specified " + given.quoted());
}

Parsed unrecognized_flag(const FlagText& given, const Options& options, const std::string& guess) {
  if (options.ignore_unrecognized) {
    return {};
  }
  // HOTSPOT: before JDK 25 the launcher prints its own words behind the guess, on the same line.
  return Complaint("Unrecognized " + given.quoted() +
                   (guess.empty() ? ""
                                  : "\nDid you mean '" + guess + (says_more() ? "'?" : "'? ")));
}

Parsed parse_flag(std::string_view text, Options& options) {
  const FlagText given(text);
  // Find the row of the flag. A flag without a row belongs to the foreign flags.
  const OptionRow* row = find_option(given.name);
  if (row == nullptr) {
    return foreign_flags().parse(given, options);
  }
  // Check what can be wrong with a setting of any type.
  MJ_TRY(check_setting(given, row->lock, row->is_switch(), row->allowed.range, options));
  // Store the value into the member that the row points to.
  const bool is_stored = std::visit(
      [&](auto member) { return store(given, row->allowed, member.in(options)); }, row->member);
  return is_stored ? Parsed() : improper_setting(given);
}

// The arguments are searched as they were given, so that no parser must record which option set
// what. For a translated option, they also hold its translation.
std::string setting_of(const Options& options, std::string_view name) {
  std::string found;
  for (const std::string& argument : options.arguments) {
    const std::string_view text = argument;
    // A flag in a file of flags (-XX:Flags) has no prefix.
    const FlagText given(text.substr(text.starts_with("-XX:") ? 4 : 0));
    if (given.name == name && given.is_switch != given.has_value()) {
      found =
          given.is_switch ? std::string(given.is_on ? "+" : "-") : "=" + std::string(given.value);
    }
  }
  return found;
}

void warn(const Options& options, const std::string& text) {
  if (options.print_warnings) {
    std::fprintf(stderr, "OpenJDK 64-Bit Server VM warning: %s\n", text.c_str());
  }
}

Parsed ForeignFlags::parse(const FlagText& given, Options& options) const {
  return unrecognized_flag(given, options, "");
}

void set_foreign_flags(const ForeignFlags& flags) { all_foreign_flags = &flags; }
const ForeignFlags& foreign_flags() { return *all_foreign_flags; }

}  // namespace minijvm::vm
