// The five sets of breakpoints, as commands of the stepper.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "tools/desk/dap/adapter.h"

namespace minijvm::desk::dap {
namespace {

using Set = BreakpointSets::Set;

constexpr std::size_t kMostBreakpoints = 1000;

// A place is one word of a command.
bool is_word(const std::string& text) {
  return !text.empty() && text.size() < 500 && text.find_first_of(" \t\r\n") == std::string::npos;
}

Breakpoint refused(std::string why) {
  Breakpoint breakpoint;
  breakpoint.is_pending = false;
  breakpoint.message = std::move(why);
  return breakpoint;
}

Breakpoint made(std::string command) {
  Breakpoint breakpoint;
  breakpoint.command = std::move(command);
  breakpoint.message = "the program has not been started yet";
  return breakpoint;
}

// Returns "break PLACE if ... after ...".
Breakpoint break_at(const std::string& place, const Json& wanted) {
  std::string command = "break " + place;
  const std::string why = add_conditions(wanted, &command);
  return why.empty() ? made(std::move(command)) : refused(why);
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Breakpoint watch_of(const Json& wanted) {
  const std::string& field = wanted["dataId"].text();
  if (!is_word(field))
    return refused("`dataId` must be one that dataBreakpointInfo has given");
  if (wanted.has("condition") || wanted.has("hitCondition"))
    return refused("a watched field has no condition");
  const std::string& use = wanted["accessType"].text();
  return made(fmt::format("watch {} {}", field,
                          use == "read"        ? "read"
                          : use == "readWrite" ? "access"
                                               : "write"));
}

// The condition, if there is one, is the name of an exception class.
Breakpoint catch_of(const std::string& filter, const std::string& condition) {
  if (filter != "caught" && filter != "uncaught")
    return refused(fmt::format("'{}' is no filter; there are `caught` and `uncaught`", filter));
  if (!condition.empty() && !is_word(condition))
    return refused("the condition is the name of one exception class");
  return made(fmt::format("catch {}{}", condition.empty() ? "*" : condition,
                          filter == "uncaught" ? " uncaught" : ""));
}

// A field that a superclass declares says so. JVMS 5.4.3.2: instructions may name either class, and
// a watch of the declaring one sees both.
const std::string& declaring_class(const Json& object, const std::string& field) {
  for (const Json& row : object["fields"].items()) {
    if (row["name"].text() == field && row.has("declared_by"))
      return row["declared_by"].text();
  }
  return object["class"].text();
}

}  // namespace

// --- requests ---

// A line of a listing of bytecode is an instruction; a line of a file is one of any class that was
// compiled from a file of that name.
std::string Adapter::place_of_line(const Json& source, std::int64_t line) const {
  const Listing* listing = listings_.find(source["sourceReference"].number());
  if (listing == nullptr)
    return fmt::format("{}:{}", file_name(client_.path_in(source["path"].text())), line);
  if (line < 1 || line > static_cast<std::int64_t>(listing->rows.size()))
    return "";
  return fmt::format("{}@{}", listing->method,
                     listing->rows[static_cast<std::size_t>(line - 1)].bci);
}

void Adapter::set_breakpoints(const Request& request) {
  const Json& source = request.arguments["source"];
  const std::string& path = source["path"].text();
  if (path.empty() && source["sourceReference"].number() == 0) {
    client_.refuse(request, "the source has neither a path nor a reference");
    return;
  }
  Set wanted;
  for (const Json& one : request.arguments["breakpoints"].items()) {
    const std::int64_t line = client_.line_in(one["line"].number());
    const std::string place = place_of_line(source, line);
    Breakpoint breakpoint =
        is_word(place) && line > 0 ? break_at(place, one) : refused("there is no such line");
    breakpoint.source = source;
    breakpoint.line = client_.line_out(line);
    wanted.push_back(std::move(breakpoint));
  }
  replace_set(request, fmt::format("source {} {}", source["sourceReference"].number(), path),
              std::move(wanted));
}

void Adapter::set_function_breakpoints(const Request& request) {
  Set wanted;
  for (const Json& one : request.arguments["breakpoints"].items()) {
    // A lock's point may have a class behind it: "meta_queue Gate".
    const std::string& name = one["name"].text();
    const std::size_t blank = name.find(' ');
    const bool is_place = is_word(name.substr(0, blank)) &&
                          (blank == std::string::npos || is_word(name.substr(blank + 1)));
    wanted.push_back(is_place ? break_at(name, one)
                              : refused("a function is Class.method, or a point of the lock's or "
                                        "the collector's"));
  }
  replace_set(request, "functions", std::move(wanted));
}

void Adapter::set_instruction_breakpoints(const Request& request) {
  Set wanted;
  for (const Json& one : request.arguments["breakpoints"].items()) {
    const std::string& reference = one["instructionReference"].text();
    const std::int64_t address = parse_address(reference, one["offset"].number()).value_or(-1);
    std::int64_t bci = 0;
    const Listing* listing = address < 0 ? nullptr : listings_.at(address, &bci);
    const int row = listing == nullptr ? -1 : listing->row_of(bci);
    const bool is_there = row >= 0 && listing->rows[static_cast<std::size_t>(row)].bci == bci;
    Breakpoint breakpoint = is_there ? break_at(fmt::format("{}@{}", listing->method, bci), one)
                                     : refused("no instruction begins at this address");
    breakpoint.instruction = address < 0 ? reference : address_text(address);
    wanted.push_back(std::move(breakpoint));
  }
  replace_set(request, "instructions", std::move(wanted));
}

void Adapter::set_data_breakpoints(const Request& request) {
  Set wanted;
  for (const Json& one : request.arguments["breakpoints"].items()) wanted.push_back(watch_of(one));
  replace_set(request, "fields", std::move(wanted));
}

void Adapter::set_exception_breakpoints(const Request& request) {
  Set wanted;
  for (const Json& filter : request.arguments["filters"].items())
    wanted.push_back(catch_of(filter.text(), ""));
  for (const Json& option : request.arguments["filterOptions"].items())
    wanted.push_back(catch_of(option["filterId"].text(), option["condition"].text()));
  replace_set(request, "exceptions", std::move(wanted));
}

// Fields can be watched and variables cannot: the stepper sees the instructions that use a field.
void Adapter::data_breakpoint_info(const Request& request) {
  const std::string& name = request.arguments["name"].text();
  const std::int64_t number = request.arguments["variablesReference"].number();
  const Place* place = view_.find_place(number);
  std::string field;
  if (place != nullptr && place->part == Part::kStatics)
    field = place->path + '.' + name;
  if (place != nullptr && place->part == Part::kObject && !name.starts_with('['))
    field = declaring_class(view_.object(place->id), name) + '.' + name;
  if (number == 0 && name.find('.') != std::string::npos)
    field = name;
  const bool is_field = is_word(field) && field.find_first_of("([<# ") == std::string::npos;
  Json body = Json::record();
  if (!is_field) {
    body.set("dataId", Json())
        .set("description", fmt::format("{} is no field of an object or a class", name));
    client_.respond(request, std::move(body));
    return;
  }
  body.set("dataId", field);
  body.set("description",
           place != nullptr && place->part == Part::kObject ? field + ", in every object" : field);
  body.set("accessTypes", Json::list().add("read").add("write").add("readWrite"));
  body.set("canPersist", true);
  client_.respond(request, std::move(body));
}

// --- sets ---

void Adapter::replace_set(const Request& request, const std::string& name, Set wanted) {
  if (wanted.size() > kMostBreakpoints) {
    client_.refuse(request, fmt::format("{} breakpoints are the most", kMostBreakpoints));
    return;
  }
  for (const int stop : sets_.replace(name, std::move(wanted)))
    ask(fmt::format("delete {}", stop), [](const Json&) {});
  const auto respond = [this, request, name] {
    Json list = Json::list();
    for (const Breakpoint& breakpoint : sets_.set(name)) list.add(breakpoint_json(breakpoint));
    client_.respond(request, Json::record().set("breakpoints", std::move(list)));
  };
  // Before the first stop the sets wait for it, and the events `breakpoint` say how it went.
  if (!has_program() || !is_armed_ || !launch_.has_debugger) {
    respond();
    return;
  }
  send_set(name, false, respond);
}

// Each answer that is waited for holds the result; the last one to let it go does the work.
std::shared_ptr<void> Adapter::when_done(Work work) {
  const auto done = [this, number = run_number_, work = std::move(work)](void*) {
    if (number == run_number_)
      work();
  };
  return {nullptr, done};
}

void Adapter::send_set(const std::string& name, bool tells, Work then) {
  const std::shared_ptr<void> last = when_done(std::move(then));
  for (const Breakpoint& breakpoint : sets_.set(name)) {
    if (breakpoint.command.empty() || breakpoint.stop != 0)
      continue;
    ask(breakpoint.command, [this, id = breakpoint.id, tells, last](const Json& answer) {
      note_answer(id, answer, tells);
    });
  }
}

void Adapter::send_all_sets(Work then) {
  const std::shared_ptr<void> last = when_done(std::move(then));
  if (!launch_.has_debugger)
    return;
  for (const auto& [name, set] : sets_.all()) send_set(name, true, [last] {});
}

void Adapter::note_answer(int id, const Json& answer, bool tells) {
  Breakpoint* breakpoint = sets_.with_id(id);
  if (breakpoint == nullptr) {
    // The editor has taken the breakpoint back before the VM has answered.
    if (answer.has("number"))
      ask(fmt::format("delete {}", answer["number"].number()), [](const Json&) {});
    return;
  }
  if (update(*breakpoint, answer) && tells)
    client_.tell(
        "breakpoint",
        Json::record().set("reason", "changed").set("breakpoint", breakpoint_json(*breakpoint)));
}

// The editor gets it back when it sends the set again.
void Adapter::note_deleted(int stop) {
  std::string name;
  Breakpoint* breakpoint = sets_.with_stop(stop, &name);
  if (breakpoint == nullptr)
    return;
  breakpoint->stop = 0;
  breakpoint->is_verified = breakpoint->is_pending = false;
  breakpoint->message = "it was deleted in the console";
  client_.tell(
      "breakpoint",
      Json::record().set("reason", "changed").set("breakpoint", breakpoint_json(*breakpoint)));
}

// Classes that have been loaded since the last stop may have given a pending breakpoint its place.
void Adapter::look_after_pending() {
  if (!sets_.has_pending())
    return;
  ask("stops", [this](const Json& answer) {
    for (const Json& row : answer["stops"].items()) {
      std::string name;
      Breakpoint* breakpoint = sets_.with_stop(static_cast<int>(row["number"].number()), &name);
      if (breakpoint != nullptr)
        note_answer(breakpoint->id, row, true);
    }
  });
}

}  // namespace minijvm::desk::dap
