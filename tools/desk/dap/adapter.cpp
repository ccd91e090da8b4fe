// The table of requests, and the events that the session's reports become.
#include "tools/desk/dap/adapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace minijvm::desk::dap {

// `arguments` names those without which the request means nothing, each with its kind.
struct Adapter::Row {
  std::string_view name;
  Needs needs;
  std::string_view arguments;
  void (Adapter::*run)(const Request& request);
};

std::span<const Adapter::Row> Adapter::table() {
  using enum Needs;
  static constexpr Row kRows[] = {
      {"initialize", kNothing, "adapterID:text", &Adapter::initialize},
      {"launch", kInitialize, "", &Adapter::launch},
      {"attach", kInitialize, "", &Adapter::attach},
      {"configurationDone", kInitialize, "", &Adapter::configuration_done},
      {"restart", kInitialize, "", &Adapter::restart},
      {"terminate", kProgram, "", &Adapter::terminate},
      {"disconnect", kNothing, "", &Adapter::disconnect},
      {"setBreakpoints", kInitialize, "source:record", &Adapter::set_breakpoints},
      {"setFunctionBreakpoints", kInitialize, "breakpoints:list",
       &Adapter::set_function_breakpoints},
      {"setInstructionBreakpoints", kInitialize, "breakpoints:list",
       &Adapter::set_instruction_breakpoints},
      {"setDataBreakpoints", kInitialize, "breakpoints:list", &Adapter::set_data_breakpoints},
      {"setExceptionBreakpoints", kInitialize, "filters:list", &Adapter::set_exception_breakpoints},
      {"dataBreakpointInfo", kInitialize, "name:text", &Adapter::data_breakpoint_info},
      {"continue", kStop, "threadId:number", &Adapter::continue_all},
      {"next", kStop, "threadId:number", &Adapter::next},
      {"stepIn", kStop, "threadId:number", &Adapter::step_in},
      {"stepOut", kStop, "threadId:number", &Adapter::step_out},
      {"pause", kProgram, "threadId:number", &Adapter::pause},
      {"stepBack", kStop, "threadId:number", &Adapter::step_back},
      {"reverseContinue", kStop, "threadId:number", &Adapter::reverse_continue},
      {"threads", kInitialize, "", &Adapter::threads},
      {"stackTrace", kStop, "threadId:number", &Adapter::stack_trace},
      {"scopes", kStop, "frameId:number", &Adapter::scopes},
      {"variables", kStop, "variablesReference:number", &Adapter::variables},
      {"exceptionInfo", kStop, "threadId:number", &Adapter::exception_info},
      {"disassemble", kStop, "memoryReference:text instructionCount:number", &Adapter::disassemble},
      {"readMemory", kStop, "memoryReference:text count:number", &Adapter::read_memory},
      {"source", kInitialize, "sourceReference:number", &Adapter::source},
      {"loadedSources", kInitialize, "", &Adapter::loaded_sources},
      {"evaluate", kProgram, "expression:text", &Adapter::evaluate},
      {"completions", kInitialize, "text:text column:number", &Adapter::completions},
  };
  return kRows;
}

namespace {

bool is_of_kind(const Json& value, std::string_view kind) {
  if (kind == "number")
    return value.is_number();
  if (kind == "text")
    return value.is_text();
  return kind == "list" ? value.is_list() : value.is_record();
}

// Returns a sentence for the first argument that is missing or of another kind.
std::string missing_argument(std::string_view wanted, const Json& arguments) {
  while (!wanted.empty()) {
    const std::string_view one = wanted.substr(0, wanted.find(' '));
    wanted.remove_prefix(std::min(one.size() + 1, wanted.size()));
    const std::string_view name = one.substr(0, one.find(':'));
    const std::string_view kind = one.substr(name.size() + 1);
    if (!is_of_kind(arguments[name], kind))
      return fmt::format("the argument `{}` must be a {}", name, kind);
  }
  return "";
}

}  // namespace

Adapter::Adapter(Loop& loop, Client& client, VmStart vm, std::string source_path)
    : loop_(loop), client_(client), vm_(std::move(vm)), source_path_(std::move(source_path)) {}

Adapter::~Adapter() { drop_program(); }

// --- requests ---

void Adapter::receive(const std::string& body) {
  const std::optional<Json> message = Json::parse(body);
  if (!message || !message->is_record()) {
    client_.print("important", "a message is not one record of JSON, and is not read\n");
    return;
  }
  const std::string& type = (*message)["type"].text();
  if (type == "response")  // The adapter sends no requests.
    return;
  Request request{(*message)["seq"].number(), (*message)["command"].text(), (*message)["arguments"],
                  0};
  if (type != "request" || !(*message)["seq"].is_number() || request.command.empty()) {
    client_.print("important", "a message without `type`, `seq` and `command` is not read\n");
    return;
  }
  client_.expect(request);
  dispatch(request);
}

void Adapter::dispatch(const Request& request) {
  const std::span<const Row> rows = table();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const Row& one) { return one.name == request.command; });
  if (row == rows.end()) {
    client_.refuse(request, fmt::format("'{}' is no request that minijvm knows", request.command));
    return;
  }
  const std::string why = objection(*row, request);
  if (!why.empty()) {
    client_.refuse(request, why);
    return;
  }
  (this->*row->run)(request);
}

std::string Adapter::objection(const Row& row, const Request& request) const {
  if (row.needs >= Needs::kInitialize && !is_initialized_)
    return "`initialize` comes first";
  if (row.needs >= Needs::kProgram && session_ == nullptr)
    return "there is no program yet: `launch` comes first";
  if (row.needs >= Needs::kProgram && has_ended_)
    return "the program has ended";
  if (row.needs == Needs::kStop && !is_told_)
    return "the program runs: `pause` stops it";
  return missing_argument(row.arguments, request.arguments);
}

void Adapter::ask(std::string command, Then then) {
  if (!has_program()) {
    then(Json::record().set("error", "the program has ended"));
    return;
  }
  const int number = run_number_;
  session_->execute(std::move(command), [this, number, then = std::move(then)](const Json& answer) {
    if (number == run_number_)
      then(answer);
  });
}

// --- what the session reports ---

void Adapter::ready(const Json& greeting) {
  client_.tell("process", Json::record()
                              .set("name", launch_.name)
                              .set("systemProcessId", greeting["pid"])
                              .set("isLocalProcess", true)
                              .set("startMethod", "launch"));
}

void Adapter::running(const std::string&) {
  const bool was_told = is_told_;
  is_told_ = false;
  console_choice_.reset();
  view_.hide();
  // A request that lets the program run implies it; then the event is not sent.
  if (!std::exchange(expects_run_, false) && was_told)
    client_.tell("continued", Json::record()
                                  .set("threadId", event_["thread"]["number"])
                                  .set("allThreadsContinued", true));
}

void Adapter::stopped(const Step& step) {
  event_ = step.event;
  expects_run_ = false;
  opened_.clear();
  console_choice_.reset();
  listings_.add(step.picture["code"]);
  view_.show(step.picture, false);
  note_threads(step.picture);
  if (std::exchange(has_entered_, true)) {
    history_.add(step.event, step.picture);
    if (has_begun_)
      tell_or_go_on(step.command);
    return;
  }
  answer_launch();
  send_all_sets([this] {
    is_armed_ = true;
    begin();
  });
}

void Adapter::happened(const Json& event) {
  if (event["event"].text() != "thread")
    return;
  const bool starts = event.has("started");
  const std::int64_t id = event[starts ? "started" : "ended"].number();
  const bool is_news =
      starts ? threads_.emplace(id, event["name"].text()).second : threads_.erase(id) != 0;
  if (is_news)
    client_.tell(
        "thread",
        Json::record().set("reason", starts ? "started" : "exited").set("threadId", Json(id)));
}

void Adapter::printed(Stream stream, std::string_view text) {
  if (stream == Stream::kIn)
    return;
  constexpr std::size_t kEnough = 4000;
  const bool is_error = stream == Stream::kErr;
  if (is_error && !has_entered_ && early_error_.size() < kEnough)
    early_error_ += text.substr(0, kEnough);
  client_.print(is_error ? "stderr" : "stdout", std::string(text));
}

void Adapter::ended(int code, const std::string& sentence) {
  has_ended_ = true;
  is_told_ = false;
  view_.hide();
  if (is_leaving_) {
    loop_.stop();
    return;
  }
  // A VM that does not come up says why on its standard error.
  if (std::exchange(is_launch_open_, false))
    client_.refuse(open_launch_, early_error_.empty() ? sentence : early_error_, true);
  client_.refuse_all(sentence.empty() ? "the program has ended" : sentence);
  client_.print("console", sentence + '\n');
  client_.tell("exited", Json::record().set("exitCode", code));
  client_.tell("terminated", Json::record());
}

void Adapter::leave() {
  if (std::exchange(is_leaving_, true))
    return;
  if (!has_program()) {
    loop_.stop();
    return;
  }
  // ended() stops the loop. A VM that does not end is killed with the session.
  constexpr std::chrono::milliseconds kPatience(3000);
  loop_.after(kPatience, [this] { loop_.stop(); });
  session_->end();
}

}  // namespace minijvm::desk::dap
