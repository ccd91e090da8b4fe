// A thread of the VM that looks at regular times which threads run Java code, and lets each of them
// note its stack at its next poll. So samples lie at polls: at jumps backwards, at the entries and
// returns of methods.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>

#include "base/atomic.h"
#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm::record {

class Sampler {
 public:
  // Samples from now on, every `period_ns`. The thread is made at the first call. Throws
  // OutOfMemoryError if the system has no resources for it. REQUIRES: kInVm.
  JavaResult<void> start(runtime::JavaThread& self, std::int64_t period_ns);
  // The thread sleeps until the next start.
  void stop() { period_ns_.store(0, std::memory_order_relaxed); }

  // For the thread.
  void run(runtime::JavaThread& self);

 private:
  Atomic<std::int64_t> period_ns_{0};  // 0: nobody wants samples
  Atomic<bool> has_thread_{false};
  Atomic<runtime::JavaThread*> thread_{nullptr};
};

}  // namespace minijvm::vm::record
