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
      {"run", "", "number | name", "select a thread and advance it", &Engine::run},
      {"resume", "", "",
       "after an interrupt, all go on as if it had not been; otherwise the same as continue",
       &Engine::resume},
      {"schedule", "", "", "which thread made how many steps so far: one*4 two*2",
       &Engine::tell_schedule},
      {"play", "", "schedule", "the threads make their steps in this order", &Engine::play},
      {"back", "", "[n] [line] [next | finish | continue] [library]",
       "undo a step, or n; `next`: over calls; `finish`: to the call of this frame; `continue`: to "
       "the last stop (a deterministic run only)",
       &Engine::back},
      {"goto", "", "tick", "to this moment of the run, earlier or later; `when` says which it is",
       &Engine::go_to},
      {"when", "", "", "the moment of the run, in ticks of all threads", &Engine::when},
      {"last-write", "", "path",
       "back to where this was written last: a field, or an element of an array",
       &Engine::last_write},
      {"first-difference", "", "file", "to where this run parts from that of a schedule's file",
       &Engine::first_difference},
      {"break", "b",
       "Class.method[:line|@bci] | Class:line | File.java:line | point [Class], then [if x == 5] "
       "[after n]",
       "stop there; a point is one of the lock's or the collector's (`help points`)",
       &Engine::break_at},
      {"watch", "", "Class.field [write | read | access]",
       "stop before bytecode writes the field, or reads it, or both", &Engine::watch},
      {"catch", "", "Class | * [uncaught]",
       "stop where such an exception is thrown; `uncaught`: only if no frame catches it",
       &Engine::catch_thrown},
      {"delete", "d", "number", "forget a stop", &Engine::remove_stop},
      {"stops", "", "", "the stops that are set", &Engine::list_stops},
      {"print", "p", "path",
       "a value: x, this.next.name, items[3], Class.static, #0 (the operand on top), 0x... (an "
       "address)",
       &Engine::print},
      {"bytes", "", "address count", "the memory there, as it is", &Engine::bytes},
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
      {"film", "", "on | off", "report each phase of a collection, without a stop (for tools)",
       &Engine::turn_film},
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
  rest_of_line_.clear();
  std::getline(in >> std::ws, rest_of_line_);
  rest_of_line_.resize(rest_of_line_.find_last_not_of(" \t\r") + 1);
  std::istringstream rest(rest_of_line_);
  for (std::string word; rest >> word;) words.push_back(word);
  const Command* command = name.empty() ? nullptr : find_command(name);
  // Every answer says which command it answers, so that a tool can tell them apart.
  Json answer = Json::record().set("answer", command == nullptr ? name : command->name);
  Json result = command == nullptr
                    ? failure(fmt::format("'{}' is no command; `help` lists them", name))
                    : (this->*command->run)(words);
  answer.set_all(std::move(result));
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
