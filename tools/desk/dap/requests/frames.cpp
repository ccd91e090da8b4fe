// Answers about a stop: threads, frames, scopes, variables.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/desk/dap/adapter.h"

namespace minijvm::desk::dap {
namespace {

// Returns the part of a list that the request asks for; a count of 0 means all.
Json page_of(std::vector<Json> all, std::int64_t start, std::int64_t count) {
  const auto size = static_cast<std::int64_t>(all.size());
  const std::int64_t first = std::clamp<std::int64_t>(start, 0, size);
  const std::int64_t rest = size - first;
  const std::int64_t last = first + (count <= 0 ? rest : std::min(count, rest));
  Json page = Json::list();
  for (std::int64_t at = first; at < last; ++at)
    page.add(std::move(all[static_cast<std::size_t>(at)]));
  return page;
}

// Stands for the frames that the picture has left out.
Json left_out(std::int64_t count, int number) {
  Json frame = Json::record().set("id", number).set("name", fmt::format("and {} more", count));
  return frame.set("line", 0).set("column", 0).set("presentationHint", "label");
}

}  // namespace

// An editor asks at any time, also before the first stop. While the program runs, the threads are
// those of which the VM has told.
void Adapter::threads(const Request& request) {
  Json list = Json::list();
  if (is_told_) {
    list = view_.threads();
  } else if (has_program()) {
    for (const auto& [id, name] : threads_)
      list.add(Json::record().set("id", Json(id)).set("name", name));
  }
  client_.respond(request, Json::record().set("threads", std::move(list)));
}

Json Adapter::frame_json(const FrameId& id, const Json& frame) {
  Json json = Json::record().set("id", view_.number_of(id));
  json.set("name", frame["method"].text() + (view_.is_recorded() ? " (recorded)" : ""));
  const Listing* listing = frame.has("code") ? listings_.find(frame["code"].number()) : nullptr;
  if (listing == nullptr || frame["native"].is_true())
    return json.set("line", 0).set("column", 0).set("presentationHint", "subtle");
  const std::int64_t bci = frame["bci"].number();
  const bool has_file = !path_of(*listing).empty() && frame["line"].number() > 0;
  json.set("source", source_of(*listing));
  json.set("line", client_.line_out(has_file ? frame["line"].number() : listing->row_of(bci) + 1));
  json.set("column", client_.first_column());
  return json.set("instructionPointerReference", address_text(address_of(listing->number, bci)));
}

void Adapter::stack_trace(const Request& request) {
  const std::int64_t id = request.arguments["threadId"].number();
  const Json& thread = view_.thread(id);
  if (thread.is_null()) {
    client_.refuse(request, fmt::format("there is no thread {}", id));
    return;
  }
  std::vector<Json> frames;
  for (const Json& frame : thread["frames"].items())
    frames.push_back(frame_json({id, frame["number"].number()}, frame));
  if (thread["more_frames"].number() > 0)
    frames.push_back(left_out(thread["more_frames"].number(), view_.number_of(FrameId{id, -1})));
  const int total = static_cast<int>(frames.size());
  Json page = page_of(std::move(frames), request.arguments["startFrame"].number(),
                      request.arguments["levels"].number());
  client_.respond(request,
                  Json::record().set("stackFrames", std::move(page)).set("totalFrames", total));
}

void Adapter::scopes(const Request& request) {
  const FrameId* frame = view_.find_frame(request.arguments["frameId"].number());
  if (frame == nullptr) {
    client_.refuse(request, "this frame belongs to another stop");
    return;
  }
  const Json list = view_.frame(*frame).is_null() ? Json::list() : view_.scopes(*frame);
  client_.respond(request, Json::record().set("scopes", list));
}

void Adapter::variables(const Request& request) {
  const Place* place = view_.find_place(request.arguments["variablesReference"].number());
  if (place == nullptr) {
    client_.refuse(request, "these variables belong to another stop");
    return;
  }
  const Json& object = view_.object(place->id);
  const bool is_shut = place->part == Part::kObject &&
                       (object.is_null() || object["closed"].is_true()) &&
                       !opened_.contains(place->id);
  if (is_shut && !view_.is_recorded()) {
    open_object(request, place->id);
  } else {
    respond_variables(request, *place);
  }
}

void Adapter::respond_variables(const Request& request, const Place& place) {
  std::vector<Json> all = view_.variables(Place(place));
  const std::string& filter = request.arguments["filter"].text();
  if (!filter.empty())
    std::erase_if(all, [&](const Json& row) {
      return row["name"].text().starts_with('[') != (filter == "indexed");
    });
  Json page = page_of(std::move(all), request.arguments["start"].number(),
                      request.arguments["count"].number());
  client_.respond(request, Json::record().set("variables", std::move(page)));
}

// The stop stays the same, and so do the numbers of frames and variables.
void Adapter::open_object(const Request& request, std::int64_t id) {
  opened_.insert(id);
  std::string command = "picture open";
  for (const std::int64_t open : opened_) command += fmt::format(" {}", open);
  ask(command, [this, request](const Json& answer) {
    if (!is_told_ || view_.is_recorded()) {
      client_.refuse(request, "the program runs on already");
      return;
    }
    listings_.add(answer["code"]);
    if (!answer.has("error"))
      view_.refresh(answer);
    const Place* place = view_.find_place(request.arguments["variablesReference"].number());
    if (place == nullptr) {
      client_.refuse(request, "these variables belong to another stop");
    } else {
      respond_variables(request, *place);
    }
  });
}

void Adapter::exception_info(const Request& request) {
  const bool is_here =
      event_["kind"].text() == "catch" &&
      event_["thread"]["number"].number() == request.arguments["threadId"].number();
  if (!is_here) {
    client_.refuse(request, "this thread has not stopped at an exception");
    return;
  }
  // "catch 3: java.lang.Error <0x..> is thrown"
  const std::string& reason = event_["reason"].text();
  const std::size_t colon = reason.find(": ");
  const std::string about = colon == std::string::npos ? reason : reason.substr(colon + 2);
  const std::string& given = event_["exception"]["class"].text();
  const std::string name = given.empty() ? about.substr(0, about.find(' ')) : given;
  std::string set;
  bool is_unhandled = false;
  for (const Json& number : event_["stops"].items()) {
    const Breakpoint* hit = sets_.with_stop(static_cast<int>(number.number()), &set);
    is_unhandled = is_unhandled || (hit != nullptr && hit->command.ends_with(" uncaught"));
  }
  Json body = Json::record().set("exceptionId", name.empty() ? "exception" : name);
  body.set("description", about).set("breakMode", is_unhandled ? "unhandled" : "always");
  client_.respond(request, std::move(body));
}

}  // namespace minijvm::desk::dap
