// Claims this process's share of the machine at the very start of boot_vm, while there is one
// thread: open files, processors, and what the heap may assume of them.
#include "vm/boot/machine_share.h"

#include <sys/resource.h>

#include "base/machine_memory.h"
#include "base/machine_processors.h"
#include "base/processor_set.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

// Raises the limit of open files to what the user may have, because a server needs a descriptor for
// each connection.
void raise_file_limit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
}

}  // namespace

Expected<void, std::string> claim_machine(Options& options) {
  return_large_blocks();
  if (options.raise_file_limit) {
    raise_file_limit();
  }
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
