// The program's life: initialize, launch, configurationDone, restart, terminate, disconnect.
#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "tools/desk/dap/adapter.h"
#include "tools/desk/dap/capabilities.h"
#include "tools/desk/requests.h"

namespace minijvm::desk::dap {

// The event `initialized` follows the response; from then on the client may send its breakpoints.
void Adapter::initialize(const Request& request) {
  if (std::exchange(is_initialized_, true)) {
    client_.refuse(request, "`initialize` comes once");
    return;
  }
  client_.learn(request.arguments);
  client_.respond(request, capabilities());
  client_.tell("initialized", Json::record());
}

void Adapter::launch(const Request& request) {
  if (session_ != nullptr) {
    client_.refuse(request, "there is a program already: `restart` starts it again");
    return;
  }
  start_program(request, request.arguments);
}

void Adapter::attach(const Request& request) {
  client_.refuse(request,
                 "the stepper cannot be attached to a VM that runs: use `launch`; for a VM with "
                 "-agentlib:jdwp use a Java debugger",
                 true);
}

// The response waits for the VM's first stop, so that a class that cannot be found is the answer to
// this request. A program that does not get there for a while, because a static initializer waits
// for something, is answered before.
bool Adapter::start_program(const Request& request, const Json& arguments) {
  Expected<Launch, std::string> launch = read_launch(arguments);
  if (!launch) {
    client_.refuse(request, launch.error(), true);
    return false;
  }
  drop_program();
  launch_ = launch.take();
  launch_arguments_ = arguments;
  add_folders(source_path_, &launch_.source_paths);
  VmStart start = vm_;
  start.words.insert(start.words.end(), launch_.words.begin(), launch_.words.end());
  if (!launch_.folder.empty())
    start.folder = launch_.folder;
  if (start.breaks.empty() && launch_.has_debugger)
    start.breaks = {"first", "main"};
  Expected<std::unique_ptr<Session>, std::string> session = Session::start(loop_, start);
  if (!session) {
    client_.refuse(request, session.error(), true);
    return false;
  }
  session_ = session.take();
  session_->add(*this);
  if (launch_.opens_view)
    open_view();
  open_launch_ = request;
  is_launch_open_ = true;
  constexpr std::chrono::milliseconds kPatience(3000);
  const int number = run_number_;
  loop_.after(kPatience, [this, number] {
    if (number == run_number_)
      answer_launch();
  });
  return true;
}

void Adapter::open_view() {
  if (page_view_ != nullptr) {
    page_view_->show(launch_, *session_);
    return;
  }
  auto opened = PageView::open(loop_, launch_, *session_);
  if (!opened.ok()) {
    client_.print("important", fmt::format("there is no page: {}\n", opened.error()));
    return;
  }
  page_view_ = opened.take();
  client_.print("important",
                fmt::format("page for those who look on: {}\n", page_view_->address()));
}

void Adapter::answer_launch() {
  if (std::exchange(is_launch_open_, false))
    client_.respond(open_launch_);
}

// All that belongs to one run of the program.
void Adapter::drop_program() {
  ++run_number_;
  if (session_ != nullptr)
    session_->remove(*this);
  session_.reset();
  is_launch_open_ = has_entered_ = is_armed_ = has_begun_ = false;
  is_told_ = expects_run_ = has_ended_ = false;
  event_ = Json();
  early_error_.clear();
  opened_.clear();
  console_choice_.reset();
  history_.clear();
  view_.hide();
  listings_.clear();
  paths_.clear();
  sets_.forget_stops();
}

void Adapter::configuration_done(const Request& request) {
  if (std::exchange(is_configured_, true)) {
    client_.refuse(request, "`configurationDone` comes once");
    return;
  }
  client_.respond(request);
  begin();
}

void Adapter::begin() {
  if (!is_configured_ || !is_armed_ || has_begun_)
    return;
  has_begun_ = true;
  // The adapter's own stop, before any code of the program, was for the breakpoints.
  if (event_["kind"].text() == "first") {
    go_on();
    return;
  }
  history_.add(event_, view_.picture());
  tell_or_go_on("");
}

// A step may lead to where main begins, and a stop before main may have been asked for by `pause`.
void Adapter::tell_or_go_on(const std::string& command) {
  const bool is_wanted = launch_.stops_on_entry && launch_.has_debugger;
  const bool is_passed = command.empty() || command == "continue";
  if (event_["kind"].text() == "entry" && is_passed && !is_wanted) {
    go_on();
  } else {
    tell_stop(event_);
  }
}

void Adapter::go_on() {
  expects_run_ = true;
  ask("continue", [](const Json&) {});
}

// The arguments may be those of `launch`, changed since.
void Adapter::restart(const Request& request) {
  if (session_ == nullptr) {
    client_.refuse(request, "there is no program yet: `launch` comes first");
    return;
  }
  const Json& given = request.arguments["arguments"];
  const bool is_changed = given.has("mainClass") || given.has("jarFile");
  const Json arguments = is_changed ? given : launch_arguments_;
  if (const auto launch = read_launch(arguments); !launch.ok()) {
    client_.refuse(request, launch.error(), true);
    return;
  }
  client_.refuse_all_but(request, "the program has been started again");
  for (const auto& [id, name] : std::exchange(threads_, {}))
    client_.tell("thread", Json::record().set("reason", "exited").set("threadId", Json(id)));
  if (start_program(request, arguments))
    return;
  // There is neither the old program nor a new one.
  if (session_ == nullptr)
    client_.tell("terminated", Json::record());
}

// The events `exited` and `terminated` follow when the VM is gone.
void Adapter::terminate(const Request& request) {
  client_.respond(request);
  session_->end();
}

// The program is always ended: it was launched here, and cannot run without the desk.
void Adapter::disconnect(const Request& request) {
  client_.respond(request);
  leave();
}

}  // namespace minijvm::desk::dap
