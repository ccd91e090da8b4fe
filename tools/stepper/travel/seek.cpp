// Orders as records, field by field.
#include "tools/stepper/travel/seek.h"

namespace minijvm::vm::stepper {

Json Moment::to_json() const {
  return Json::record()
      .set("tick", static_cast<std::int64_t>(tick))
      .set("thread", thread)
      .set("place", place)
      .set("event", event)
      .set("in_library", in_library)
      .set("run", run);
}

Moment Moment::from(const Json& json) {
  return {static_cast<std::uint64_t>(json["tick"].number()),
          static_cast<std::uint32_t>(json["thread"].number()),
          json["place"].text(),
          json["event"].text(),
          json["in_library"].is_true(),
          json["run"].text()};
}

Json Seek::to_json() const {
  return Json::record()
      .set("what", static_cast<int>(what))
      .set("from", static_cast<std::int64_t>(from))
      .set("until", until.to_json())
      .set("thread", thread)
      .set("depth", depth)
      .set("by_line", by_line)
      .set("in_library", in_library)
      .set("variable", variable.to_json())
      .set("thread_name", thread_name)
      .set("own_ticks", static_cast<std::int64_t>(own_ticks))
      .set("site", site)
      .set("pick", pick)
      .set("kind", kind)
      .set("reason", reason)
      .set("stops_before", stops_before);
}

Seek Seek::from_json(const Json& json) {
  Seek seek;
  seek.what = static_cast<What>(json["what"].number());
  seek.from = static_cast<std::uint64_t>(json["from"].number());
  seek.until = Moment::from(json["until"]);
  seek.thread = static_cast<std::uint32_t>(json["thread"].number());
  seek.depth = json["depth"].number();
  seek.by_line = json["by_line"].is_true();
  seek.in_library = json["in_library"].is_true();
  seek.thread_name = json["thread_name"].text();
  seek.own_ticks = static_cast<std::uint64_t>(json["own_ticks"].number());
  seek.site = json["site"].text();
  seek.variable = WrittenVariable::from(json["variable"]);
  seek.pick = json["pick"].number();
  seek.kind = json["kind"].text();
  seek.reason = json["reason"].text();
  seek.stops_before = json["stops_before"].number();
  return seek;
}

}  // namespace minijvm::vm::stepper
