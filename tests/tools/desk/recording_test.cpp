// A recording stores equal panes once and output at the stop where it came. A page that watches gets
// the same lines.
#include "tools/desk/recording.h"

#include <string>
#include <vector>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

Step step_with(const std::string& command, const char* event, const char* picture) {
  return {command, Json::parse(event).value_or(Json()), Json::parse(picture).value_or(Json()),
          "one*2", Json::list()};
}

class Made {
 public:
  Made()
      : recording({"</script>", "minijvm x", "2026-01-01", true}, "/no/such/folder",
                  [this](const std::string& line) { news.push_back(line); }) {
    recording.ready(Json::record().set("vm", "1").set("lwps", 2).set("commands", Json::list()));
    recording.printed(Stream::kOut, "a\n");
    recording.stopped(step_with("", R"({"event":"stopped","n":1})",
                                R"({"threads":[1],"objects":[],"statics":[],"locks":[],"heap":{},
                                    "thread":2,"frame":0,"settled":true,
                                    "code":[{"number":7,"method":"A.b()V","rows":[]}]})"));
    recording.running("step");
    recording.happened(Json::record().set("event", "gc").set("phase", "gc_end"));
    recording.happened(Json::record().set("event", "thread").set("started", 16));
    recording.printed(Stream::kErr, "b");
    recording.stopped(step_with("step", R"({"event":"stopped","n":2})",
                                R"({"threads":[1],"objects":[5],"statics":[],"locks":[],"heap":{},
                                    "thread":2,"frame":0,"settled":true})"));
    recording.note_command("step");
    recording.running("continue");
    recording.printed(Stream::kOut, "c");
    recording.ended(3, "over");
  }
  Json whole() const { return Json::parse(recording.to_text()).value_or(Json()); }

  std::vector<std::string> news;
  Recording recording;
};

TEST_CASE("recording: equal panes are stored once", "[desk][recording]") {
  const Json whole = Made().whole();
  CHECK(whole["panes"].to_text() == "[[1],[],{},[5]]");
  const auto& steps = whole["steps"].items();
  REQUIRE(steps.size() == 2);
  CHECK(steps[0]["threads"].number() == 0);
  CHECK(steps[0]["locks"].number() == 1);
  CHECK(steps[1]["objects"].number() == 3);
  CHECK(whole["code"].to_text() == R"({"7":{"method":"A.b()V","rows":[]}})");
}

TEST_CASE("recording: output and films stand with the next stop", "[desk][recording]") {
  const Json whole = Made().whole();
  const auto& steps = whole["steps"].items();
  CHECK(steps[0]["out"].to_text() == R"([["out","a\n"]])");
  CHECK(steps[1]["out"].to_text() == R"([["err","b"]])");
  CHECK(steps[1]["film"].to_text() == R"([{"event":"gc","phase":"gc_end"}])");
  CHECK(whole["tail"].to_text() == R"([["out","c"]])");
  CHECK(whole["end"].to_text() == R"({"code":3,"text":"over"})");
}

TEST_CASE("recording: what it says of itself", "[desk][recording]") {
  const Json whole = Made().whole();
  CHECK(whole["format"].text() == "minijvm-recording");
  CHECK(whole["version"].number() == 1);
  CHECK(whole["made"]["title"].text() == "</script>");
  CHECK(whole["made"]["lwps"].number() == 2);
  CHECK(whole["schedule"].text() == "one*2");
  CHECK(whole["session"].to_text() == R"(["step"])");
  CHECK(whole["lecture"].is_true());
  CHECK(whole["predict"].to_text() == R"({"name":"","answers":[]})");
}

TEST_CASE("recording: a page that watches gets each change", "[desk][recording]") {
  const Made made;
  std::string types;
  for (const std::string& line : made.news) {
    const Json value = Json::parse(line).value_or(Json());
    types += value["type"].text() + ' ';
  }
  CHECK(types == "output step running gc thread output step running output ended ");
  const Json second = Json::parse(made.news[6]).value_or(Json());
  CHECK(second["panes"].to_text() == "[[3,[5]]]");
  CHECK(second["step"].to_text() == made.whole()["steps"].items()[1].to_text());
  CHECK(second["code"].to_text() == "{}");
}

}  // namespace
}  // namespace minijvm::desk
