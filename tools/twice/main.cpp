// minijvm-twice: makes two deterministic runs of a program by the same options, and says where the
// second one differs. The launcher starts it for `minijvm -XX:+CheckDeterminism ...`.
//
// Each run has a process of its own, and so other addresses, another time and another process id: a
// run that a fork makes would share these with its twin, and could not show that they do not count.
// The first run's output is shown, the second one's is held.
// Tested by tests/tools/twice.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "tools/launched/launcher.h"
#include "tools/twice/difference.h"
#include "tools/twice/held_run.h"
#include "vm/boot/launcher/own_words.h"

namespace minijvm::twice {
namespace {

constexpr int kUsage = 1;
constexpr int kNotDeterministic = 92;

using Error = Unexpected<std::string>;

// Takes out the option that has brought us here, or each run would make two.
Expected<std::vector<std::string>, std::string> words_of_run(int argc, char** argv) {
  std::vector<std::string> words;
  int at = 1;
  for (; at < argc && argv[at][0] == '-'; ++at) {
    const std::string word = argv[at];
    if (word.starts_with("-XX:ServeRuns=")) {
      return Error(
          "-XX:+CheckDeterminism makes two runs of one schedule: leave it out with "
          "--explore");
    }
    if (word.starts_with("-XX:RunLog=")) {
      return Error("-XX:+CheckDeterminism has a use of its own for -XX:RunLog");
    }
    if (word != "-XX:+CheckDeterminism") {
      words.push_back(word);
    }
    if (vm::takes_next_word(word) && at + 1 < argc) {
      words.emplace_back(argv[++at]);
    }
  }
  words.insert(words.end(), argv + at, argv + argc);
  return words;
}

// Both runs can read the same only from something that stays there.
bool input_can_be_read_twice() {
  struct stat status {};
  constexpr int kMemoryDevices = 1;
  constexpr int kNull = 3;
  return fstat(STDIN_FILENO, &status) == 0 &&
         (S_ISREG(status.st_mode) ||
          (S_ISCHR(status.st_mode) && status.st_rdev == makedev(kMemoryDevices, kNull)));
}

int complain(const std::string& text) {
  std::fprintf(stderr, "minijvm: %s\n", text.c_str());
  return kUsage;
}

int run_twice(int argc, char** argv) {
  auto words = words_of_run(argc, argv);
  if (!words.ok()) {
    return complain(words.error());
  }
  if (!input_can_be_read_twice()) {
    return complain(
        "-XX:+CheckDeterminism makes two runs, which cannot both read this standard input: give "
        "them a file, or </dev/null");
  }
  const Program program{launched::launcher_path(), words.take()};
  auto first = make_run(program, /*shows=*/true);
  if (!first.ok()) {
    return complain(first.error());
  }
  auto second = make_run(program, /*shows=*/false);
  if (!second.ok()) {
    return complain(second.error());
  }
  const std::string difference = difference_of(first.value(), second.value());
  if (difference.empty()) {
    return first.value().code;
  }
  std::fprintf(stderr, "Not deterministic: a second run by the same options differs.\n%s",
               difference.c_str());
  return kNotDeterministic;
}

}  // namespace
}  // namespace minijvm::twice

int main(int argc, char** argv) { return minijvm::twice::run_twice(argc, argv); }
