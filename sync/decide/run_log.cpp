// Mixes events into a hash. The one thread that runs calls it.
#include "sync/decide/run_log.h"

#include <cstdio>

#include "sync/decide/numbers.h"

namespace minijvm::decide {

void RunLog::mix(std::uint64_t word) {
  chains_[0] = SeededNumbers(chains_[0] ^ word).word();
  chains_[1] = SeededNumbers(chains_[1] + ~word).word();
}

void RunLog::note(RunEvent event, ThreadNo thread, std::uint64_t tick, std::uint64_t what) {
  ++events_;
  mix(std::uint64_t{thread} << 8 | static_cast<std::uint64_t>(event));
  mix(tick);
  mix(what);
}

std::string RunLog::hash() const {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(chains_[0]),
                static_cast<unsigned long long>(chains_[1]));
  return text;
}

}  // namespace minijvm::decide
