#include "vm/launch/historic_options.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "base/virtual_memory.h"
#include "vm/launch/options.h"

namespace minijvm::vm {
namespace {

struct Row {
  std::string_view option;
  std::vector<std::string> today;
};

const std::vector<Row>& rows() {
  static const auto& all = *new std::vector<Row>{
      {"-green", {"-XX:ThreadModel=M:1"}},
      {"-Xconcgc", {"-XX:MaxGCPauseMillis=10"}},
      {"-XX:EmulateDefaults=1.2", {"-XX:ThreadModel=M:N", "-XX:+UseLWPSynchronization", "-XX:ThreadStackSize=128"}},
      {"-XX:EmulateDefaults=1.3", {"-XX:ThreadModel=M:N", "-XX:-UseLWPSynchronization", "-XX:ThreadStackSize=256"}},
      {"-XX:EmulateDefaults=1.4", {"-XX:ThreadModel=M:N", "-XX:+UseLWPSynchronization", "-XX:ThreadStackSize=256"}},
  };
  return all;
}

struct Renamed {
  std::string_view flag;
  std::string_view today;
};

constexpr Renamed kRenamed[] = {{"UseTLE", "UseTLAB"}, {"TLESize", "TLABSize"}, {"UseISM", "UseLargePages"}, {"UseMPSS", "UseLargePages"}};

}  // namespace

std::vector<std::string> todays_options(std::string_view option) {
  for (const Row& row : rows()) {
    if (option == row.option) {
      return row.today;
    }
  }
  constexpr std::string_view kPrefix = "-XX:";
  if (!option.starts_with(kPrefix)) {
    return {};
  }
  const std::size_t name = option.find_first_not_of("+-", kPrefix.size());
  const std::size_t end = std::min(option.find('=', kPrefix.size()), option.size());
  for (const Renamed& renamed : kRenamed) {
    if (name < end && option.substr(name, end - name) == renamed.flag) {
      return {std::string(option.substr(0, name)).append(renamed.today).append(option.substr(end))};
    }
  }
  return {};
}

std::vector<std::string> options_of_environment() {
  std::vector<std::string> options;
  std::size_t page = 0;
  const char* heap_page = std::getenv("MPSSHEAP");
  if (heap_page != nullptr && parse_size(heap_page, &page) && page > page_size()) {
    options.emplace_back("-XX:+UseLargePages");
  }
  const char* library = std::getenv("MINIJVM_LIBTHREAD");
  if (library != nullptr && std::string_view(library) == "lwp") {
    options.emplace_back("-XX:ThreadModel=1:1");
  }
  return options;
}

}  // namespace minijvm::vm
