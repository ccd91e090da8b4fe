#include "vm/launch/options.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

#include "base/log.h"

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

bool parse_number(const std::string& text, unsigned* number) {
  char* end = nullptr;
  unsigned long value = std::strtoul(text.c_str(), &end, 10);
  *number = static_cast<unsigned>(value);
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 && *end == '\0' && value == *number;
}

// One row of options.def, as what to do with "+", "-" or "=value".
enum class FlagKind { kBool, kSize, kNumber, kText, kIgnored, kJit };
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
#define MJ_TEXT(name, member) MJ_ROW(name, kText, member)
#define MJ_IGNORED(name) {#name, FlagKind::kIgnored, nullptr},
#define MJ_JIT(name) {#name, FlagKind::kJit, nullptr},
#include "vm/launch/options.def"
#undef MJ_ROW
#undef MJ_BOOL
#undef MJ_SIZE
#undef MJ_NUMBER
#undef MJ_TEXT
#undef MJ_IGNORED
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
    options.arguments.emplace_back(option);
    if (starts_with(option, "-XX:")) {
      return parse_flag(option.substr(4));
    }
    if (parse_property(option) || parse_module_option(option) || parse_assertion(option) || is_accepted(option)) {
      return {};
    }
    return parse_size_or_other(option);
  }

  // Environment variables hold options separated by spaces; quotes keep spaces together.
  Parsed parse_environment(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr) {
      return {};
    }
    std::fprintf(stderr, "Picked up %s: %s\n", variable, value);
    std::string word;
    char quote = 0;
    for (const char* at = value;; ++at) {
      bool ends = *at == '\0' || (quote == 0 && std::isspace(static_cast<unsigned char>(*at)) != 0);
      if (ends && !word.empty()) {
        MJ_TRY(parse(word, nullptr));
        word.clear();
      }
      if (*at == '\0') {
        return {};
      }
      if (quote != 0 ? *at == quote : (*at == '"' || *at == '\'')) {
        quote = quote != 0 ? '\0' : *at;
      } else if (!ends) {
        word.push_back(*at);
      }
    }
  }

  Options options;
  bool ignore_unrecognized = false;

 private:
  void add_property(const std::string& key, const std::string& value) { options.properties.emplace_back(key, value); }

  bool parse_property(std::string_view option) {
    std::string definition;
    if (!take_prefix(option, "-D", &definition)) {
      return false;
    }
    std::size_t equals = definition.find('=');
    if (!definition.empty() && equals != 0) {
      add_property(definition.substr(0, equals), equals == std::string::npos ? std::string() : definition.substr(equals + 1));
    }
    return true;
  }

  // JDK interface 3.4: options that become properties; numbered ones count from 0.
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
        add_property(row.numbered ? std::string(row.key) + "." + std::to_string(counts_[row.key]++) : row.key, value);
        return true;
      }
    }
    if (starts_with(option, "--illegal-access=")) {
      std::fprintf(stderr, "OpenJDK 64-Bit Server VM warning: Ignoring option %s; support was removed in 17.0\n", std::string(option).c_str());
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

  static bool is_accepted(std::string_view option) {
    static constexpr const char* kAccepted[] = {"-Xint", "-Xmixed", "-Xbatch", "-Xshare:off", "-Xshare:auto", "-Xshare:on", "-Xcheck:jni",
                                                "-Xdebug", "-Xnoagent", "-Xfuture", "-Xnoclassgc", "-Xinternalversion", "-Xbatch", "-green"};
    for (const char* accepted : kAccepted) {
      if (option == accepted) {
        return true;
      }
    }
    if (option == "-Xcomp") {
      warn_of_compiler();
      return true;
    }
    return starts_with(option, "-Xss-") || starts_with(option, "-XshowSettings");
  }

  static void warn_of_compiler() {
    static bool warned = false;
    if (!warned) {
      std::fprintf(stderr, "minijvm warning: there is no compiler; options for one have no effect\n");
      warned = true;
    }
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
    if (take_prefix(option, "-Xss", &rest)) {
      return size(rest, &options.stack_bytes, "Invalid thread stack size: ", option);
    }
    if (take_prefix(option, "-Xbootclasspath/a:", &rest)) {
      options.boot_append += (options.boot_append.empty() ? "" : ":") + rest;
      return {};
    }
    if (take_prefix(option, "-Xlog", &rest)) {
      return configure_log(rest.empty() ? rest : rest.substr(1)) ? Parsed() : Failure("Invalid -Xlog option '" + std::string(option) + "'");
    }
    if (take_prefix(option, "-verbose", &rest) || option == "-Xverify:all" || option == "-Xverify:remote" || option == "-Xverify:none" ||
        option == "-Xverify" || option == "-noverify" || option == "-Xrs" || option == "--enable-preview") {
      parse_switch(option, rest);
      return {};
    }
    return unrecognized("Unrecognized option: " + std::string(option));
  }

  void parse_switch(std::string_view option, const std::string& verbose_tag) {
    if (option == "-Xrs") {
      options.reduce_signals = true;
    } else if (option == "--enable-preview") {
      options.enable_preview = true;
    } else if (option == "-Xverify:none" || option == "-noverify") {
      options.verify_others = false;
    } else if (option == "-Xverify:all") {
      options.verify_boot = true;
    } else if (verbose_tag == ":gc") {
      configure_log("gc");
    } else if (verbose_tag.empty() || verbose_tag == ":class") {
      configure_log("classload");
    } else if (verbose_tag == ":jni") {
      configure_log("natives");
    }
  }

  Parsed size(const std::string& text, std::size_t* target, const char* complaint, std::string_view option) {
    return parse_size(text, target) ? Parsed() : Failure(complaint + std::string(option));
  }

  Parsed unrecognized(std::string message) { return ignore_unrecognized ? Parsed() : Parsed(Failure(std::move(message))); }

  // "+Name", "-Name", "Name=value".
  Parsed parse_flag(std::string_view text) {
    bool is_switch = !text.empty() && (text[0] == '+' || text[0] == '-');
    std::string_view body = is_switch ? text.substr(1) : text;
    std::size_t equals = body.find('=');
    std::string name(body.substr(0, equals));
    const Flag* flag = find_flag(name);
    if (flag == nullptr) {
      return unrecognized_flag(std::string(is_switch ? body : body.substr(0, equals)));
    }
    switch (flag->kind) {
      case FlagKind::kIgnored: return {};
      case FlagKind::kJit: warn_of_compiler(); return {};
      case FlagKind::kBool:
        if (!is_switch) {
          return Failure("Missing +/- setting for VM option '" + name + "'");
        }
        *static_cast<bool*>(flag->target(options)) = text[0] == '+';
        return {};
      default: break;
    }
    if (is_switch) {
      return Failure("Unexpected +/- setting in VM option '" + name + "'");
    }
    std::string value(equals == std::string_view::npos ? std::string_view() : body.substr(equals + 1));
    bool good = flag->kind == FlagKind::kSize     ? parse_size(value, static_cast<std::size_t*>(flag->target(options)))
                : flag->kind == FlagKind::kNumber ? parse_number(value, static_cast<unsigned*>(flag->target(options)))
                                                  : !value.empty();
    if (!good) {
      return Failure("Improperly specified VM option '" + std::string(text) + "'");
    }
    if (flag->kind == FlagKind::kText) {
      *static_cast<std::string*>(flag->target(options)) = value;
    }
    return {};
  }

  Parsed unrecognized_flag(const std::string& name) {
    return options.ignore_unrecognized ? Parsed() : unrecognized("Unrecognized VM option '" + name + "'");
  }

  std::map<std::string, int> counts_;
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

Parsed check_words(const Options& options) {
  struct Row {
    const char* flag;
    const std::string& value;
    std::vector<const char*> words;
  };
  const Row rows[] = {
      {"Interpreter", options.interpreter, {"switch", "plain", "folded"}},
      {"MetaLockGate", options.meta_lock_gate, {"word", "paper"}},
      {"NotifyOrder", options.notify_order, {"fifo", "paper"}},
      {"ThreadModel", options.thread_model, {"1:1"}},
  };
  for (const Row& row : rows) {
    bool known = false;
    for (const char* word : row.words) {
      known = known || row.value == word;
    }
    if (!known) {
      return Failure("Improperly specified VM option '" + std::string(row.flag) + "=" + row.value + "'");
    }
  }
  return {};
}

// The launcher makes the main thread's C stack of this size, too.
Parsed check_stack_bytes(std::size_t bytes) {
  constexpr std::size_t kLeast = 136 * 1024;  // HotSpot's, Linux x86-64
  constexpr std::size_t kMost = 1024 * 1024 * 1024;
  if (bytes != 0 && bytes < kLeast) {
    std::printf("\nThe Java thread stack size specified is too small. Specify at least 136k\n");  // HOTSPOT: this one on stdout
    return Failure(std::string());
  }
  if (bytes > kMost) {
    return Failure("Invalid thread stack size: -Xss" + std::to_string(bytes) + "\nThe specified size exceeds the maximum representable size.");
  }
  return {};
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
  parser.options.ignore_unrecognized = mentions_ignore_unrecognized(args);
  MJ_TRY(parser.parse_environment("JAVA_TOOL_OPTIONS"));
  for (jint i = 0; i < args.nOptions; ++i) {
    MJ_TRY(parser.parse(args.options[i].optionString, args.options[i].extraInfo));
  }
  MJ_TRY(parser.parse_environment("_JAVA_OPTIONS"));
  MJ_TRY(check_words(parser.options));
  if (parser.options.thread_stack_kib != 0) {
    parser.options.stack_bytes = parser.options.thread_stack_kib * 1024;
  }
  MJ_TRY(check_stack_bytes(parser.options.stack_bytes));
  return std::move(parser.options);
}

}  // namespace minijvm::vm
