// Letting the program run, and looking back at recorded stops. A thread that steps runs alone,
// whatever `singleThread` says: that is the stepper's promise (tools/stepper/README.md).
#include <fmt/format.h>

#include <utility>

#include "tools/desk/dap/adapter.h"

namespace minijvm::desk::dap {
namespace {

// Maps the kind of a stop to the protocol's reasons; `set` is the set whose breakpoint it is.
const char* reason_of(const std::string& kind, const std::string& set) {
  if (kind == "breakpoint" && set == "functions")
    return "function breakpoint";
  if (kind == "breakpoint" && set == "instructions")
    return "instruction breakpoint";
  if (kind == "watch")
    return "data breakpoint";
  if (kind == "catch")
    return "exception";
  if (kind == "entry" || kind == "breakpoint" || kind == "step")
    return kind == "entry" ? "entry" : kind == "step" ? "step" : "breakpoint";
  return kind == "interrupt" || kind == "stuck" ? "pause" : "breakpoint";
}

std::string by_granularity(const char* command, const Json& arguments) {
  return fmt::format("{}{}", command,
                     arguments["granularity"].text() == "instruction" ? "" : " line");
}

}  // namespace

// --- requests ---

void Adapter::continue_all(const Request& request) {
  if (looks_forth(request, false))
    return;
  const bool is_alone = request.arguments["singleThread"].is_true();
  const Json body = Json::record().set("allThreadsContinued", !is_alone);
  if (is_alone) {
    run(request, "advance", body);
  } else {
    run_now(request, "continue", body);
  }
}

void Adapter::next(const Request& request) {
  if (!looks_forth(request, true))
    run(request, by_granularity("next", request.arguments));
}

void Adapter::step_in(const Request& request) {
  if (!looks_forth(request, true))
    run(request,
        by_granularity("step", request.arguments) + (launch_.steps_into_library ? " library" : ""));
}

void Adapter::step_out(const Request& request) {
  if (!looks_forth(request, true))
    run(request, "finish");
}

void Adapter::pause(const Request& request) {
  if (is_told_) {
    client_.refuse(request, "the program stands already");
    return;
  }
  client_.respond(request);
  session_->interrupt();
}

// A deterministic run goes back itself; of any other run, the recorded stops are looked at.
void Adapter::step_back(const Request& request) {
  if (goes_back()) {
    run(request, by_granularity("back next", request.arguments));
    return;
  }
  if (history_.position() == 0) {
    client_.refuse(request, "no stop was recorded before this one");
    return;
  }
  client_.respond(request);
  look_at(history_.back(true));
}

void Adapter::reverse_continue(const Request& request) {
  if (goes_back()) {
    run(request, "back continue");
    return;
  }
  if (history_.position() == 0) {
    client_.refuse(request, "no stop was recorded before this one");
    return;
  }
  client_.respond(request);
  look_at(history_.back(false));
}

bool Adapter::goes_back() const {
  return history_.is_at_newest() && session_ != nullptr && is_told_ &&
         session_->greeting()["goes_back"].is_true();
}

// --- running ---

void Adapter::run(const Request& request, const std::string& command, Json body) {
  const std::int64_t thread = request.arguments["threadId"].number();
  if (view_.thread(thread).is_null()) {
    client_.refuse(request, fmt::format("there is no thread {}", thread));
    return;
  }
  // A second request to run is refused from now on.
  is_told_ = false;
  ask(fmt::format("thread {}", thread), [=, this](const Json& answer) {
    if (answer.has("error")) {
      is_told_ = has_program();
      client_.refuse(request, answer["error"].text());
      return;
    }
    run_now(request, command, body);
  });
}

// The answer comes before the stop to which the command leads.
void Adapter::run_now(const Request& request, const std::string& command, const Json& body) {
  is_told_ = false;
  expects_run_ = true;
  ask(command, [=, this](const Json& answer) {
    if (!answer.has("error")) {
      client_.respond(request, body);
      return;
    }
    expects_run_ = false;
    is_told_ = has_program();
    client_.refuse(request, answer["error"].text());
  });
}

// --- recorded stops ---

bool Adapter::looks_forth(const Request& request, bool by_one) {
  if (history_.is_at_newest())
    return false;
  client_.respond(request, request.command == "continue"
                               ? Json::record().set("allThreadsContinued", true)
                               : Json::record());
  look_at(history_.forth(by_one));
  return true;
}

void Adapter::look_at(std::size_t position) {
  const History::Stop& stop = history_.look_at(position);
  event_ = stop.event;
  view_.show(Json::parse(stop.picture).value_or(Json()), !history_.is_at_newest());
  opened_.clear();
  console_choice_.reset();
  tell_stop(event_);
}

// --- stops ---

void Adapter::tell_stop(const Json& event) {
  Json ids = Json::list();
  std::string set;
  for (const Json& number : event["stops"].items()) {
    const Breakpoint* hit = sets_.with_stop(static_cast<int>(number.number()), &set);
    if (hit != nullptr)
      ids.add(hit->id);
  }
  const std::string& kind = event["kind"].text();
  std::string description = event["reason"].text();
  if (view_.is_recorded())
    description += fmt::format(" (recorded, {} of {})", history_.position() + 1, history_.size());
  Json body = Json::record().set("reason", reason_of(kind, set));
  body.set("description", description);
  body.set("threadId", event["thread"]["number"]).set("allThreadsStopped", true);
  if (kind == "catch" || kind == "stuck")
    body.set("text", event["reason"].text());
  if (!ids.items().empty())
    body.set("hitBreakpointIds", std::move(ids));
  is_told_ = true;
  client_.tell("stopped", std::move(body));
  if (event.has("what"))
    client_.print("console", event["what"].text() + '\n');
  if (event.has("say"))
    client_.print("console", event["say"].text() + '\n');
  if (!view_.is_recorded())
    look_after_pending();
}

// The editor hears of each thread once, whether the VM has said that it started or a picture shows
// it first.
void Adapter::note_threads(const Json& picture) {
  for (const Json& thread : picture["threads"].items()) {
    const std::int64_t id = thread["id"].number();
    if (threads_.insert_or_assign(id, thread["name"].text()).second)
      client_.tell("thread", Json::record().set("reason", "started").set("threadId", Json(id)));
  }
}

}  // namespace minijvm::desk::dap
