// Mixes events into a hash. The one thread that runs calls it.
#include "sync/decide/run_log.h"

#include <cstdio>

#include "base/check.h"
#include "sync/decide/numbers.h"

namespace minijvm::decide {

std::string event_text(RunEvent event, const std::string& thread, std::uint64_t tick,
                       const std::string& what) {
  const std::string at = " at tick " + std::to_string(tick);
  switch (event) {
    case RunEvent::kBegin:
      return thread + " begins the program";
    case RunEvent::kBorn:
      return thread + " makes " + what + at;
    case RunEvent::kEnd:
      return thread + " ends";
    case RunEvent::kTurn:
      return thread + " stops" + at + ", and " + what + " goes on";
  }
  MJ_UNREACHABLE("an event of no kind");
}

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
