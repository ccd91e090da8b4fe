// Numbers, threads and scopes; stop_variables.cpp has what is inside of a scope.
#include "tools/desk/dap/stop_view.h"

#include <fmt/format.h>

#include <utility>

namespace minijvm::desk::dap {
namespace {

// Returns the record of the list whose field has this number; null if there is none.
const Json& with_number(const Json& list, const char* field, std::int64_t number) {
  for (const Json& item : list.items()) {
    if (item[field].number() == number && item.has(field))
      return item;
  }
  return list[""];  // which is null, as in all lists
}

}  // namespace

std::string thread_title(const Json& thread) {
  std::string marks = thread.has("lwp") ? fmt::format("LWP {}", thread["lwp"].number()) : "";
  if (thread["held"].is_true())
    marks += marks.empty() ? "held" : ", held";
  const std::string& name = thread["name"].text();
  return marks.empty() ? name : fmt::format("{}  [{}]", name, marks);
}

void StopView::show(Json picture, bool is_recorded) {
  picture_ = std::move(picture);
  is_recorded_ = is_recorded;
  frames_.clear();
  places_.clear();
}

const Json& StopView::thread(std::int64_t id) const {
  return with_number(picture_["threads"], "id", id);
}

const Json& StopView::frame(const FrameId& id) const {
  return with_number(thread(id.thread)["frames"], "number", id.number);
}

const Json& StopView::object(std::int64_t id) const {
  return with_number(picture_["objects"], "id", id);
}

const Json& StopView::lock_of(std::int64_t id) const {
  return with_number(picture_["locks"], "object", id);
}

const Json& StopView::static_field(const std::string& name) const {
  for (const Json& statics : picture_["statics"].items()) {
    for (const Json& field : statics["fields"].items()) {
      if (statics["class"].text() + '.' + field["name"].text() == name)
        return field;
    }
  }
  return picture_[""];
}

int StopView::number_of(const FrameId& frame) {
  for (const auto& [number, known] : frames_) {
    if (known.thread == frame.thread && known.number == frame.number)
      return number;
  }
  frames_[++last_frame_] = frame;
  return last_frame_;
}

// An editor may ask for the same variables many times during one stop, so each place has one
// number. An answer to `print` is a new place each time.
int StopView::number_of(Place place) {
  for (const auto& [number, known] : places_) {
    if (place.part != Part::kRows && known.part == place.part && known.thread == place.thread &&
        known.frame == place.frame && known.id == place.id && known.path == place.path)
      return number;
  }
  places_[++last_place_] = std::move(place);
  return last_place_;
}

const FrameId* StopView::find_frame(std::int64_t number) const {
  const auto found = frames_.find(static_cast<int>(number));
  return found == frames_.end() || found->first != number ? nullptr : &found->second;
}

const Place* StopView::find_place(std::int64_t number) const {
  const auto found = places_.find(static_cast<int>(number));
  return found == places_.end() || found->first != number ? nullptr : &found->second;
}

Json StopView::threads() const {
  Json list = Json::list();
  for (const Json& thread : picture_["threads"].items())
    list.add(Json::record().set("id", thread["id"]).set("name", thread_title(thread)));
  return list;
}

Json StopView::scopes(const FrameId& id) {
  Json list = Json::list();
  const auto add = [&](const char* name, Part part, std::size_t count) {
    const Place place{part, id.thread, id.number, 0, "", Json()};
    Json scope = Json::record().set("name", name);
    if (part == Part::kLocals)
      scope.set("presentationHint", "locals");
    scope.set("variablesReference", number_of(place));
    scope.set("namedVariables", static_cast<int>(count)).set("expensive", false);
    list.add(std::move(scope));
  };
  const Json& here = frame(id);
  add("Locals", Part::kLocals, here["locals"].items().size());
  add("Operand stack", Part::kStack, here["stack"].items().size());
  add("Monitors", Part::kMonitors, here["monitors"].items().size());
  add("Header words", Part::kWords, picture_["locks"].items().size());
  const Place thread_place{Part::kThread, id.thread, id.number, 0, "", Json()};
  add("Thread", Part::kThread, variables(thread_place).size());
  return list;
}

}  // namespace minijvm::desk::dap
