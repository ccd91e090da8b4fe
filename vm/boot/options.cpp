// Collects the options from their places, in this order: environment variables of other VMs,
// JAVA_TOOL_OPTIONS, the command line, _JAVA_OPTIONS. Each may name a file with more options. This
// is the first step of JNI_CreateJavaVM: there is no heap and no Java thread yet.
#include "vm/boot/options.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "vm/boot/flags.h"
#include "vm/boot/foreign_flags.h"
#include "vm/boot/option_checks.h"
#include "vm/boot/option_forms.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {
namespace {

// Returns the text of a file, or nothing if the file cannot be opened.
std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  return file.is_open() ? std::optional(all.str()) : std::nullopt;
}

// Reads options one by one into `options`. It also remembers the place from which it reads, because
// complaints name the place.
class OptionParser {
 public:
  // Parses one option. `extra` is the pointer that JNI passes with its three hooks. An option that
  // is translated, and the option that names a file of flags, stay in the list of arguments, so
  // they are added to the list before they are expanded.
  Parsed parse(std::string_view option, const void* extra) {
    if (take_hook(option, extra)) {
      return {};
    }
    if (const auto path = behind(option, "-XX:VMOptionsFile=")) {
      return parse_options_file(option, *path);
    }
    options.arguments.emplace_back(option);
    // tools/compat may translate an option of another VM; the options that it stands for are parsed
    // instead.
    if (const ForeignFlags::Translated own = foreign_flags().translate(option)) {
      return own->ok() ? parse_all(own->value()) : Complaint(own->error());
    }
    if (const auto path = behind(option, "-XX:Flags=")) {
      return parse_flags_file(*path);
    }
    if (const auto flag = behind(option, "-XX:")) {
      return parse_flag(*flag, options);
    }
    if (std::optional<Parsed> parsed = parse_form(option, options)) {
      return std::move(*parsed);
    }
    return unrecognized(option);
  }

  Parsed parse_all(const std::vector<std::string>& given) {
    for (const std::string& option : given) {
      MJ_TRY(parse(option, nullptr));
    }
    return {};
  }

  // Parses JAVA_TOOL_OPTIONS and _JAVA_OPTIONS: several options in one text, which stderr repeats.
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

  // HotSpot calls a place that holds options a container, and names it in its complaints.
  void begin_container(std::string name) {
    container_ = std::move(name);
    options_file_.clear();
  }

  Options options;
  bool ignore_unrecognized = false;

 private:
  // Takes an option of the JNI specification whose value is a function (chapter 5,
  // JNI_CreateJavaVM). This VM never calls a vfprintf hook.
  bool take_hook(std::string_view option, const void* extra) {
    void* hook = const_cast<void*>(extra);
    if (option == "exit") {
      options.exit_hook = reinterpret_cast<void (*)(jint)>(hook);
    } else if (option == "abort") {
      options.abort_hook = reinterpret_cast<void (*)()>(hook);
    } else {
      return option == "vfprintf";
    }
    return true;
  }

  // Parses -XX:VMOptionsFile=path, whose text is read like that of an environment variable.
  // HOTSPOT: each container may name one such file, and a file may name none.
  Parsed parse_options_file(std::string_view option, const std::string& path) {
    if (is_in_options_file_) {
      return Complaint(
          "A VM options file may not refer to a VM options file. Specification of "
          "'-XX:VMOptionsFile=<file-name>' in the options file '" +
          options_file_ + "' in options container '" + container_ + "' is an error.");
    }
    if (!options_file_.empty()) {
      return Complaint("The option '" + options_file_ +
                       "' is already specified in the options container '" + container_ +
                       "' so the specification of '" + std::string(option) +
                       "' in the same options container is an error.");
    }
    options_file_ = option;
    std::error_code no_matter;
    const bool is_file = !std::filesystem::is_directory(path, no_matter);
    const std::optional<std::string> text = is_file ? read_text(path) : std::nullopt;
    if (!text.has_value()) {
      return Complaint("Could not " + std::string(is_file ? "open" : "read") + " options file '" +
                       path + "'");
    }
    const std::vector<std::string> words = MJ_TRY(split_options(*text, path));
    is_in_options_file_ = true;
    MJ_TRY(parse_all(words));
    is_in_options_file_ = false;
    return {};
  }

  // Parses -XX:Flags=path: flags without their -XX:, separated by white space; # opens a comment.
  Parsed parse_flags_file(const std::string& path) {
    const std::optional<std::string> text = read_text(path);
    if (!text.has_value()) {
      return Complaint("Could not open settings file " + path);
    }
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line.substr(0, line.find('#')));
      for (std::string word; words >> word;) {
        if (options.print_vm_options) {
          std::printf("VM option '%s'\n", word.c_str());
        }
        MJ_TRY(parse_flag(word, options));
        options.arguments.push_back(word);
        options.file_flags.push_back(word);
      }
    }
    return {};
  }

  // JNI_CreateJavaVM may be asked to ignore what it does not know; the launcher never asks for
  // that.
  Parsed unrecognized(std::string_view option) const {
    const char* complaint = option.starts_with("-Xverify") ? "Unrecognized verification option: "
                                                           : "Unrecognized option: ";
    return ignore_unrecognized ? Parsed() : Complaint(complaint + std::string(option));
  }

  bool is_in_options_file_ = false;
  std::string container_;     // "cmd_line_args", "env_var='_JAVA_OPTIONS'"
  std::string options_file_;  // -XX:VMOptionsFile=... in the container
};

// -XX:+IgnoreUnrecognizedVMOptions applies to all flags, wherever it stands on the command line.
bool mentions_ignore_unrecognized(const JavaVMInitArgs& args) {
  for (jint i = 0; i < args.nOptions; ++i) {
    if (std::string_view(args.options[i].optionString) == "-XX:+IgnoreUnrecognizedVMOptions") {
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

Expected<Options, std::string> parse_options(const JavaVMInitArgs& args) {
  OptionParser parser;
  // This must be known before the first flag is read.
  parser.ignore_unrecognized = args.ignoreUnrecognized != JNI_FALSE;
  parser.options.ignore_unrecognized =
      parser.ignore_unrecognized || mentions_ignore_unrecognized(args);
  MJ_TRY(parser.parse_all(foreign_flags().options_of_environment()));
  MJ_TRY(parser.parse_environment("JAVA_TOOL_OPTIONS"));
  parser.begin_container("cmd_line_args");
  for (jint i = 0; i < args.nOptions; ++i) {
    MJ_TRY(parser.parse(args.options[i].optionString, args.options[i].extraInfo));
  }
  MJ_TRY(parser.parse_environment("_JAVA_OPTIONS"));
  // All options are read. First the options that change others do so; then all are checked
  // together.
  foreign_flags().settle(parser.options);
  if (parser.options.has_reserved_property) {
    warn(parser.options,
         "Ignoring system property options whose names match the '-Djdk.module.*'. names that "
         "are reserved for internal use.");
  }
  settle_options(parser.options);
  MJ_TRY(check_options(parser.options));
  return std::move(parser.options);
}

}  // namespace minijvm::vm
