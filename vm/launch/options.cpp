#include "vm/launch/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/log.h"
#include "vm/launch/flags.h"
#include "vm/launch/historic_options.h"
#include "vm/launch/option_checks.h"
#include "vm/launch/option_words.h"

namespace minijvm::vm {
namespace {

using Failure = Unexpected<std::string>;
using Parsed = Expected<void, std::string>;

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// The rest behind a prefix, if it stands there.
bool take_prefix(std::string_view text, std::string_view prefix, std::string* rest) {
  if (!starts_with(text, prefix)) {
    return false;
  }
  *rest = std::string(text.substr(prefix.size()));
  return true;
}

class OptionParser {
 public:
  Parsed parse(std::string_view option, const void* extra) {
    if (option == "exit") {
      options.exit_hook = reinterpret_cast<void (*)(jint)>(const_cast<void*>(extra));
      return {};
    }
    if (option == "abort") {
      options.abort_hook = reinterpret_cast<void (*)()>(const_cast<void*>(extra));
      return {};
    }
    if (option == "vfprintf") {
      return {};
    }
    std::string path;
    if (take_prefix(option, "-XX:VMOptionsFile=", &path)) {
      return parse_options_file(option, path);
    }
    options.arguments.emplace_back(option);
    if (const std::vector<std::string> today = todays_options(option); !today.empty()) {
      return parse_all(today);
    }
    if (take_prefix(option, "-XX:Flags=", &path)) {
      has_flags_file_ = true;
      return parse_flags_file(path);
    }
    if (starts_with(option, "-XX:")) {
      return parse_flag(option.substr(4), options);
    }
    if (starts_with(option, "-D")) {
      return parse_property(option.substr(2));
    }
    if (option.starts_with("--patch-module=") && option.find('=', option.find('=') + 1) == std::string_view::npos) {
      return Failure("Missing '=' in --patch-module specification");
    }
    if (parse_module_option(option) || parse_assertion(option) || is_accepted(option) || parse_agent(option)) {
      return {};
    }
    return parse_size_or_other(option);
  }

  Parsed parse_all(const std::vector<std::string>& given) {
    for (const std::string& option : given) {
      MJ_TRY(parse(option, nullptr));
    }
    return {};
  }

  Parsed parse_environment(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr) {
      return {};
    }
    std::fprintf(stderr, "Picked up %s: %s\n", variable, value);
    begin_container("env_var='" + std::string(variable) + "'");
    const std::vector<std::string> words = MJ_TRY(split_options(value, variable));
    return parse_all(words);
  }

  // Where options stand, as HotSpot calls it.
  void begin_container(std::string name) {
    container_ = std::move(name);
    options_file_.clear();
  }

  // What HotSpot, too, says last.
  void finish() const {
    constexpr const char* kOldFlagsFile = ".hotspotrc";
    if (!has_flags_file_ && access(kOldFlagsFile, F_OK) == 0) {
      warn(options, std::string(kOldFlagsFile) + " file is present but has been ignored.  Run with -XX:Flags=" + kOldFlagsFile + " to load the file.");
    }
    if (has_reserved_property_) {
      warn(options, "Ignoring system property options whose names match the '-Djdk.module.*'. names that are reserved for internal use.");
    }
  }

  Options options;
  bool ignore_unrecognized = false;

 private:
  // -XX:VMOptionsFile=path: options, as in an environment variable. HOTSPOT: one file for each place where options stand, and none in a file.
  Parsed parse_options_file(std::string_view option, const std::string& path) {
    if (is_in_options_file_) {
      return Failure("A VM options file may not refer to a VM options file. Specification of '-XX:VMOptionsFile=<file-name>' in the options file '" +
                     options_file_ + "' in options container '" + container_ + "' is an error.");
    }
    if (!options_file_.empty()) {
      return Failure("The option '" + options_file_ + "' is already specified in the options container '" + container_ + "' so the specification of '" +
                     std::string(option) + "' in the same options container is an error.");
    }
    options_file_ = option;
    std::string text;
    std::error_code no_matter;
    const bool is_file = !std::filesystem::is_directory(path, no_matter);
    if (!is_file || !read_text(path, &text)) {
      return Failure("Could not " + std::string(is_file ? "open" : "read") + " options file '" + path + "'");
    }
    const std::vector<std::string> words = MJ_TRY(split_options(text, path));
    is_in_options_file_ = true;
    MJ_TRY(parse_all(words));
    is_in_options_file_ = false;
    return {};
  }

  // -XX:Flags: flags without their -XX:, # opens a comment.
  Parsed parse_flags_file(const std::string& path) {
    std::string text;
    if (!read_text(path, &text)) {
      return Failure("Could not open settings file " + path);
    }
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line.substr(0, line.find('#')));
      for (std::string word; words >> word;) {
        if (options.print_vm_options) {
          std::printf("VM option '%s'\n", word.c_str());
        }
        MJ_TRY(parse_flag(word, options));
        options.arguments.push_back(word);
      }
    }
    return {};
  }

  static bool read_text(const std::string& path, std::string* text) {
    std::ifstream file(path);
    std::ostringstream all;
    all << file.rdbuf();
    *text = all.str();
    return file.is_open();
  }

  void add_property(const std::string& key, const std::string& value) { options.properties.emplace_back(key, value); }

  // "-Dkey=value", without the -D.
  Parsed parse_property(std::string_view definition) {
    const std::size_t equals = std::min(definition.find('='), definition.size());
    const std::string key(definition.substr(0, equals));
    const std::string value(equals == definition.size() ? std::string_view() : definition.substr(equals + 1));
    if (is_reserved(key)) {
      has_reserved_property_ = true;
      return {};
    }
    const bool names_directories = !value.empty() && value != "\"\"";  // scripts pass a quoted nothing
    if (key == "java.endorsed.dirs" && names_directories) {
      return Failure("-D" + std::string(definition) + " is not supported. Endorsed standards and standalone APIs\nin modular form will be supported via the "
                     "concept of upgradeable modules.");
    }
    if (key == "java.ext.dirs" && names_directories) {
      return Failure("-D" + std::string(definition) + " is not supported.  Use -classpath instead.");
    }
    if (!key.empty()) {
      add_property(key, value);
    }
    if (starts_with(key, "com.sun.management")) {
      options.management_server = true;
      add_numbered_property("jdk.module.addmods", "jdk.management.agent");
    }
    return {};
  }

  void add_numbered_property(const char* key, const std::string& value) {
    add_property(std::string(key) + "." + std::to_string(counts_[key]++), value);
  }

  // The properties that module options turn into, numbered or not: users may not set them.
  static bool is_reserved(std::string_view key) {
    constexpr std::string_view kPrefix = "jdk.module.";
    if (!starts_with(key, kPrefix)) {
      return false;
    }
    key.remove_prefix(kPrefix.size());
    for (std::string_view name : {"addexports", "addopens", "addreads", "patch", "limitmods", "upgrade.path", "path", "addmods", "enable.native.access"}) {
      if (starts_with(key, name) && (key.size() == name.size() || key[name.size()] == '.')) {
        return true;
      }
    }
    return false;
  }

  // Options that become properties; numbered ones count from 0.
  bool parse_module_option(std::string_view option) {
    struct Row {
      const char* option;
      const char* key;
      bool numbered;
    };
    static constexpr Row kRows[] = {
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
    std::string value;
    for (const Row& row : kRows) {
      if (take_prefix(option, row.option, &value)) {
        row.numbered ? add_numbered_property(row.key, value) : add_property(row.key, value);
        return true;
      }
    }
    if (starts_with(option, "--illegal-access=")) {
      warn(options, "Ignoring option " + std::string(option) + "; support was removed in 17.0");
      return true;
    }
    return false;
  }

  // -ea[:pkg...|:class], -da, -esa, -dsa and their long forms.
  bool parse_assertion(std::string_view option) {
    if (option == "-esa" || option == "-enablesystemassertions" || option == "-dsa" || option == "-disablesystemassertions") {
      options.assertions.system_default = option[1] == 'e';
      return true;
    }
    std::size_t colon = option.find(':');
    std::string_view name = option.substr(0, colon);
    bool enable = name == "-ea" || name == "-enableassertions";
    if (!enable && name != "-da" && name != "-disableassertions") {
      return false;
    }
    if (colon == std::string_view::npos) {
      options.assertions.user_default = enable;
      return true;
    }
    std::string what(option.substr(colon + 1));
    if (what.size() >= 3 && what.compare(what.size() - 3, 3, "...") == 0) {
      options.assertions.packages.push_back({what.substr(0, what.size() - 3), enable});
    } else {
      options.assertions.classes.push_back({what, enable});
    }
    return true;
  }

  // -javaagent:jar[=options] is the agent library `instrument` with that as its options.
  // -agentlib:name[=options], -agentpath:file[=options], and the old -Xrunname[:options].
  bool parse_agent(std::string_view option) {
    std::string value;
    if (take_prefix(option, "-javaagent:", &value)) {
      add_numbered_property("jdk.module.addmods", "java.instrument");
      options.agents.push_back({"instrument", value, false});
      return true;
    }
    char separator = '=';
    bool is_path = take_prefix(option, "-agentpath:", &value);
    if (!is_path && !take_prefix(option, "-agentlib:", &value)) {
      if (!take_prefix(option, "-Xrun", &value) || value.empty()) {
        return false;
      }
      separator = ':';
    }
    const std::size_t end = std::min(value.find(separator), value.size());
    options.agents.push_back({value.substr(0, end), end == value.size() ? "" : value.substr(end + 1), is_path});
    return true;
  }

  static bool is_accepted(std::string_view option) {
    static constexpr const char* kAccepted[] = {"-Xint", "-Xmixed", "-Xbatch", "-Xshare:off", "-Xshare:auto", "-Xshare:on", "-Xcheck:jni",
                                                "-Xdebug", "-Xnoagent", "-Xfuture", "-Xinternalversion", "-Xbatch"};
    for (const char* accepted : kAccepted) {
      if (option == accepted) {
        return true;
      }
    }
    if (option == "-Xcomp") {
      warn_of_compiler();
      return true;
    }
    return starts_with(option, "-Xmaxjitcodesize") || starts_with(option, "-XshowSettings");
  }

  Parsed parse_size_or_other(std::string_view option) {
    std::string rest;
    if (take_prefix(option, "-Xmx", &rest)) {
      return size(rest, &options.heap.max_bytes, "Invalid maximum heap size: ", option);
    }
    if (take_prefix(option, "-Xms", &rest)) {
      return size(rest, &options.heap.initial_bytes, "Invalid initial heap size: ", option);
    }
    if (take_prefix(option, "-Xmn", &rest)) {
      return size(rest, &options.heap.young_bytes, "Invalid initial young generation size: ", option);
    }
    if (take_prefix(option, "-Xminf", &rest)) {
      return free_part(rest, "MinHeapFreeRatio", "Bad min heap free percentage size: ", option);
    }
    if (take_prefix(option, "-Xmaxf", &rest)) {
      return free_part(rest, "MaxHeapFreeRatio", "Bad max heap free percentage size: ", option);
    }
    if (take_prefix(option, "-Xss", &rest)) {
      options.thread_stack_kib = 0;  // the last one counts
      return size(rest, &options.stack_bytes, "Invalid thread stack size: ", option);
    }
    if (take_prefix(option, "-Xbootclasspath/a:", &rest)) {
      options.boot_append += (options.boot_append.empty() ? "" : ":") + rest;
      return {};
    }
    if (take_prefix(option, "-Xlog", &rest)) {
      return configure_log(rest.empty() ? rest : rest.substr(1)) ? Parsed() : Failure("Invalid -Xlog option '" + std::string(option) + "', see error log for details.");
    }
    for (const char* gone : {"-Xbootclasspath:", "-Xbootclasspath/p:"}) {
      if (starts_with(option, gone)) {
        return Failure(std::string(gone, std::strlen(gone) - 1) + " is no longer a supported option.");
      }
    }
    if (starts_with(option, "-Xcheck:")) {
      return Failure("Unrecognized check option: " + std::string(option));
    }
    if (take_prefix(option, "-Xtrace:bytecode", &rest) && (rest.empty() || (rest[0] == '=' && rest.size() > 1))) {
      options.trace_bytecode = true;
      options.trace_filter = rest.empty() ? rest : rest.substr(1);
      return {};
    }
    if (parse_stepper(option)) {
      return {};
    }
    if (take_prefix(option, "-verbose", &rest) || option == "-Xverify:all" || option == "-Xverify:remote" || option == "-Xverify:none" ||
        option == "-Xverify" || option == "-noverify" || option == "-Xrs" || option == "-Xnoclassgc" ||
        option == "--enable-preview") {
      parse_switch(option, rest);
      return {};
    }
    return unrecognized((starts_with(option, "-Xverify") ? "Unrecognized verification option: " : "Unrecognized option: ") + std::string(option));
  }

  // What vm/launch/main.cpp makes of --step[=json], --break PLACE and --source PATH.
  bool parse_stepper(std::string_view option) {
    std::string rest;
    if (option == "-Xstep" || option == "-Xstep:json") {
      options.stepper.is_on = true;
      options.stepper.speaks_json = option == "-Xstep:json";
      options.reduce_signals = true;  // Ctrl-C is the stepper's
    } else if (take_prefix(option, "-Xstep:break=", &rest)) {
      options.stepper.breaks.push_back(rest);
    } else if (take_prefix(option, "-Xstep:source=", &rest)) {
      options.stepper.source_path = rest;
    } else {
      return false;
    }
    return true;
  }

  void parse_switch(std::string_view option, const std::string& verbose_tag) {
    if (option == "-Xrs") {
      options.reduce_signals = true;
    } else if (option == "-Xnoclassgc") {
      options.heap.class_unloading = false;
    } else if (option == "--enable-preview") {
      options.enable_preview = true;
    } else if (option == "-Xverify:none" || option == "-noverify") {
      warn(options, "Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a future release.");
      options.verify_boot = options.verify_others = false;
    } else if (option == "-Xverify:all" || option == "-Xverify") {
      options.verify_boot = options.verify_others = true;
    } else if (option == "-Xverify:remote") {
      options.verify_boot = false;
      options.verify_others = true;
    } else if (verbose_tag == ":gc") {
      configure_log("gc");
    } else if (verbose_tag.empty() || verbose_tag == ":class") {
      configure_log("class+load*,classunload");
    } else if (verbose_tag == ":jni") {
      configure_log("natives");
    }
  }

  Parsed size(const std::string& text, std::size_t* target, const char* complaint, std::string_view option) {
    return parse_size(text, target) ? Parsed() : Failure(complaint + std::string(option));
  }

  // The old name of a flag in percent: -Xminf0.4 is -XX:MinHeapFreeRatio=40.
  Parsed free_part(const std::string& text, const char* flag, const char* complaint, std::string_view option) {
    constexpr double kPercent = 100;
    char* end = nullptr;
    const double part = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') {
      return Failure(complaint + std::string(option));
    }
    return parse_flag(fmt::format("{}={:.0f}", flag, part * kPercent), options);
  }

  Parsed unrecognized(std::string message) { return ignore_unrecognized ? Parsed() : Parsed(Failure(std::move(message))); }

  std::map<std::string, int> counts_;
  bool has_reserved_property_ = false;
  bool has_flags_file_ = false;
  bool is_in_options_file_ = false;
  std::string container_;
  std::string options_file_;  // -XX:VMOptionsFile=... in the container
};

// -XX:+IgnoreUnrecognizedVMOptions counts wherever it stands.
bool mentions_ignore_unrecognized(const JavaVMInitArgs& args) {
  for (jint i = 0; i < args.nOptions; ++i) {
    if (std::strcmp(args.options[i].optionString, "-XX:+IgnoreUnrecognizedVMOptions") == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

const std::string* Options::property(const std::string& key) const {
  const std::string* found = nullptr;
  for (const Property& property : properties) {
    if (property.first == key) {
      found = &property.second;  // the last one wins
    }
  }
  return found;
}

bool parse_size(const std::string& text, std::size_t* bytes) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) == 0) {
    return false;
  }
  char* end = nullptr;
  errno = 0;
  unsigned long long value = std::strtoull(text.c_str(), &end, text.starts_with("0x") || text.starts_with("0X") ? 16 : 10);
  if (errno == ERANGE) {
    return false;
  }
  unsigned shift = 0;
  switch (*end) {
    case 'k': case 'K': shift = 10; break;
    case 'm': case 'M': shift = 20; break;
    case 'g': case 'G': shift = 30; break;
    case 't': case 'T': shift = 40; break;
    case '\0': break;
    default: return false;
  }
  if ((shift != 0 && end[1] != '\0') || (shift != 0 && value >> (64 - shift) != 0)) {
    return false;
  }
  *bytes = static_cast<std::size_t>(value << shift);
  return true;
}

Expected<Options, std::string> parse_options(const JavaVMInitArgs& args) {
  OptionParser parser;
  parser.ignore_unrecognized = args.ignoreUnrecognized != JNI_FALSE;
  parser.options.ignore_unrecognized = parser.ignore_unrecognized || mentions_ignore_unrecognized(args);
  MJ_TRY(parser.parse_all(options_of_environment()));
  MJ_TRY(parser.parse_environment("JAVA_TOOL_OPTIONS"));
  parser.begin_container("cmd_line_args");
  for (jint i = 0; i < args.nOptions; ++i) {
    MJ_TRY(parser.parse(args.options[i].optionString, args.options[i].extraInfo));
  }
  MJ_TRY(parser.parse_environment("_JAVA_OPTIONS"));
  parser.finish();
  settle_options(parser.options);
  MJ_TRY(check_options(parser.options));
  return std::move(parser.options);
}

}  // namespace minijvm::vm
