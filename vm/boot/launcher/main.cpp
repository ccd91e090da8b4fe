// The launcher `minijvm`. It finds the JDK, opens its libjli.so, and hands over the command line
// with our VM selected, so that every convention of `java` is the JDK's own. It runs no Java
// itself: libjli creates the main thread, opens our libjvm.so and calls JNI_CreateJavaVM.
// Tested by tests/java and tests/java/bad_input.
#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "runtime/jdk_release.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/launcher/own_words.h"
#include "vm/boot/option_words.h"

namespace {

// Is libjli's growable list of arguments, as its exported functions take it.
struct JliList {
  char** elements;
  std::size_t size;
  std::size_t capacity;
};
// The functions of libjli that the launcher needs. load() finds them all or prints what is missing.

struct Jli {
  void (*init_arg_processing)(unsigned char has_java_args, unsigned char disable_arg_file);
  JliList* (*list_new)(std::size_t capacity);
  void (*list_add)(JliList* list, char* text);
  char* (*string_dup)(const char* text);
  unsigned char (*add_args_from_env_var)(JliList* list, const char* variable);
  JliList* (*preprocess_arg)(const char* argument, unsigned char expand_source);
  int (*launch)(int argc, char** argv, int jargc, const char** jargv, int appclassc,
                const char** appclassv, const char* fullversion, const char* dotversion,
                const char* pname, const char* lname, unsigned char javaargs,
                unsigned char cpwildcard, unsigned char javaw, int ergo);

  template <class Function>
  static bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) {
      std::fprintf(stderr, "Error: the JDK's libjli.so has no %s: is it a JDK %s?\n", name,
                   minijvm::runtime::kJdkReleasesText);
    }
    return function != nullptr;
  }

  bool load(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
      std::fprintf(stderr, "Error: could not open %s: %s\n", path.c_str(), dlerror());
      return false;
    }
    return find(library, "JLI_InitArgProcessing", init_arg_processing) &&
           find(library, "JLI_List_new", list_new) && find(library, "JLI_List_add", list_add) &&
           find(library, "JLI_StringDup", string_dup) &&
           find(library, "JLI_AddArgsFromEnvVar", add_args_from_env_var) &&
           find(library, "JLI_PreprocessArg", preprocess_arg) &&
           find(library, "JLI_Launch", launch);
  }
};

// Returns the folder of libjvm.so: <prefix>/bin/minijvm -> <prefix>/lib/minijvm.
std::string vm_folder() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) {
    return {};
  }
  std::string executable(path, static_cast<std::size_t>(length));
  std::string bin = executable.substr(0, executable.rfind('/'));
  return bin.substr(0, bin.rfind('/')) + "/lib/minijvm";
}

// libjli gives its main thread a C stack as small as -Xss says, or -ss, its old name. Under
// -XX:ThreadModel=M:N a Java stack may be smaller than any C stack, so a small size is passed on as
// -XX:ThreadStackSize, which libjli does not read.
std::string with_own_stack_option(const std::string& word) {
  using minijvm::vm::behind;
  constexpr std::size_t kKib = 1024;
  constexpr std::size_t kLeastBytes = 136 * kKib;
  const std::optional<std::string> size = behind(word, word.starts_with("-X") ? "-Xss" : "-ss");
  const std::size_t bytes = minijvm::vm::parse_size(size.value_or("")).value_or(0);
  return bytes != 0 && bytes < kLeastBytes
             ? "-XX:ThreadStackSize=" + std::to_string((bytes + kKib - 1) / kKib)
             : word;
}

// A journal says so in its first line (vm/natives/world/journal/journal_file.h). A file that is
// neither is left to the reader of schedules, which complains.
bool is_journal(const std::string& path) {
  constexpr std::string_view kBegin = "minijvm-journal ";
  char begin[kBegin.size()] = {};
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  const std::size_t count = file == nullptr ? 0 : std::fread(begin, 1, sizeof begin, file);
  if (file != nullptr) {
    std::fclose(file);
  }
  return std::string_view(begin, count) == kBegin;
}

// Adds the options of a deterministic run by a seed, or by the file of a schedule or a journal.
void append_run(const std::string& word, const std::string& value, std::vector<std::string>* out) {
  out->push_back("-XX:+Deterministic");
  if (word == "--seed") {
    out->push_back("-XX:Seed=" + value);
  } else if (word == "--record" || is_journal(value)) {
    out->push_back("-XX:World=" + word.substr(2));
    out->push_back("-XX:JournalFile=" + value);
  } else {
    out->push_back("-XX:Schedule=replay");
    out->push_back("-XX:ScheduleFile=" + value);
  }
}

// Gives minijvm's own options the form that the VM takes, because libjli knows none of them:
// --step, --step=json, --explain, --break PLACE, --source PATH, --seed N, --record FILE and
// --replay FILE. Only words before the main class are changed; the others belong to the program.
// Example: "--break Main:3" becomes "-Xstep:break=Main:3".
std::vector<std::string> with_own_options(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<std::string> out;
  std::size_t at = 0;
  for (; at < words.size() && words[at].size() > 1 && words[at][0] == '-'; ++at) {
    const std::string& word = words[at];
    bool has_next = at + 1 < words.size();
    if (word == "--step" || word == "--step=json") {
      out.push_back(word == "--step" ? "-Xstep" : "-Xstep:json");
    } else if (word == "--explain") {
      out.push_back("-Xstep:explain");
    } else if ((word == "--break" || word == "--source") && has_next) {
      out.push_back("-Xstep:" + word.substr(2) + '=' + words[++at]);
    } else if (word == "--races") {
      out.push_back("-XX:+Deterministic");
      out.push_back("-XX:+DetectRaces");
    } else if ((word == "--seed" || word == "--record" || word == "--replay") && has_next) {
      append_run(word, words[++at], &out);
    } else if (word.rfind("--break=", 0) == 0 || word.rfind("--source=", 0) == 0) {
      out.push_back("-Xstep:" + word.substr(2));
    } else {
      out.push_back(word);
      if (minijvm::vm::takes_next_word(word) && has_next) {
        out.push_back(words[++at]);
      }
    }
  }
  // The first word that is no option is the main class or the jar file. From there on all words are
  // copied.
  out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return out;
}

// Changes the options for stacks before the main class, also those that came from the environment
// or from an @argfile.
void use_own_stack_options(const Jli& jli, JliList& arguments) {
  for (std::size_t i = 1; i < arguments.size; ++i) {
    const std::string word = arguments.elements[i];
    if (!word.starts_with('-')) {
      return;
    }
    arguments.elements[i] = jli.string_dup(with_own_stack_option(word).c_str());
    i += minijvm::vm::takes_next_word(word) ? 1 : 0;
  }
}

// Builds the command line as `java` does: JDK_JAVA_OPTIONS first, @argfiles expanded. -XXaltjvm
// selects our VM.
JliList* build_arguments(const Jli& jli, int argc, char** argv) {
  jli.init_arg_processing(0, 0);
  JliList* arguments = jli.list_new(static_cast<std::size_t>(argc) + 2);
  jli.list_add(arguments, jli.string_dup(argv[0]));
  jli.list_add(arguments, jli.string_dup(("-XXaltjvm=" + vm_folder()).c_str()));
  jli.add_args_from_env_var(arguments, "JDK_JAVA_OPTIONS");
  for (const std::string& word : with_own_options(argc, argv)) {
    JliList* from_file = jli.preprocess_arg(word.c_str(), 1);
    if (from_file == nullptr) {
      jli.list_add(arguments, jli.string_dup(word.c_str()));
      continue;
    }
    for (std::size_t k = 0; k < from_file->size; ++k) {
      jli.list_add(arguments, from_file->elements[k]);
    }
  }
  use_own_stack_options(jli, *arguments);
  return arguments;
}

// If the words before the main class ask for several runs, to search schedules or to compare runs,
// for a stepper in a page or an editor, or for help, the program for it takes over. Returns if they
// do not.
void leave_to_program(char** argv) {
  const char* name = nullptr;
  for (char** word = argv + 1; *word != nullptr && **word == '-'; ++word) {
    const std::string option = *word;
    if (option == "--explore" || option.starts_with("--explore=") || option == "--diff") {
      name = "/minijvm-explore";
      break;
    }
    if (option == "--compare" || option.starts_with("--compare=")) {
      name = "/minijvm-compare";
      break;
    }
    if (option.starts_with("--step=") && option != "--step=json") {
      name = "/minijvm-desk";
      break;
    }
    if (minijvm::vm::find_own_word(option, minijvm::vm::kGuide) != nullptr) {
      name = "/minijvm-guide";
      break;
    }
    if (option == "-XX:+CheckDeterminism") {
      name = "/minijvm-twice";
    }
    const bool has_value =
        minijvm::vm::takes_next_word(option) || minijvm::vm::takes_next_word_of_program(option);
    word += has_value && word[1] != nullptr ? 1 : 0;
  }
  if (name != nullptr) {
    const std::string program = vm_folder() + name;
    execv(program.c_str(), argv);
    std::fprintf(stderr, "Error: could not start %s: %s\n", program.c_str(), std::strerror(errno));
    std::exit(1);
  }
}

// Tells a user whose JAVA_HOME is passed over that minijvm does not know that release.
void tell_unknown_jdk(const minijvm::vm::JdkSearch& jdk) {
  const char* wanted = std::getenv("JAVA_HOME");
  const int feature = wanted == nullptr ? 0 : minijvm::vm::feature_of(wanted);
  if (feature != 0 && minijvm::runtime::jdk_release_of(feature) == nullptr) {
    std::fprintf(stderr, "minijvm: JAVA_HOME is a JDK %d; minijvm runs a JDK %s%s%s\n", feature,
                 minijvm::runtime::kJdkReleasesText, jdk.home ? " and takes " : "",
                 jdk.home.value_or("").c_str());
  }
}

// Returns where `java` prints its help for these words; null if they ask for none.
std::FILE* stream_of_help(char** argv) {
  char** word = argv + 1;
  for (; *word != nullptr && **word == '-'; ++word) {
    const std::string option = *word;
    if (option == "--help") {
      return stdout;
    }
    if (option == "-help" || option == "-h" || option == "-?") {
      return stderr;
    }
    word += minijvm::vm::takes_next_word(option) && word[1] != nullptr ? 1 : 0;
  }
  return argv[1] == nullptr ? stderr : nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  leave_to_program(argv);
  const minijvm::vm::JdkSearch jdk = minijvm::vm::find_jdk_for_launcher();
  tell_unknown_jdk(jdk);
  if (!jdk.home) {
    std::fprintf(stderr,
                 "Error: no JDK %s found. Set JAVA_HOME, or put its `java` on PATH. Tried:\n",
                 minijvm::runtime::kJdkReleasesText);
    for (const minijvm::vm::JdkPlace& place : jdk.refused) {
      std::fprintf(stderr, "  %s: %s\n", place.home.c_str(),
                   minijvm::vm::refusal_by_launcher(place.home).c_str());
    }
    return 1;
  }
  Jli jli{};
  if (!jli.load(*jdk.home + "/lib/libjli.so")) {
    return 1;
  }
  JliList* arguments = build_arguments(jli, argc, argv);
  int count = static_cast<int>(arguments->size);
  jli.list_add(arguments, nullptr);
  // The two version texts stand for the full and the short version; the names are those of the
  // program and of the launcher.
  const std::string version = std::to_string(jdk.feature);
  const int code = jli.launch(count, arguments->elements, 0, nullptr, 0, nullptr, version.c_str(),
                              version.c_str(), "java", "minijvm", 0, 1, 0, 0);
  if (std::FILE* out = stream_of_help(argv)) {
    std::fprintf(out, "\nWhat java does not have: minijvm --help-learning\n");
  }
  return code;
}
