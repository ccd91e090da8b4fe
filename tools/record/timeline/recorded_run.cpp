// Finds names for the numbers of events.
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

std::string RecordedRun::thread_name(std::uint32_t id) const {
  const auto found = threads.find(id);
  return found == threads.end() || found->second.name.empty() ? "thread " + std::to_string(id)
                                                              : found->second.name;
}

std::string RecordedRun::text_of(std::uint64_t address) const {
  const auto found = texts.find(address);
  return found == texts.end() ? "" : found->second;
}

}  // namespace minijvm::vm::record
