// Sessions and schedules as people write them, and the numbers of addresses in sessions.
#include "tools/desk/play/session_text.h"

#include <string>
#include <vector>

#include "catch2/catch.hpp"
#include "tools/desk/play/shown_addresses.h"

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

TEST_CASE("session text: addresses have the numbers in which they were shown",
          "[desk][session_text]") {
  ShownAddresses shown;
  shown.add_stop(*Json::parse(R"({"event":"stopped","reason":"step","stack":[
    {"type":"Gate","value":"Gate <0x7f10>","address":"0x7f10"},{"type":"int","value":"3"}]})"));
  shown.add_answer(*Json::parse(
      R"({"answer":"print","value":{"type":"Gate","value":"Gate <0x7f10>","address":"0x7f10",
        "space":"eden","forwarded_to":"0x7f88"}})"));
  CHECK(shown.put_into("print <1>") == "print 0x7f10");
  CHECK(shown.put_into("lock <2> <1>") == "lock 0x7f88 0x7f10");
  for (const char* other : {"print <3>", "print <0>", "break A.<init>", "print <", "print <1", "<<>"}) {
    CHECK(shown.put_into(other) == other);
  }
  CHECK(shown.put_into("a << <1>") == "a << 0x7f10");
}

}  // namespace
}  // namespace minijvm::desk
