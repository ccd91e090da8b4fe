// Translates text to text: the core (vm/boot/options.cpp) then reads the result as if the user had
// written it, so that no other file knows of these options. Called in JNI_CreateJavaVM, before
// anything else.
#include "tools/compat/historic_options.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

#include "base/virtual_memory.h"
#include "tools/compat/emulated_defaults.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {
namespace {

// A row stands for a whole option.
struct Row {
  std::string_view option;
  const char* today;
};

constexpr Row kRows[] = {
    {"-green", "-XX:ThreadModel=M:1"},
    {"-Xconcgc", "-XX:MaxGCPauseMillis=10"},
};

// A row stands for a flag that only has another name today; the sign or the value stays.
struct Renamed {
  std::string_view flag;
  std::string_view today;
};

constexpr Renamed kRenamed[] = {{"UseTLE", "UseTLAB"},
                                {"TLESize", "TLABSize"},
                                {"UseISM", "UseLargePages"},
                                {"UseMPSS", "UseLargePages"}};

}  // namespace

ForeignFlags::Translated todays_options(std::string_view option) {
  for (const Row& row : kRows) {
    if (option == row.option) {
      return std::vector<std::string>{row.today};
    }
  }
  if (const auto value = behind(option, "-XX:EmulateDefaults=")) {
    return emulated_defaults(*value);
  }
  constexpr std::string_view kPrefix = "-XX:";
  if (!option.starts_with(kPrefix)) {
    return std::nullopt;
  }
  // The name of the flag begins after the sign, as in -XX:+UseTLE, and ends before the value, as in
  // -XX:TLESize=64k.
  const std::size_t name = option.find_first_not_of("+-", kPrefix.size());
  const std::size_t end = std::min(option.find('=', kPrefix.size()), option.size());
  for (const Renamed& renamed : kRenamed) {
    if (name < end && option.substr(name, end - name) == renamed.flag) {
      return std::vector<std::string>{
          std::string(option.substr(0, name)).append(renamed.today).append(option.substr(end))};
    }
  }
  return std::nullopt;
}

std::vector<std::string> historic_environment_options() {
  std::vector<std::string> options;
  // A size of at most one ordinary page asks for nothing.
  const char* heap_page = std::getenv("MPSSHEAP");
  if (heap_page != nullptr && parse_size(heap_page).value_or(0) > page_size()) {
    options.emplace_back("-XX:+UseLargePages");
  }
  const char* library = std::getenv("MINIJVM_LIBTHREAD");
  if (library != nullptr && std::string_view(library) == "lwp") {
    options.emplace_back("-XX:ThreadModel=1:1");
  }
  return options;
}

}  // namespace minijvm::vm
