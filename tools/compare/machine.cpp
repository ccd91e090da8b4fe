// Asks the kernel and reads /proc.
#include "tools/compare/machine.h"

#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <ctime>
#include <fstream>

#include "base/machine_processors.h"

namespace minijvm::compare {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

std::string memory_text() {
  struct sysinfo info {};
  if (sysinfo(&info) != 0) {
    return "";
  }
  constexpr double kGiga = 1 << 30;
  const double bytes = static_cast<double>(info.totalram) * info.mem_unit;
  return fmt::format("{:.1f} GB", bytes / kGiga);
}

std::string kernel_text() {
  utsname names{};
  return uname(&names) == 0 ? fmt::format("{} {}", names.sysname, names.release) : "";
}

}  // namespace

Machine this_machine() {
  Machine machine{processor_name(), granted_processors(/*in_container=*/true), memory_text(),
                  kernel_text()};
  if (getloadavg(&machine.load, 1) != 1) {
    machine.load = 0;
  }
  return machine;
}

std::string text_of(const Machine& machine) {
  const std::string kind = machine.processor.empty() ? "" : " (" + machine.processor + ")";
  return fmt::format("{} {}{}, {}, {}, load {:.2f}", machine.processors,
                     machine.processors == 1 ? "processor" : "processors", kind, machine.memory,
                     machine.kernel, machine.load);
}

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts)};
}

}  // namespace minijvm::compare
