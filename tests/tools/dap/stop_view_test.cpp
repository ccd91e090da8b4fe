// Proves what a picture becomes in the protocol, and that numbers of an earlier stop mean nothing.
#include "tools/desk/dap/stop_view.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>

using namespace minijvm::desk::dap;
using minijvm::Json;

namespace {

constexpr const char* kPicture = R"({"threads":[
  {"id":16,"name":"one","state":"runnable","lwp":2,"held":false,"frames":[
    {"number":0,"method":"Race.add()V","bci":3,
     "locals":[{"name":"o","type":"Gate","value":"Gate #4","ref":4},{"name":"i","type":"int","value":"1"}],
     "stack":[{"type":"int","value":"0"},{"type":"int","value":"9"}],"monitors":[4]}],"more_frames":0},
  {"id":18,"name":"two","state":"blocked","lwp":1,"held":true,"waits":{"for_text":"Gate #4","why":"it waits"},"frames":[]}],
 "objects":[{"id":4,"class":"Gate","text":"Gate #4","address":"0x7f10","space":"eden","bytes":24,
   "fields":[{"name":"next","type":"Gate","value":"Gate #4","ref":4}]},
  {"id":5,"class":"int[]","text":"int[40] #5","address":"0x7f30","space":"old","bytes":176,"length":40,
   "elements":[{"name":"[0]","type":"int","value":"7"}],"more_elements":39}],
 "statics":[{"class":"Race","fields":[{"name":"counter","type":"int","value":"3"}]}],
 "locks":[{"object":4,"word":"0x91","text":"one owns it","state":"LOCKED","owner":16,"count":1,
   "fields":[{"name":"state","bits":"10","text":"LOCKED"}],"queue":[{"thread":18,"as":"contender"}],
   "stored":{"hash":"-","age":3}}],
 "heap":{"spaces":[{"name":"eden","base":"0x1","top":"0x2","used":2048,"capacity":4096}],
   "young_collections":1,"full_collections":0}})";

StopView view_of_picture() {
  StopView view;
  view.show(*Json::parse(kPicture), false);
  return view;
}

std::map<std::string, std::string> values(StopView& view, const Place& place) {
  std::map<std::string, std::string> all;
  for (const Json& row : view.variables(place)) {
    all[row["name"].text()] = row["value"].text();
  }
  return all;
}

Place part_of_frame(Part part, std::int64_t thread = 16) {
  return {part, thread, 0, 0, "", Json()};
}

}  // namespace

TEST_CASE("dap view: threads say where they run and whether they are held") {
  const Json threads = view_of_picture().threads();
  CHECK(threads.items()[0]["name"].text() == "one  [LWP 2]");
  CHECK(threads.items()[1]["name"].text() == "two  [LWP 1, held]");
}

TEST_CASE("dap view: locals, operands and monitors") {
  StopView view = view_of_picture();
  CHECK(values(view, part_of_frame(Part::kLocals)) ==
        std::map<std::string, std::string>{{"o", "Gate #4"}, {"i", "1"}});
  const auto stack = view.variables(part_of_frame(Part::kStack));
  CHECK(stack[0]["value"].text() == "0");
  CHECK(stack[0]["evaluateName"].text() == "#1");
  CHECK(stack[1]["evaluateName"].text() == "#0");
  CHECK(values(view, part_of_frame(Part::kMonitors))["0"] == "Gate #4");
}

TEST_CASE("dap view: objects know their paths, their place and what was left out") {
  StopView view = view_of_picture();
  const Json local = view.variables(part_of_frame(Part::kLocals))[0];
  CHECK(local["memoryReference"].text() == "0x7f10");
  const Place* gate = view.find_place(local["variablesReference"].number());
  REQUIRE(gate != nullptr);
  const auto rows = view.variables(Place(*gate));
  CHECK(rows[0]["evaluateName"].text() == "o.next");
  CHECK(rows[1]["value"].text() == "eden, 24 bytes, at 0x7f10");
  const auto items = values(view, {Part::kObject, 0, 0, 5, "a", Json()});
  CHECK(items.at("length") == "40");
  CHECK(items.at("[0]") == "7");
  CHECK(items.at("...") == "and 39 more");
  CHECK(values(view, {Part::kObject, 0, 0, 99, "", Json()}).count("...") == 1);
}

TEST_CASE("dap view: header words have the names of variables") {
  StopView view = view_of_picture();
  CHECK(values(view, part_of_frame(Part::kWords)).at("o, Gate #4") == "0x91  LOCKED, one owns it");
  const auto word = values(view, {Part::kWord, 0, 0, 4, "", Json()});
  CHECK(word.at("owner") == "one, count 1");
  CHECK(word.at("contender") == "two");
  CHECK(word.at("in the record") == "hash -, age 3");
}

TEST_CASE("dap view: the thread's scope has static fields and the heap") {
  StopView view = view_of_picture();
  const auto thread = values(view, part_of_frame(Part::kThread, 18));
  CHECK(thread.at("waits") == "it waits");
  CHECK(thread.at("Race") == "1 static fields");
  CHECK(values(view, {Part::kStatics, 0, 0, 0, "Race", Json()}).at("counter") == "3");
  CHECK(values(view, {Part::kHeap, 0, 0, 0, "", Json()}).at("eden") == "2K of 4K  0x1 to 0x2");
  CHECK(view.static_field("Race.counter")["value"].text() == "3");
  CHECK(view.static_field("Race.other").is_null());
}

TEST_CASE("dap view: numbers are for one stop") {
  StopView view = view_of_picture();
  const int frame = view.number_of(FrameId{16, 0});
  CHECK(view.number_of(FrameId{16, 0}) == frame);
  const int locals = view.number_of(part_of_frame(Part::kLocals));
  CHECK(view.number_of(part_of_frame(Part::kLocals)) == locals);
  view.show(*Json::parse(kPicture), true);
  CHECK(view.find_frame(frame) == nullptr);
  CHECK(view.find_place(locals) == nullptr);
  CHECK(view.number_of(FrameId{16, 0}) > frame);
  CHECK(view.find_frame(0) == nullptr);
  CHECK(view.find_frame(std::int64_t{1} << 32) == nullptr);
}
