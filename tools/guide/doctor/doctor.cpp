// Prints the findings of each part as soon as it has them.
#include "tools/guide/doctor/doctor.h"

#include <cstdio>

#include "tools/guide/doctor/findings.h"
#include "vm/boot/version.h"

namespace minijvm::guide {
namespace {

const char* word_of(Mark mark) {
  switch (mark) {
    case Mark::kGood:
      return "ok  ";
    case Mark::kNote:
      return "note";
    case Mark::kBad:
      return "BAD ";
  }
  return "";
}

// Returns whether one of them is bad.
bool print(const char* heading, const Findings& findings) {
  bool is_bad = false;
  std::printf("\n%s\n", heading);
  for (const Finding& finding : findings) {
    std::printf("  %s  %s\n", word_of(finding.mark), finding.text.c_str());
    if (!finding.advice.empty()) {
      std::printf("        %s\n", finding.advice.c_str());
    }
    is_bad |= finding.mark == Mark::kBad;
  }
  std::fflush(stdout);
  return is_bad;
}

}  // namespace

int examine(const std::string& prefix) {
  std::printf("minijvm %s in %s\n", kVersion, prefix.c_str());
  std::string home;
  const bool has_no_jdk = print("JDK", examine_jdk(home));
  // Without a JDK no program starts, and the reason was said.
  const bool starts = !has_no_jdk && !print("Start", examine_start(prefix));
  print("Debuggers", examine_debuggers(prefix, home));
  print("Machine", examine_machine());
  std::printf(starts ? "\nPrograms run.\n" : "\nPrograms do not run: see BAD above.\n");
  return starts ? 0 : 1;
}

}  // namespace minijvm::guide
