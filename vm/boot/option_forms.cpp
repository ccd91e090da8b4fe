// Parses each kind of option that is no -XX flag, by rows of a table, or by a few lines where the
// value needs work. An option that is short for flags is parsed as these -XX flags (flags.h). An
// option that the class library reads becomes properties, assertion settings or agents in Options;
// the library reads the properties when System.initPhase1 and initPhase2 run
// (vm/boot/boot.cpp:/boot_java/). All of this runs before there is a VM.
//
// Each parse function below answers "not mine" (nothing), "done", or with a complaint.
#include "vm/boot/option_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "base/log.h"
#include "vm/boot/flags.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/option_words.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

using MaybeParsed = std::optional<Parsed>;

// --- options of the VM ---

constexpr const char* kVerifyWarning =
    "Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a "
    "future release.";
constexpr std::string_view kVerifyAll = "+BytecodeVerificationLocal +BytecodeVerificationRemote";
constexpr std::string_view kVerifyNone = "-BytecodeVerificationLocal -BytecodeVerificationRemote";

// Is an option that is short for flags. There are two kinds of rows:
//   -Xmx      MaxHeapSize=    the text behind the option is the value of the flag
//   -Xrs      +Reduce...      the option is the whole word, and stands for one flag or two
struct ShortForm {
  std::string_view option;
  std::string_view flags;
  // For a row with a value: the complaint about a value that makes no sense. Otherwise: a warning.
  const char* remark = nullptr;
  // The value is a fraction, and the flag is in percent: -Xminf0.4 is -XX:MinHeapFreeRatio=40.
  bool is_part = false;
};
constexpr ShortForm kShortForms[] = {
    {"-Xmx", "MaxHeapSize=", "Invalid maximum heap size: "},
    {"-Xms", "InitialHeapSize=", "Invalid initial heap size: "},
    {"-Xmn", "NewSize=", "Invalid initial young generation size: "},
    {"-Xminf", "MinHeapFreeRatio=", "Bad min heap free percentage size: ", true},
    {"-Xmaxf", "MaxHeapFreeRatio=", "Bad max heap free percentage size: ", true},
    {"-Xint", ""},
    {"-Xrs", "+ReduceSignalUsage"},
    {"-Xnoclassgc", "-ClassUnloading"},
    {"-Xverify", kVerifyAll},
    {"-Xverify:all", kVerifyAll},
    {"-Xverify:remote", "-BytecodeVerificationLocal +BytecodeVerificationRemote"},
    {"-Xverify:none", kVerifyNone, kVerifyWarning},
    {"-noverify", kVerifyNone, kVerifyWarning},
    {"-Xprof", "", "Ignoring option -Xprof; support was removed in 10.0"},
};

// Parses a row with a value. HOTSPOT: if the value is a fraction outside of the flag's range, the
// complaint names the flag and not the option.
Parsed parse_short_value(const ShortForm& row, const std::string& value, Options& options) {
  constexpr double kPercent = 100;
  Complaint complaint(std::string(row.remark) + std::string(row.option) + value);
  const std::string flag(row.flags);
  if (!row.is_part) {
    return parse_flag(flag + value, options).ok() ? Parsed() : std::move(complaint);
  }
  const std::optional<double> part = parse_double(value);
  return part.has_value() ? parse_flag(flag + fmt::format("{:.0f}", *part * kPercent), options)
                          : std::move(complaint);
}

MaybeParsed parse_short_form(std::string_view option, Options& options) {
  for (const ShortForm& row : kShortForms) {
    const std::optional<std::string> value = behind(option, row.option);
    if (value.has_value() && row.flags.ends_with('=')) {
      return parse_short_value(row, *value, options);
    }
    if (option == row.option) {
      if (row.remark != nullptr) {
        warn(options, row.remark);
      }
      const std::vector<std::string> flags = MJ_TRY(split_options(std::string(row.flags), ""));
      // Some of the flags are diagnostic. Their short form needs no unlocking.
      const bool unlocked = std::exchange(options.unlock_diagnostic, true);
      for (const std::string& flag : flags) {
        MJ_TRY(parse_flag(flag, options));
      }
      options.unlock_diagnostic = unlocked;
      return Parsed();
    }
  }
  return std::nullopt;
}

// Parses -Xlog, and the -verbose options that are short for some of it. HOTSPOT: a -verbose with an
// unknown word behind it is no error.
MaybeParsed parse_log(std::string_view option, Options&) {
  if (const auto what = behind(option, "-Xlog")) {
    return configure_log(what->empty() ? *what : what->substr(1))
               ? Parsed()
               : Complaint("Invalid -Xlog option '" + std::string(option) +
                           "', see error log for details.");
  }
  const auto tag = behind(option, "-verbose");
  if (!tag.has_value()) {
    return std::nullopt;
  }
  if (tag->empty() || *tag == ":class") {
    configure_log("class+load*,classunload");
  } else if (*tag == ":gc") {
    configure_log("gc");
  } else if (*tag == ":jni") {
    configure_log("natives");
  }
  return Parsed();
}

// Parses the options that the launcher (launcher/main.cpp) makes of --step[=json], --break PLACE,
// --source PATH and --explain.
// A program that runs the VM passes -Xstep:json=FD, the number of an open descriptor.
MaybeParsed parse_stepper(std::string_view option, Options& options) {
  if (option == "-Xstep" || option == "-Xstep:json") {
    options.stepper.is_on = true;
    options.stepper.speaks_json = option == "-Xstep:json";
    options.reduce_signals = true;  // Ctrl-C is the stepper's
  } else if (option == "-Xstep:explain") {
    options.stepper.explains = true;
  } else if (const auto number = behind(option, "-Xstep:json=")) {
    const char* end = number->data() + number->size();
    const auto [read_to, error] = std::from_chars(number->data(), end, options.stepper.descriptor);
    if (error != std::errc() || read_to != end || options.stepper.descriptor < 0) {
      return Parsed(Complaint("-Xstep:json=" + *number + ": this is no descriptor"));
    }
    options.stepper.is_on = true;
    options.stepper.speaks_json = true;
    options.reduce_signals = true;
  } else if (const auto place = behind(option, "-Xstep:break=")) {
    options.stepper.breaks.push_back(*place);
  } else if (const auto path = behind(option, "-Xstep:source=")) {
    options.stepper.source_path = *path;
  } else {
    return std::nullopt;
  }
  return Parsed();
}

// Parses -Xshare. HOTSPOT: any other word is an unknown option.
MaybeParsed parse_share(std::string_view option, Options& options) {
  const auto word = behind(option, "-Xshare:");
  if (!word.has_value() || !has_word("auto on off dump", *word)) {
    return std::nullopt;
  }
  options.share = *word;
  return Parsed();
}

// The option came with JDK 18 (JEP 421).
bool knows_finalization() { return find_java_home().feature >= 18; }

// Parses options with a member of their own.
MaybeParsed parse_own_member(std::string_view option, Options& options) {
  if (const auto text = behind(option, "-Xss")) {
    constexpr std::size_t kMost = 1024 * 1024 * 1024;
    const std::optional<std::size_t> bytes = parse_size(*text);
    // The later one of -Xss and -XX:ThreadStackSize counts (option_checks.cpp).
    options.thread_stack_kib = 0;
    options.stack_bytes = bytes.value_or(0);
    if (bytes.has_value() && *bytes <= kMost) {
      return Parsed();
    }
    return Complaint(
        "Invalid thread stack size: " + std::string(option) +
        (bytes.has_value() ? "\nThe specified size exceeds the maximum representable size." : ""));
  }
  if (const auto path = behind(option, "-Xbootclasspath/a:")) {
    options.boot_append += (options.boot_append.empty() ? "" : ":") + *path;
    return Parsed();
  }
  if (option == "--enable-preview") {
    options.enable_preview = true;
    return Parsed();
  }
  const auto finalization = behind(option, "--finalization=");
  if (finalization.has_value() && knows_finalization()) {
    options.finalization = *finalization == "enabled";
    return has_word("enabled disabled", *finalization)
               ? Parsed()
               : Complaint("Invalid finalization value '" + *finalization +
                           "', must be 'disabled' or 'enabled'.");
  }
  const auto filter = behind(option, "-Xtrace:bytecode");
  if (filter.has_value() && (filter->empty() || (filter->starts_with('=') && filter->size() > 1))) {
    options.trace_bytecode = true;
    options.trace_filter = filter->empty() ? "" : filter->substr(1);
    return Parsed();
  }
  return std::nullopt;
}

// --- options of the class library ---

// Options of the module system turn into properties that only the VM may define. An option that may
// be given several times has a property for each: jdk.module.addmods.0, jdk.module.addmods.1, ...
// The library's ModuleBootstrap reads them.
struct ModuleOption {
  std::string_view option;
  std::string_view key;
  bool is_numbered;
};
constexpr ModuleOption kModuleOptions[] = {
    {"--module-path=", "jdk.module.path", false},
    {"--upgrade-module-path=", "jdk.module.upgrade.path", false},
    {"--limit-modules=", "jdk.module.limitmods", false},
    {"--add-modules=", "jdk.module.addmods", true},
    {"--add-reads=", "jdk.module.addreads", true},
    {"--add-exports=", "jdk.module.addexports", true},
    {"--add-opens=", "jdk.module.addopens", true},
    {"--patch-module=", "jdk.module.patch", true},
    {"--enable-native-access=", "jdk.module.enable.native.access", true},
};

bool is_below(std::string_view key, std::string_view parent) {
  return key.starts_with(parent) && key.size() > parent.size() && key[parent.size()] == '.';
}

// Returns whether a property belongs to a module option, as jdk.module.addmods.0 does. A user
// cannot define such a property.
bool is_reserved(std::string_view key) {
  return std::ranges::any_of(kModuleOptions, [&](const ModuleOption& row) {
    return key == row.key || is_below(key, row.key);
  });
}

// The number of the new property is the count of those that are there. That works because only the
// VM adds such properties.
void add_numbered_property(Options& options, std::string_view key, const std::string& value) {
  const auto number = std::ranges::count_if(
      options.properties, [&](const Property& property) { return is_below(property.first, key); });
  options.properties.emplace_back(std::string(key) + "." + std::to_string(number), value);
}

// Parses -Dkey=value.
MaybeParsed parse_definition(std::string_view option, Options& options) {
  if (!option.starts_with("-D")) {
    return std::nullopt;
  }
  const std::string_view definition = option.substr(2);
  const std::size_t equals = std::min(definition.find('='), definition.size());
  const std::string key(definition.substr(0, equals));
  const std::string value(definition.substr(std::min(equals + 1, definition.size())));
  if (is_reserved(key)) {
    options.has_reserved_property = true;
    return Parsed();
  }
  // JDK 9 removed two ways to extend the library. Scripts still pass them with an empty or a quoted
  // empty value, which does no harm.
  const bool names_folders = !value.empty() && value != "\"\"";
  if (key == "java.endorsed.dirs" && names_folders) {
    return Complaint(std::string(option) +
                     " is not supported. Endorsed standards and standalone APIs\nin modular form "
                     "will be supported via the concept of upgradeable modules.");
  }
  if (key == "java.ext.dirs" && names_folders) {
    return Complaint(std::string(option) + " is not supported.  Use -classpath instead.");
  }
  if (!key.empty()) {
    options.properties.emplace_back(key, value);
  }
  // The agent for remote management starts if one of its properties is set at all.
  if (key.starts_with("com.sun.management")) {
    options.management_server = true;
    add_numbered_property(options, "jdk.module.addmods", "jdk.management.agent");
  }
  return Parsed();
}

MaybeParsed parse_module_option(std::string_view option, Options& options) {
  constexpr std::string_view kPatch = "--patch-module=";
  if (option.starts_with(kPatch) && option.find('=', kPatch.size()) == std::string_view::npos) {
    return Complaint("Missing '=' in --patch-module specification");
  }
  for (const ModuleOption& row : kModuleOptions) {
    const std::optional<std::string> value = behind(option, row.option);
    if (value.has_value() && row.is_numbered) {
      add_numbered_property(options, row.key, *value);
      return Parsed();
    }
    if (value.has_value()) {
      options.properties.emplace_back(row.key, *value);
      return Parsed();
    }
  }
  if (option.starts_with("--illegal-access=")) {
    warn(options, "Ignoring option " + std::string(option) + "; support was removed in 17.0");
    return Parsed();
  }
  return std::nullopt;
}

// Parses -ea[:package...|:class], -da, -esa, -dsa and their long forms. A later choice overrides an
// earlier one.
MaybeParsed parse_assertion(std::string_view option, Options& options) {
  AssertionOptions& assertions = options.assertions;
  const std::size_t colon = std::min(option.find(':'), option.size());
  const std::string_view name = option.substr(0, colon);
  const bool enable = name.starts_with("-e");
  if (option == "-esa" || option == "-enablesystemassertions" || option == "-dsa" ||
      option == "-disablesystemassertions") {
    assertions.system_default = enable;
    return Parsed();
  }
  if (!has_word("-ea -enableassertions -da -disableassertions", name)) {
    return std::nullopt;
  }
  if (colon == option.size()) {
    assertions.user_default = enable;
    return Parsed();
  }
  constexpr std::string_view kAllBelow = "...";
  const std::string_view what = option.substr(colon + 1);
  if (what.ends_with(kAllBelow)) {
    assertions.packages.push_back(
        {std::string(what.substr(0, what.size() - kAllBelow.size())), enable});
  } else {
    assertions.classes.push_back({std::string(what), enable});
  }
  return Parsed();
}

// Parses "name=options", or with Xrun's separator "name:options".
Parsed add_agent(Options& options, const std::string& text, char separator, bool is_path) {
  const std::size_t end = std::min(text.find(separator), text.size());
  options.agents.push_back(
      {text.substr(0, end), text.substr(std::min(end + 1, text.size())), is_path});
  return {};
}

// Parses -agentlib, -agentpath, -Xrun and -javaagent. Agents are loaded at the end of the boot, in
// this order (tools/jvmti/agents.h).
MaybeParsed parse_agent(std::string_view option, Options& options) {
  if (const auto jar = behind(option, "-javaagent:")) {
    // A Java agent is run by the agent library `instrument`; the jar and its options are that
    // library's options.
    add_numbered_property(options, "jdk.module.addmods", "java.instrument");
    options.agents.push_back({"instrument", *jar, false});
    return Parsed();
  }
  if (const auto path = behind(option, "-agentpath:")) {
    return add_agent(options, *path, '=', true);
  }
  if (const auto name = behind(option, "-agentlib:")) {
    return add_agent(options, *name, '=', false);
  }
  const auto name = behind(option, "-Xrun");
  return name.value_or("").empty() ? std::nullopt
                                   : MaybeParsed(add_agent(options, *name, ':', false));
}

}  // namespace

MaybeParsed parse_form(std::string_view option, Options& options) {
  // Each option is of one kind only, so the order of the parsers does not matter.
  for (const auto parse :
       {parse_definition, parse_module_option, parse_assertion, parse_agent, parse_short_form,
        parse_log, parse_share, parse_stepper, parse_own_member}) {
    if (MaybeParsed parsed = parse(option, options)) {
      return parsed;
    }
  }
  return std::nullopt;
}

}  // namespace minijvm::vm
