// Says what the machine grants, where it matters: processors, memory, files, the folders of tools.
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>

#include "base/machine_memory.h"
#include "base/machine_processors.h"
#include "tools/guide/doctor/findings.h"
#include "tools/guide/doctor/probe.h"

namespace minijvm::guide {
namespace {

constexpr double kGiga = 1 << 30;

std::string memory_text() {
  const auto physical = static_cast<double>(physical_memory_bytes());
  const auto limit = static_cast<double>(control_group_limit());
  return limit > 0 && limit < physical
             ? fmt::format("{:.1f} of {:.1f} GB, a limit of the container", limit / kGiga,
                           physical / kGiga)
             : fmt::format("{:.1f} GB", physical / kGiga);
}

Finding kernel() {
  utsname names{};
  (void)uname(&names);
  return {Mark::kGood, fmt::format("{} {}, {}, glibc {}; {} processors, {}", names.sysname,
                                   names.release, names.machine, gnu_get_libc_version(),
                                   granted_processors(/*in_container=*/true), memory_text())};
}

// Thousands of threads, or of connections, need as many descriptors.
Finding open_files() {
  constexpr rlim_t kFew = 4096;
  rlimit limit{};
  (void)getrlimit(RLIMIT_NOFILE, &limit);
  return {limit.rlim_max < kFew ? Mark::kNote : Mark::kGood,
          limit.rlim_max == RLIM_INFINITY ? "any number of open files"
                                          : fmt::format("{} open files at most", limit.rlim_max)};
}

// jps, jstat and jcmd find a VM by a file there.
Finding temporary_folder() {
  if (access("/tmp", W_OK) == 0) {
    return {Mark::kGood, "/tmp can be written: jps, jstat and jcmd find a VM"};
  }
  return {Mark::kNote,
          "/tmp cannot be written: jps, jstat and jcmd find no VM, and programs that "
          "write temporary files fail"};
}

Finding counters() {
  const std::string paranoid = first_line("/proc/sys/kernel/perf_event_paranoid");
  constexpr int kForbidden = 3;  // Debian's own level
  if (!paranoid.empty() && std::atoi(paranoid.c_str()) < kForbidden) {
    return {Mark::kGood, fmt::format("perf_event_paranoid is {}: -XX:+PrintCMTStatistics may count "
                                     "instructions, where the processor can",
                                     paranoid)};
  }
  return {Mark::kNote,
          "the kernel counts no instructions for users (perf_event_paranoid), so "
          "-XX:+PrintCMTStatistics has no such line"};
}

}  // namespace

Findings examine_machine() { return {kernel(), open_files(), temporary_folder(), counters()}; }

}  // namespace minijvm::guide
