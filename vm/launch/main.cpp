// The launcher `minijvm`: finds the JDK, opens its libjli.so and hands the command line over with our VM selected, so that every convention
// of `java` is the real one. Proved by tests/java and tests/java/bad_input.
#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "vm/launch/jdk_home.h"

namespace {

// libjli's growable argument list and entry points, as its exports take them.
struct JliList {
  char** elements;
  std::size_t size;
  std::size_t capacity;
};

struct Jli {
  void (*init_arg_processing)(unsigned char has_java_args, unsigned char disable_arg_file);
  JliList* (*list_new)(std::size_t capacity);
  void (*list_add)(JliList* list, char* text);
  char* (*string_dup)(const char* text);
  unsigned char (*add_args_from_env_var)(JliList* list, const char* variable);
  JliList* (*preprocess_arg)(const char* argument, unsigned char expand_source);
  int (*launch)(int argc, char** argv, int jargc, const char** jargv, int appclassc, const char** appclassv, const char* fullversion,
                const char* dotversion, const char* pname, const char* lname, unsigned char javaargs, unsigned char cpwildcard,
                unsigned char javaw, int ergo);

  template <class Function>
  static bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) {
      std::fprintf(stderr, "Error: the JDK's libjli.so has no %s: is it a JDK 17?\n", name);
    }
    return function != nullptr;
  }

  bool load(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
      std::fprintf(stderr, "Error: could not open %s: %s\n", path.c_str(), dlerror());
      return false;
    }
    return find(library, "JLI_InitArgProcessing", init_arg_processing) && find(library, "JLI_List_new", list_new) &&
           find(library, "JLI_List_add", list_add) && find(library, "JLI_StringDup", string_dup) &&
           find(library, "JLI_AddArgsFromEnvVar", add_args_from_env_var) && find(library, "JLI_PreprocessArg", preprocess_arg) &&
           find(library, "JLI_Launch", launch);
  }
};

// <prefix>/bin/minijvm -> <prefix>/lib/minijvm, which holds libjvm.so.
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

// The launcher's options whose value is the next word.
bool takes_next_word(const std::string& option) {
  for (const char* known : {"-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules", "--add-exports",
                            "--add-opens", "--add-reads", "--limit-modules", "--patch-module", "--enable-native-access"}) {
    if (option == known) {
      return true;
    }
  }
  return false;
}

// libjli gives its main thread a C stack as small as -Xss says. Under -XX:ThreadModel=M:N Java stacks may be smaller than any C stack: in this form
// the option is the VM's alone.
std::string with_own_stack_option(const std::string& word) {
  constexpr unsigned long kLeastKib = 136;
  char* unit = nullptr;
  unsigned long kib = word.rfind("-Xss", 0) == 0 ? std::strtoul(word.c_str() + 4, &unit, 10) : 0;
  bool is_small = kib != 0 && kib < kLeastKib && (std::strcmp(unit, "k") == 0 || std::strcmp(unit, "K") == 0);
  return is_small ? "-XX:ThreadStackSize=" + std::to_string(kib) : word;
}

// Gives our own options the form that the VM takes, since libjli knows none of them: --step, --step=json, --break PLACE, --source PATH; and -Xss
// below what a C stack needs. Only those before the main class: what follows is the program's.
std::vector<std::string> with_own_options(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<std::string> out;
  std::size_t at = 0;
  for (; at < words.size() && words[at].size() > 1 && words[at][0] == '-'; ++at) {
    const std::string& word = words[at];
    bool has_next = at + 1 < words.size();
    if (word == "--step" || word == "--step=json") {
      out.push_back(word == "--step" ? "-Xstep" : "-Xstep:json");
    } else if ((word == "--break" || word == "--source") && has_next) {
      out.push_back("-Xstep:" + word.substr(2) + '=' + words[++at]);
    } else if (word.rfind("--break=", 0) == 0 || word.rfind("--source=", 0) == 0) {
      out.push_back("-Xstep:" + word.substr(2));
    } else {
      out.push_back(with_own_stack_option(word));
      if (takes_next_word(word) && has_next) {
        out.push_back(words[++at]);
      }
    }
  }
  out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return out;
}

// The command line as `java` builds it: JDK_JAVA_OPTIONS first, @argfiles expanded; ours is the selected VM.
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
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> tried;
  std::string home = minijvm::vm::find_jdk_for_launcher(&tried);
  if (home.empty()) {
    std::fprintf(stderr, "Error: no JDK 17 found. Set JAVA_HOME, or put its `java` on PATH. Tried:\n");
    for (const std::string& place : tried) {
      std::fprintf(stderr, "  %s\n", place.c_str());
    }
    return 1;
  }
  Jli jli{};
  if (!jli.load(home + "/lib/libjli.so")) {
    return 1;
  }
  JliList* arguments = build_arguments(jli, argc, argv);
  int count = static_cast<int>(arguments->size);
  jli.list_add(arguments, nullptr);
  return jli.launch(count, arguments->elements, 0, nullptr, 0, nullptr, "17", "17", "java", "minijvm", 0, 1, 0, 0);
}
