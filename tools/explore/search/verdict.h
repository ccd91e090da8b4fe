// Judges a run: has the program failed, and how?
// Tested by tests/tools/explore/verdict_test.cpp.
//
// Two runs have the same failure if their signatures are equal. A signature has nothing in it that
// depends on the schedule: no name of a thread, no address, no output.
#pragma once

#include <string>

#include "tools/explore/search/settings.h"
#include "tools/explore/search/vm_process.h"

namespace minijvm::explore {

// The numbers are exit codes of a single run (vm/java/halt.h). A search that has found a failure of
// any kind ends with kFailed. A limit is no failure: the program has not shown what it would do.
enum class Verdict : int {
  kPassed = 0,
  kFailed = 80,
  kDeadlock = 81,
  kRace = 82,
  kNoProgress = 83,
  kStepLimit = 84,
  kByteLimit = 85,
  kWallLimit = 86,
  kTimeLimit = 87,
  kThreadLimit = 88,
  kOutput = 89,
  kRefused = 90,
  kDiverged = 91,
  kDiffers = 92,  // two runs of one schedule
};
const char* verdict_word(Verdict verdict);
// True for the verdicts that a search looks for.
bool is_failure(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::kPassed;
  std::string signature;  // empty unless it is a failure
  std::string sentence;   // what happened, in a few words
};

// `expected`: the output that a good run has, or null.
Judgement judge(const Outcome& outcome, const Settings& settings, const std::string* expected);

}  // namespace minijvm::explore
