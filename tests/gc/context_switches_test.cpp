// Proves: a sleep is counted as one, whoever asks; a thread that does not exist has no counts.
#include "gc/gang/context_switches.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace minijvm::gc::test {

TEST_CASE("context switches: a thread that sleeps has slept", "[gc][context_switches]") {
  const auto self = static_cast<std::int32_t>(syscall(SYS_gettid));
  const ContextSwitches before = switches_of_this_thread();
  const ContextSwitches seen_before = switches_of_thread(self);
  constexpr int kSleeps = 5;
  // A sleep whose timer fires before the kernel has switched is none.
  for (int i = 0; i < 1000 && (switches_of_this_thread() - before).slept < kSleeps; ++i) {
    usleep(1000);
  }
  CHECK((switches_of_this_thread() - before).slept >= kSleeps);
  CHECK((switches_of_thread(self) - seen_before).slept >= kSleeps);
}

TEST_CASE("context switches: nobody has none", "[gc][context_switches]") {
  CHECK(switches_of_thread(-1).slept == 0);
  CHECK(switches_of_thread(-1).preempted == 0);
}

}  // namespace minijvm::gc::test
