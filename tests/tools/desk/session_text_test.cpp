// Sessions and schedules as people write them.
#include "tools/desk/session_text.h"

#include <string>
#include <vector>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("session text: commands, and how the program is started", "[desk][session_text]") {
  const SessionText session = parse_session(
      "# A remark.\n# run: --break Race.begin Race\n\nthread 2 \"main\": breakpoint 1\n"
      "(step) thread one\n* thread 16\n(step) step 3\n# run: Other\n");
  CHECK(session.run == Words{"--break", "Race.begin", "Race"});
  CHECK(session.commands == Words{"thread one", "step 3"});
}

TEST_CASE("session text: a schedule is a list of steps", "[desk][session_text]") {
  CHECK(commands_of_schedule("one*2 ... \"worker 1\" two", false).value() ==
        Words{"play one*1", "play one*1", "continue", "play \"worker 1\"*1", "play two*1",
              "continue"});
  CHECK(commands_of_schedule(" \n", true).value() == Words{"continue"});
  CHECK(commands_of_schedule("a \"b c\"*2", true).value() ==
        Words{"thread a", "step line", "thread b c", "step line", "step line", "continue"});
}

TEST_CASE("session text: what is no schedule is said", "[desk][session_text]") {
  for (const char* wrong : {"one*", "one*0", "one*x", "\"one", "one*3x", "*3", "one*99999999999"}) {
    INFO(wrong);
    CHECK_FALSE(commands_of_schedule(wrong, false).ok());
  }
}

}  // namespace
}  // namespace minijvm::desk
