// Reads the kernel's counters. The coordinator of a watched gang asks about itself around each
// dispatch; whoever prints asks about the workers.
#include "gc/gang/context_switches.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace minijvm::gc {

ContextSwitches switches_of_this_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return {static_cast<std::uint64_t>(usage.ru_nvcsw), static_cast<std::uint64_t>(usage.ru_nivcsw)};
}

// The file is a list of names and values; these two names stand at its end.
ContextSwitches switches_of_thread(std::int32_t kernel_id) {
  std::ifstream status("/proc/self/task/" + std::to_string(kernel_id) + "/status");
  ContextSwitches found;
  for (std::string word; status >> word;) {
    if (word == "voluntary_ctxt_switches:") {
      status >> found.slept;
    } else if (word == "nonvoluntary_ctxt_switches:") {
      status >> found.preempted;
    }
  }
  return found;
}

}  // namespace minijvm::gc
