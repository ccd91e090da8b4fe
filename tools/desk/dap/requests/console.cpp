// The debug console, which is the whole stepper, and values of paths for watches and hovers.
//
//   step 3          a command of the stepper; its answer is the text that the terminal would show
//   this.next       anything else is a path, as in `print`
//   > text          a line for the program's standard input; `>` alone closes that input
#include <fmt/format.h>

#include <utility>

#include "tools/desk/command_words.h"
#include "tools/desk/dap/adapter.h"
#include "tools/stepper/front/answer_text.h"

namespace minijvm::desk::dap {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos)
    return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Helix has no console, and sends its one command without a context.
bool is_for_console(const Request& request) {
  const std::string& context = request.arguments["context"].text();
  return context == "repl" || context.empty();
}

bool names_command(const Json& greeting, const std::string& line) {
  const std::string name = command_name(greeting, line);
  for (const Json& command : greeting["commands"].items()) {
    if (command["name"].text() == name)
      return true;
  }
  return false;
}

}  // namespace

void Adapter::evaluate(const Request& request) {
  const std::string line = trimmed(request.arguments["expression"].text());
  const bool is_console = is_for_console(request);
  if (line.empty() || line.find('\n') != std::string::npos) {
    client_.refuse(request, "one line with one path or one command can be evaluated");
  } else if (is_console && line[0] == '>') {
    if (line.size() == 1) {
      session_->close_input();
    } else if (!session_->write_input(line.substr(line[1] == ' ' ? 2 : 1) + '\n')) {
      client_.refuse(request, "the program's input is closed, or nobody reads it");
    }
    client_.respond(request, Json::record().set("result", "").set("variablesReference", 0));
  } else if (is_console && names_command(session_->greeting(), line)) {
    select_frame(request, [this, request] { run_console_line(request); });
  } else if (view_.is_recorded()) {
    evaluate_recorded(request);
  } else if (!is_told_) {
    client_.refuse(request, "the program runs: `pause` stops it");
  } else {
    select_frame(request, [this, request] { evaluate_path(request); });
  }
}

// The stepper's commands are about its selected thread and frame. An editor sends the frame that it
// shows with each line. Yet after the line `thread two` the lines that follow are about that
// thread, until the editor shows another frame. A thread without frames cannot have one selected,
// which does no harm.
void Adapter::select_frame(const Request& request, Work then) {
  const Json& number = request.arguments["frameId"];
  const FrameId* frame = is_told_ ? view_.find_frame(number.number()) : nullptr;
  if (is_for_console(request) && is_told_ && console_choice_ &&
      console_choice_->editor_frame == number.number())
    frame = &console_choice_->chosen;
  if (frame == nullptr) {
    if (number.is_null() || !is_told_) {
      then();
    } else {
      client_.refuse(request, "this frame belongs to another stop");
    }
    return;
  }
  ask(fmt::format("thread {}", frame->thread), [](const Json&) {});
  ask(fmt::format("frame {}", std::max<std::int64_t>(frame->number, 0)),
      [then = std::move(then)](const Json&) { then(); });
}

// --- commands ---

void Adapter::run_console_line(const Request& request) {
  const std::string line = trimmed(request.arguments["expression"].text());
  if (command_name(session_->greeting(), line) == "quit") {
    client_.respond(request, Json::record().set("result", "").set("variablesReference", 0));
    session_->end();
    return;
  }
  ask(line, [this, request](const Json& answer) {
    if (answer.has("error")) {
      client_.refuse(request, answer["error"].text());
      return;
    }
    after_console_line(request, answer);
  });
}

// `gc` needs nothing here, since a stop follows it. The editor may know a stop that is deleted.
void Adapter::after_console_line(const Request& request, const Json& answer) {
  const std::string& name = answer["answer"].text();
  note_choice(request.arguments["frameId"].number(), answer);
  if (name == "picture" && is_told_ && !view_.is_recorded()) {
    listings_.add(answer["code"]);
    view_.refresh(answer);
    if (client_.knows_invalidated())
      client_.tell("invalidated", Json::record().set("areas", Json::list().add("variables")));
  } else if (name == "delete") {
    note_deleted(static_cast<int>(answer["number"].number()));
  }
  std::string text = vm::stepper::answer_text(answer);
  if (text.ends_with('\n'))
    text.pop_back();
  client_.respond(request, Json::record().set("result", text).set("variablesReference", 0));
}

// `thread` answers with the thread, `frame`, `up` and `down` with the frame of that one.
void Adapter::note_choice(std::int64_t editor_frame, const Json& answer) {
  const std::string& name = answer["answer"].text();
  const bool is_same = console_choice_ && console_choice_->editor_frame == editor_frame;
  const FrameId* shown = view_.find_frame(editor_frame);
  FrameId chosen = is_same ? console_choice_->chosen : shown != nullptr ? *shown : FrameId{};
  if (name == "thread") {
    chosen = {answer["thread"]["number"].number(), 0};
  } else if (name == "frame" || name == "up" || name == "down") {
    chosen.number = answer["frame"]["number"].number();
  } else {
    return;
  }
  if (chosen.thread == 0)
    chosen.thread = event_["thread"]["number"].number();
  console_choice_ = ConsoleChoice{editor_frame, chosen};
}

// --- values ---

void Adapter::evaluate_path(const Request& request) {
  const std::string path = trimmed(request.arguments["expression"].text());
  ask("print " + path, [this, request](const Json& answer) {
    if (answer.has("error")) {
      client_.refuse(request, answer["error"].text());
    } else {
      respond_value(request, answer);
    }
  });
}

void Adapter::respond_value(const Request& request, const Json& answer) {
  const Json& value = answer["value"];
  Json body = Json::record().set("result", value["value"].text());
  body.set("type", value["type"].text());
  const bool has_rows = !value["fields"].items().empty() || !value["elements"].items().empty();
  const Place rows{Part::kRows, 0, 0, 0, trimmed(request.arguments["expression"].text()), value};
  body.set("variablesReference", has_rows ? view_.number_of(rows) : 0);
  if (value.has("address"))
    body.set("memoryReference", value["address"].text());
  client_.respond(request, std::move(body));
}

// A recorded stop knows what its picture shows: local variables, operands and static fields.
void Adapter::evaluate_recorded(const Request& request) {
  const std::string path = trimmed(request.arguments["expression"].text());
  const FrameId* frame = view_.find_frame(request.arguments["frameId"].number());
  Json found = view_.static_field(path);
  if (frame != nullptr) {
    for (const Json& local : view_.frame(*frame)["locals"].items()) {
      if (local["name"].text() == path)
        found = local;
    }
  }
  if (found.is_null()) {
    client_.refuse(request, "a recorded stop knows local variables and static fields only");
    return;
  }
  const Json row = view_.variable(path, found, path);
  client_.respond(request, Json::record()
                               .set("result", row["value"])
                               .set("type", row["type"])
                               .set("variablesReference", row["variablesReference"]));
}

// --- completions ---

void Adapter::completions(const Request& request) {
  const std::string& text = request.arguments["text"].text();
  const std::int64_t column = request.arguments["column"].number() - client_.first_column();
  const auto size = static_cast<std::int64_t>(text.size());
  const std::string before =
      text.substr(0, static_cast<std::size_t>(std::clamp<std::int64_t>(column, 0, size)));
  const std::size_t start = before.find_last_of(' ') + 1;
  const std::string word = before.substr(start);
  Json targets = Json::list();
  const auto offer = [&](const std::string& label, const char* type, const std::string& detail) {
    if (!label.starts_with(word) || label.empty())
      return;
    Json item = Json::record().set("label", label).set("type", type);
    if (!detail.empty())
      item.set("detail", detail);
    item.set("start", static_cast<int>(start) + client_.first_column());
    targets.add(item.set("length", static_cast<int>(word.size())));
  };
  const Json greeting = session_ == nullptr ? Json() : session_->greeting();
  const std::string command = start == 0 ? "" : command_name(greeting, before);
  if (start == 0) {
    for (const Json& row : greeting["commands"].items())
      offer(row["name"].text(), "function", row["arguments"].text());
  }
  if (command == "break") {
    for (const Json& point : greeting["points"].items()) offer(point["name"].text(), "keyword", "");
  }
  if (command == "thread" || command == "run") {
    for (const auto& [id, name] : threads_) offer(name, "reference", fmt::format("thread {}", id));
  }
  if (start == 0 || command == "print" || command == "lock") {
    const FrameId* frame = view_.find_frame(request.arguments["frameId"].number());
    const FrameId none{-1, -1};
    for (const Json& local : view_.frame(frame == nullptr ? none : *frame)["locals"].items())
      offer(local["name"].text(), "variable", local["type"].text());
    for (const Json& statics : view_.picture()["statics"].items()) {
      for (const Json& field : statics["fields"].items())
        offer(statics["class"].text() + '.' + field["name"].text(), "field", field["type"].text());
    }
  }
  client_.respond(request, Json::record().set("targets", std::move(targets)));
}

}  // namespace minijvm::desk::dap
