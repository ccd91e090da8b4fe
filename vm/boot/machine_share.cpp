// Claims this process's share of the machine at the very start of boot_vm, while there is one
// thread: open files, processors, and what the heap may assume of them.
#include "vm/boot/machine_share.h"

#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/log.h"
#include "base/machine_memory.h"
#include "base/machine_processors.h"
#include "base/processor_set.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

// -XX:+MaxFDLimit raises the limit of open files to what the user may have, because a server needs
// a descriptor for each connection. A limit that cannot be raised is no error, as in HotSpot.
// HOTSPOT: the log tells of failures only.
void settle_file_limit(bool is_raised) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
    MJ_LOG(os, kInfo, "getrlimit failed: %s", std::strerror(errno));
    return;
  }
  const rlimit highest{files.rlim_max, files.rlim_max};
  if (!is_raised) {
    MJ_LOG(os, kInfo, "Open files: at most %ju of %ju, because of -XX:-MaxFDLimit",
           std::uintmax_t{files.rlim_cur}, std::uintmax_t{files.rlim_max});
  } else if (setrlimit(RLIMIT_NOFILE, &highest) == 0) {
    MJ_LOG(os, kInfo, "Open files: at most %ju; the limit was %ju before",
           std::uintmax_t{files.rlim_max}, std::uintmax_t{files.rlim_cur});
  } else {
    MJ_LOG(os, kInfo, "setrlimit failed: %s", std::strerror(errno));
  }
}

}  // namespace

Expected<void, std::string> claim_machine(Options& options) {
  return_large_blocks();
  settle_file_limit(options.raise_file_limit);
  if (!options.processor_set.empty()) {
    if (Expected<void, std::string> chosen = run_on_processors(options.processor_set);
        !chosen.ok()) {
      return Unexpected("-XX:ProcessorSet: " + chosen.error());
    }
  }
  // -XX:ActiveProcessorCount wins over what the machine and the control group grant.
  options.heap.cores = options.active_processors != 0
                           ? options.active_processors
                           : static_cast<unsigned>(granted_processors(options.heap.in_container));
  return {};
}

}  // namespace minijvm::vm
