// Implements the commands of the stepper, each a short function from words to a Json. They run on
// the thread that has the floor, in a stopped world or with all other threads held. So they read
// raw memory and take no locks of the program.
#include "tools/stepper/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "runtime/class/method.h"
#include "runtime/thread/java_thread.h"
#include "tools/stepper/command_words.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/heap_view.h"

namespace minijvm::vm::stepper {

using runtime::Frame;

// Is a row of the table of commands: help prints it, find_command searches it.
struct Engine::Command {
  const char* name;
  const char* short_name;
  const char* arguments;
  const char* what;
  Json (Engine::*run)(const Words& words);
};

// The order is that of `help`.
std::span<const Engine::Command> Engine::commands() {
  static constexpr Command kCommands[] = {
      {"step", "s", "[n | line] [library]",
       "one instruction (or n, or to the next line), into calls; `library`: into the class "
       "library's, too",
       &Engine::step},
      {"next", "n", "[n | line]", "the same, over calls", &Engine::next},
      {"finish", "f", "", "until this frame has been left", &Engine::finish},
      {"continue", "c", "", "all threads run on", &Engine::go_on},
      {"advance", "a", "",
       "the selected thread runs on alone, the others are held; so it is with step, next and "
       "finish",
       &Engine::advance},
      {"break", "b", "Class.method[:line|@bci] | Class:line | point [Class]",
       "stop there; a point is one of the lock's or the collector's (`help points`)",
       &Engine::break_at},
      {"watch", "", "Class.field [write | read | access]",
       "stop before bytecode writes the field, or reads it, or both", &Engine::watch},
      {"catch", "", "Class", "stop where such an exception is thrown", &Engine::catch_thrown},
      {"delete", "d", "number", "forget a stop", &Engine::remove_stop},
      {"stops", "", "", "the stops that are set", &Engine::list_stops},
      {"print", "p", "path",
       "a value: x, this.next.name, items[3], Class.static, #0 (the operand on top), 0x... (an "
       "address)",
       &Engine::print},
      {"lock", "l", "path", "an object's multi-use word, decoded, and who queues behind it",
       &Engine::lock},
      {"monitors", "m", "[all]", "the monitors that these threads hold or want", &Engine::monitors},
      {"threads", "", "[all]",
       "the program's threads, or also those of the class library, and what each waits for",
       &Engine::threads},
      {"thread", "t", "number | name", "select a thread", &Engine::select_thread},
      {"where", "w", "", "the frames of the selected thread", &Engine::where},
      {"frame", "", "number", "select a frame", &Engine::select_frame},
      {"up", "", "", "select the caller's frame", &Engine::up},
      {"down", "", "", "select the callee's frame", &Engine::down},
      {"locals", "", "", "the local variables of the selected frame", &Engine::locals},
      {"stack", "", "", "its operand stack, from the bottom up", &Engine::operands},
      {"heap", "", "", "the spaces of the heap", &Engine::heap},
      {"gc", "", "[young | full]", "collect now", &Engine::collect},
      {"disassemble", "dis", "[Class.method]",
       "the bytecode of a method, or of the selected frame's", &Engine::disassemble},
      {"picture", "", "[objects N] [depth N] [open ID...]",
       "all that a page shows, as one record; `open`: also inside objects of the class library",
       &Engine::picture},
      {"code", "", "number", "the bytecode of a method that a picture has numbered", &Engine::code},
      {"help", "h", "[points]", "this list, or that of the points", &Engine::help},
      {"quit", "q", "", "end the program", &Engine::quit},
  };
  return kCommands;
}

const Engine::Command* Engine::find_command(const std::string& name) {
  // A full or short name is preferred; otherwise a prefix counts if it fits one command only.
  for (const Command& command : commands()) {
    if (name == command.name || (name == command.short_name && !name.empty()))
      return &command;
  }
  const Command* found = nullptr;
  for (const Command& command : commands()) {
    if (!std::string_view(command.name).starts_with(name))
      continue;
    if (found != nullptr)
      return nullptr;  // ambiguous
    found = &command;
  }
  return found;
}

Scene Engine::enter(const Scene& scene) {
  Scene outer = scene_;
  scene_ = scene;
  return outer;
}

Json Engine::execute(const std::string& line) {
  std::istringstream in(line);
  std::string name;
  in >> name;
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  const Command* command = name.empty() ? nullptr : find_command(name);
  // Every answer says which command it answers, so that a tool can tell them apart.
  Json answer = Json::record().set("answer", command == nullptr ? name : command->name);
  Json result = command == nullptr
                    ? failure(fmt::format("'{}' is no command; `help` lists them", name))
                    : (this->*command->run)(words);
  for (const Json::Field& field : result.fields()) answer.set(field.name, field.value);
  return answer;
}

std::vector<std::string> Engine::complete(const std::string& line, const std::string& word) {
  std::vector<std::string> found;
  auto offer = [&](const std::string& candidate) {
    if (candidate.starts_with(word))
      found.push_back(candidate);
  };
  if (line.find_first_not_of(' ') == std::string::npos) {
    for (const Command& command : commands()) offer(command.name);
    // These words follow `break`, which may be abbreviated.
  } else if (line.starts_with("b")) {
    for (const std::string& point : Stops::point_names()) offer(point);
  }
  return found;
}

// --- who runs, and how far ---

Json Engine::begin_plan(Plan::Kind kind, const Words& words) {
  plan_ = {};
  plan_.kind = kind;
  plan_.thread = scene_.selected;
  // A thread at a point inside a lock or a collection steps to the next point, since there may be
  // no bytecode in between.
  plan_.from_point =
      scene_.hold == Hold::kCollection || stage_.standing_of(*scene_.selected) != nullptr;
  plan_.count = std::max(number_or(words, 0, 1), 1);
  plan_.by_line = mentions(words, "line");
  if (std::optional<Frame> innermost =
          // `finish` leaves the selected frame, the others begin in the innermost.
      nth_frame(*scene_.selected, kind == Plan::Kind::kFinish ? scene_.frame : 0)) {
    plan_.fp = innermost->fp();
    plan_.method = &innermost->method();
    plan_.line = innermost->method().line_number(innermost->bci());
    // A step that begins in the class library goes on there.
    plan_.into_library = is_library(innermost->method()) || mentions(words, "library");
  }
  return advance(words);
}

Json Engine::step(const Words& words) { return begin_plan(Plan::Kind::kStep, words); }
Json Engine::next(const Words& words) { return begin_plan(Plan::Kind::kNext, words); }
Json Engine::finish(const Words& words) { return begin_plan(Plan::Kind::kFinish, words); }

Json Engine::advance(const Words&) {
  // Inside the command `gc` the other threads are held by the collection already.
  if (!scene_.is_inner)
    stage_.run_only(*scene_.selected);
  scene_.is_over = true;
  return nothing();
}

// All threads run until one comes to a stop.
Json Engine::go_on(const Words&) {
  plan_ = {};
  if (!scene_.is_inner)
    stage_.run_all();
  scene_.is_over = true;
  return nothing();
}

// Ends the process; does not return.
Json Engine::quit(const Words&) { stage_.end_program(*scene_.speaker); }

// --- stops ---

Json Engine::break_at(const Words& words) {
  if (words.empty() || words.size() > 2)
    return failure("break needs a place; `help` says how it is written");
  Expected<int, std::string> added = stops_.add_break(words[0], words.size() == 2 ? words[1] : "");
  return added ? nothing().set("number", added.value()).set("where", words[0])
               : failure(added.error());
}

Json Engine::watch(const Words& words) {
  if (words.empty() || words.size() > 2)
    return failure("watch needs Class.field");
  Expected<int, std::string> added =
      stops_.add_watch(words[0], words.size() == 2 ? words[1] : "write");
  return added ? nothing().set("number", added.value()).set("where", words[0])
               : failure(added.error());
}

Json Engine::catch_thrown(const Words& words) {
  if (words.size() != 1)
    return failure("catch needs the name of an exception class");
  return nothing().set("number", stops_.add_throw(words[0])).set("where", words[0]);
}

Json Engine::remove_stop(const Words& words) {
  int number = number_or(words, 0, -1);
  return stops_.remove(number) ? nothing().set("number", number)
                               : failure("there is no such stop; `stops` lists them");
}

Json Engine::list_stops(const Words&) { return nothing().set("stops", stops_.list()); }

// --- help ---

Json Engine::help(const Words& words) {
  if (mentions(words, "points"))
    return nothing().set("points", describe_points());
  return nothing().set("commands", describe_commands());
}

Json Engine::describe_commands() {
  Json rows = Json::list();
  for (const Command& command : commands()) {
    rows.add(Json::record()
                 .set("name", command.name)
                 .set("short", command.short_name)
                 .set("arguments", command.arguments)
                 .set("what", command.what));
  }
  return rows;
}

}  // namespace minijvm::vm::stepper
