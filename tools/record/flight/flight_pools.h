// The threads, classes and stacks of a recording as constants of its file.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/record/flight/stacks.h"
#include "tools/record/jfr/constant_pools.h"
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

class FlightPools {
 public:
  FlightPools(jfr::ConstantPools& pools, const RecordedRun& run, const KeptStacks& stacks)
      : pools_(pools), run_(run), stacks_(stacks) {}

  // Each returns null for what is not known: thread 0, stack 0, an address without a name.
  jfr::Ref<jfr::Thread> thread(std::uint64_t id);
  jfr::Ref<jfr::Thread> kernel_thread(EventOwner owner);
  jfr::Ref<jfr::StackTrace> stack(std::uint64_t number);
  jfr::Ref<jfr::Class> klass(std::uint64_t address);
  jfr::Ref<jfr::Symbol> symbol(const std::string& text) { return pools_.symbol(text); }

 private:
  jfr::Ref<jfr::Thread> add_thread(std::uint64_t id);
  jfr::Ref<jfr::Class> class_named(const std::string& name, std::uint32_t modifiers);
  jfr::Ref<jfr::Method> method(std::uint32_t number);

  jfr::ConstantPools& pools_;
  const RecordedRun& run_;
  const KeptStacks& stacks_;
  // OPTIMIZATION: the constants of what events have named already. The pools find a constant by its
  // value, for which all its texts must be made.
  std::unordered_map<std::uint64_t, jfr::Ref<jfr::Thread>> threads_;
  std::unordered_map<std::uint64_t, jfr::Ref<jfr::Class>> classes_;
  std::unordered_map<std::uint32_t, jfr::Ref<jfr::Method>> methods_;
  std::unordered_map<std::uint64_t, jfr::Ref<jfr::StackTrace>> stack_traces_;
};

}  // namespace minijvm::vm::record
