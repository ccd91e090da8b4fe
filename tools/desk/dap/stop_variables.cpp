// Writes the rows of each scope and of what can be opened inside of it.
#include <fmt/format.h>

#include <utility>

#include "tools/desk/dap/stop_view.h"

namespace minijvm::desk::dap {
namespace {

Json plain(const std::string& name, const std::string& value) {
  return Json::record().set("name", name).set("value", value).set("variablesReference", 0);
}

// Returns a row that stands for what the picture has left out.
Json left_out(std::int64_t count) { return plain("...", fmt::format("and {} more", count)); }

std::string number_text(const Json& number) { return fmt::format("{}", number.number()); }

}  // namespace

std::string StopView::path_of(const std::string& object, const std::string& name) {
  if (object.empty())
    return "";
  return name.starts_with('[') ? object + name : object + '.' + name;
}

// The object's address is its place in memory for an editor that shows bytes.
Json StopView::variable(const std::string& name, const Json& row, const std::string& path) {
  const std::int64_t id = row["ref"].number();
  Json json = Json::record().set("name", name).set("value", row["value"].text());
  json.set("type", row["type"].text());
  if (!path.empty())
    json.set("evaluateName", path);
  json.set("variablesReference", id == 0 ? 0 : number_of({Part::kObject, 0, 0, id, path, Json()}));
  if (id != 0 && object(id).has("address"))
    json.set("memoryReference", object(id)["address"].text());
  return json;
}

Json StopView::object_row(std::int64_t id, const std::string& name) {
  const Json& shown = object(id);
  const std::string text =
      shown.has("text") ? shown["text"].text() : fmt::format("an object, #{}", id);
  const Json row =
      Json::record().set("value", text).set("type", shown["class"].text()).set("ref", Json(id));
  return variable(name, row, "");
}

std::string StopView::thread_name(std::int64_t id) const {
  const Json& row = thread(id);
  return row.has("name") ? row["name"].text() : fmt::format("thread {}", id);
}

void StopView::add_fields(const Json& object, const std::string& path, Rows* rows) {
  for (const char* part : {"fields", "elements"}) {
    for (const Json& row : object[part].items()) {
      const std::string& name = row["name"].text();
      rows->push_back(variable(name, row, path_of(path, name)));
    }
  }
  if (object["more_elements"].number() > 0)
    rows->push_back(left_out(object["more_elements"].number()));
}

void StopView::add_object(const Place& place, Rows* rows) {
  const Json& shown = object(place.id);
  if (shown.is_null()) {
    rows->push_back(plain("...", "the picture of this stop does not show the object"));
    return;
  }
  if (shown.has("forwarded_to"))
    rows->push_back(plain("forwarded to", shown["forwarded_to"].text()));
  if (shown.has("length"))
    rows->push_back(plain("length", number_text(shown["length"])));
  add_fields(shown, place.path, rows);
  if (shown.has("space"))
    rows->push_back(
        plain("(place)", fmt::format("{}, {} bytes, at {}", shown["space"].text(),
                                     shown["bytes"].number(), shown["address"].text())));
}

// The names count from the bottom, as in `stack`; the paths count from the top, as in `print #0`.
void StopView::add_stack(const Json& frame, Rows* rows) {
  const std::vector<Json>& stack = frame["stack"].items();
  for (std::size_t at = 0; at < stack.size(); ++at)
    rows->push_back(
        variable(fmt::format("{}", at), stack[at], fmt::format("#{}", stack.size() - 1 - at)));
}

void StopView::add_monitors(const Json& frame, Rows* rows) {
  int number = 0;
  for (const Json& id : frame["monitors"].items())
    rows->push_back(object_row(id.number(), fmt::format("{}", number++)));
}

// A word has the name of the object, behind that of the local variable that refers to it. javac's
// own variables, such as the one that keeps a monitor, have no name in the source; theirs is "$2".
void StopView::add_words(const Place& place, Rows* rows) {
  for (const Json& lock : picture_["locks"].items()) {
    const std::int64_t id = lock["object"].number();
    std::string name = object(id).has("text") ? object(id)["text"].text() : fmt::format("#{}", id);
    for (const Json& local : frame({place.thread, place.frame})["locals"].items()) {
      const std::string& variable = local["name"].text();
      if (local["ref"].number() != id || variable.starts_with('$'))
        continue;
      name = fmt::format("{}, {}", variable, name);
      break;
    }
    Json row = Json::record().set("name", name);
    row.set("value", fmt::format("{}  {}, {}", lock["word"].text(), lock["state"].text(),
                                 lock["text"].text()));
    row.set("variablesReference", number_of({Part::kWord, 0, 0, id, "", Json()}));
    if (object(id).has("address"))
      row.set("memoryReference", object(id)["address"].text());
    rows->push_back(std::move(row));
  }
}

void StopView::add_word(const Json& lock, Rows* rows) const {
  rows->push_back(plain("state", lock["state"].text()));
  for (const Json& field : lock["fields"].items())
    rows->push_back(plain(field["name"].text(),
                          fmt::format("{}  {}", field["bits"].text(), field["text"].text())));
  if (lock.has("owner"))
    rows->push_back(plain("owner", fmt::format("{}, count {}", thread_name(lock["owner"].number()),
                                               lock["count"].number())));
  for (const Json& queued : lock["queue"].items())
    rows->push_back(plain(queued["as"].text(), thread_name(queued["thread"].number())));
  if (lock.has("stored"))
    rows->push_back(
        plain("in the record", fmt::format("hash {}, age {}", lock["stored"]["hash"].text(),
                                           lock["stored"]["age"].number())));
  for (const Json& standing : lock["meta"]["standings"].items())
    rows->push_back(
        plain(thread_name(standing["thread"].number()),
              fmt::format("at {}: {}", standing["point"].text(), standing["what"].text())));
}

void StopView::add_statics(const std::string& class_name, Rows* rows) {
  for (const Json& statics : picture_["statics"].items()) {
    if (statics["class"].text() != class_name)
      continue;
    for (const Json& field : statics["fields"].items())
      rows->push_back(
          variable(field["name"].text(), field, class_name + '.' + field["name"].text()));
  }
}

void StopView::add_heap(Rows* rows) const {
  constexpr std::int64_t kKib = 1024;
  for (const Json& space : picture_["heap"]["spaces"].items())
    rows->push_back(plain(
        space["name"].text(),
        fmt::format("{}K of {}K  {} to {}", space["used"].number() / kKib,
                    space["capacity"].number() / kKib, space["base"].text(), space["top"].text())));
  rows->push_back(plain("collections", fmt::format("{} young, {} full",
                                                   picture_["heap"]["young_collections"].number(),
                                                   picture_["heap"]["full_collections"].number())));
}

void StopView::add_thread(const Place& place, Rows* rows) {
  const Json& row = thread(place.thread);
  rows->push_back(plain("state", row["state"].text()));
  if (row.has("lwp"))
    rows->push_back(plain("LWP", number_text(row["lwp"])));
  rows->push_back(plain("held", row["held"].is_true() ? "yes" : "no"));
  if (row.has("waits")) {
    const Json& waits = row["waits"];
    rows->push_back(
        plain("waits", waits.has("why") ? waits["why"].text() : waits["for_text"].text()));
  }
  for (const Json& statics : picture_["statics"].items()) {
    const std::string& name = statics["class"].text();
    const std::string count = fmt::format("{} static fields", statics["fields"].items().size());
    rows->push_back(
        Json::record()
            .set("name", name)
            .set("value", count)
            .set("variablesReference", number_of({Part::kStatics, 0, 0, 0, name, Json()})));
  }
  rows->push_back(Json::record()
                      .set("name", "heap")
                      .set("value", "")
                      .set("variablesReference", number_of({Part::kHeap, 0, 0, 0, "", Json()})));
}

std::vector<Json> StopView::variables(const Place& place) {
  Rows rows;
  const Json& here = frame({place.thread, place.frame});
  switch (place.part) {
    case Part::kLocals:
      for (const Json& row : here["locals"].items())
        rows.push_back(variable(row["name"].text(), row, row["name"].text()));
      break;
    case Part::kStack:
      add_stack(here, &rows);
      break;
    case Part::kMonitors:
      add_monitors(here, &rows);
      break;
    case Part::kWords:
      add_words(place, &rows);
      break;
    case Part::kThread:
      add_thread(place, &rows);
      break;
    case Part::kObject:
      add_object(place, &rows);
      break;
    case Part::kWord:
      add_word(lock_of(place.id), &rows);
      break;
    case Part::kStatics:
      add_statics(place.path, &rows);
      break;
    case Part::kHeap:
      add_heap(&rows);
      break;
    case Part::kRows:
      add_fields(place.answer, place.path, &rows);
      break;
  }
  return rows;
}

}  // namespace minijvm::desk::dap
