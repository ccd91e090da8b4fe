// Proves: a thread runs on the processors of its list only, so do those that it starts; a list that is wrong, or names a processor that is not there,
// changes nothing.
#include "base/processor_set.h"

#include <sched.h>

#include <catch2/catch.hpp>
#include <thread>

#include "base/machine_processors.h"

using namespace minijvm;

namespace {

int first_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  int first = 0;
  while (!CPU_ISSET(first, &set)) ++first;
  return first;
}

std::string complaint(const std::string& list) {
  Expected<void, std::string> outcome = run_on_processors(list);
  return outcome ? "" : outcome.error();
}

}  // namespace

TEST_CASE("processor set: a thread and those that it starts", "[base][processor_set]") {
  const std::string one = std::to_string(first_allowed());
  int before = allowed_processors();
  std::thread bound([&] {
    CHECK(complaint(one + "," + one + "-" + one).empty());
    CHECK(allowed_processors() == 1);
    std::thread child([] { CHECK(allowed_processors() == 1); });
    child.join();
  });
  bound.join();
  CHECK(allowed_processors() == before);
}

TEST_CASE("processor set: what is no list of our processors changes nothing",
          "[base][processor_set]") {
  int before = allowed_processors();
  for (const char* list :
       {"", "x", "0-", "-1", "1-0", "0,", "0 1", "0;1", "0-1-2", "99999999999", "1024"}) {
    CAPTURE(list);
    CHECK(complaint(list) == "not a list of processors: '" + std::string(list) + "'");
  }
  CHECK(complaint("1023") == "there is no processor 1023 for this process");
  CHECK(allowed_processors() == before);
}
