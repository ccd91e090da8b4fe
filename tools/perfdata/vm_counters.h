// The counters of this VM, under HotSpot's names: what each is called, and where its value comes
// from. jstat's options, jps and jcmd need those that are here; HotSpot has some hundred more.
// Tested by tests/tools/perfdata.
//
// The VM counts nothing for a reader who may not be there: sample() reads what the VM knows anyway.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/atomic.h"
#include "tools/perfdata/perf_memory.h"
#include "vm/boot/options.h"

namespace minijvm::vm::perfdata {

class VmCounters {
 public:
  // Makes all counters. REQUIRES: the VM's properties are known, and management remembers
  // collections.
  void make(PerfMemory& memory, const Options& options);
  // Reads the values that change, unless another thread does so now. REQUIRES: kInVm.
  void sample();
  // Called when the boot is over.
  void java_runs();

 private:
  void sample_alone();
  std::int64_t count_classes();

  Atomic<bool> is_sampling_{false};
  std::int64_t began_ns_ = 0;
  std::vector<std::byte*> sampled_;  // as the rows of vm_counters.cpp; null: there was no room
  std::byte* last_cause_ = nullptr;
  std::byte* end_of_start_ = nullptr;
  // Classes are counted again only if their memory has changed.
  std::size_t counted_bytes_ = 0;
  std::int64_t classes_ = 0;
};

}  // namespace minijvm::vm::perfdata
