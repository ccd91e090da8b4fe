// The hash of what has happened in a run: births, ends and turns of threads, each with the ticks of
// the thread. Two runs with the same hash had the same schedule.
// Tested by tests/sync/decide/run_log_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sync/decide/question.h"

namespace minijvm::decide {

enum class RunEvent : std::uint8_t {
  kBegin = 1,  // the program begins; thread: main
  kBorn,       // what: the child
  kEnd,
  kTurn,  // the thread stops at this tick; what: the one that goes on
};

// Returns a sentence without its period: "main/1 stops at tick 70, and main/2 goes on".
std::string event_text(RunEvent event, const std::string& thread, std::uint64_t tick,
                       const std::string& what);

class RunLog {
 public:
  void note(RunEvent event, ThreadNo thread, std::uint64_t tick, std::uint64_t what = 0);

  std::uint64_t events() const { return events_; }
  // Returns 32 hexadecimal digits.
  std::string hash() const;

 private:
  void mix(std::uint64_t word);

  // Two chains of SplitMix64's mixing function, which differ by their constant.
  std::array<std::uint64_t, 2> chains_{};
  std::uint64_t events_ = 0;
};

}  // namespace minijvm::decide
