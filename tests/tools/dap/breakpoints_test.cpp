// A new set of breakpoints changes only those that differ, and the editor hears of each change.
#include "tools/desk/dap/breakpoints.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace minijvm::desk::dap;
using minijvm::Json;

namespace {

BreakpointSets::Set commands(const std::vector<std::string>& texts) {
  BreakpointSets::Set set;
  for (const std::string& text : texts) {
    Breakpoint breakpoint;
    breakpoint.command = text;
    set.push_back(breakpoint);
  }
  return set;
}

// Gives each breakpoint of the set a stop of the VM.
void set_all(BreakpointSets::Set& set, int first) {
  for (Breakpoint& breakpoint : set) {
    update(breakpoint, Json::record().set("number", first++));
  }
}

std::string conditions(const Json& wanted) {
  std::string command = "break A.b";
  const std::string why = add_conditions(wanted, &command);
  return why.empty() ? command : why;
}

}  // namespace

TEST_CASE("dap breakpoints: what stays keeps its id and its stop") {
  BreakpointSets sets;
  CHECK(sets.replace("a", commands({"break 1", "break 2"})).empty());
  set_all(sets.set("a"), 7);
  CHECK(sets.replace("a", commands({"break 3", "break 2"})) == std::vector<int>{7});
  CHECK(sets.set("a")[0].id == 3);
  CHECK(sets.set("a")[0].stop == 0);
  CHECK(sets.set("a")[1].id == 2);
  CHECK(sets.set("a")[1].stop == 8);
  CHECK(sets.set("a")[1].is_verified);
  // Another set with the same command is of no concern.
  CHECK(sets.replace("b", commands({"break 2"})).empty());
  CHECK(sets.set("b")[0].id == 4);
  CHECK(sets.replace("a", {}) == std::vector<int>{8});
}

TEST_CASE("dap breakpoints: one that is there twice is two") {
  BreakpointSets sets;
  sets.replace("a", commands({"break 1", "break 1"}));
  set_all(sets.set("a"), 1);
  CHECK(sets.replace("a", commands({"break 1"})) == std::vector<int>{2});
}

TEST_CASE("dap breakpoints: they are found by id and by stop") {
  BreakpointSets sets;
  sets.replace("a", commands({"break 1"}));
  set_all(sets.set("a"), 5);
  std::string name;
  CHECK(sets.with_stop(5, &name)->id == 1);
  CHECK(name == "a");
  CHECK(sets.with_stop(0, &name) == nullptr);
  CHECK(sets.with_id(1)->stop == 5);
  CHECK(sets.with_id(2) == nullptr);
  sets.forget_stops();
  CHECK(sets.with_stop(5, &name) == nullptr);
  CHECK_FALSE(sets.with_id(1)->is_verified);
}

TEST_CASE("dap breakpoints: the VM's answer decides what is verified") {
  Breakpoint breakpoint;
  CHECK(update(breakpoint, Json::record().set("number", 1).set("pending", true)));
  CHECK(breakpoint_json(breakpoint)["reason"].text() == "pending");
  CHECK(update(breakpoint, Json::record().set("number", 1)));
  CHECK(breakpoint_json(breakpoint)["verified"].is_true());
  CHECK_FALSE(update(breakpoint, Json::record().set("number", 1)));
  CHECK(update(breakpoint,
               Json::record().set("number", 1).set("pending", true).set("no_code", true)));
  CHECK(breakpoint_json(breakpoint)["reason"].text() == "pending");
  CHECK(update(breakpoint, Json::record().set("error", "no such place")));
  CHECK(breakpoint_json(breakpoint)["reason"].text() == "failed");
  CHECK(breakpoint_json(breakpoint)["message"].text() == "no such place");
}

TEST_CASE("dap breakpoints: conditions") {
  CHECK(conditions(Json::record()) == "break A.b");
  CHECK(conditions(Json::record().set("condition", " i == 2 ").set("hitCondition", "3")) ==
        "break A.b if i == 2 after 3");
  CHECK(conditions(Json::record().set("condition", "  ")) == "break A.b");
  CHECK(conditions(Json::record().set("condition", "i > 2")) == "break A.b if i > 2");
  CHECK(conditions(Json::record().set("condition", "i = 2")).starts_with("a condition is"));
  CHECK(conditions(Json::record().set("condition", "i == 2\nquit")).starts_with("a condition is"));
  CHECK(conditions(Json::record().set("hitCondition", ">= 3")).starts_with("a hit condition is"));
}
