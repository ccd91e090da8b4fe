// Implements the commands of the stepper, each a short function from words to a Json. They run on
// the thread that has the floor, in a stopped world or with all other threads held. So they read
// raw memory and take no locks of the program.
#include "tools/stepper/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/thread/java_thread.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/lock_words.h"
#include "tools/stepper/roster.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Frame;
using runtime::JavaThread;
using runtime::Method;

Json failure(std::string sentence) { return Json::record().set("error", std::move(sentence)); }
Json nothing() { return Json::record(); }

// Returns the word at that place if it is a number of up to 6 digits, otherwise the default.
int number_or(const std::vector<std::string>& words, std::size_t at, int otherwise) {
  if (at >= words.size() || words[at].find_first_not_of("0123456789") != std::string::npos ||
      words[at].size() > 6)
    return otherwise;
  return std::stoi(words[at]);
}

bool mentions(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Returns the method that "Class.method" refers to: the first of its overloads that has bytecode.
const Method* find_method(const std::string& name) {
  std::size_t dot = name.rfind('.');
  runtime::Class* klass =
      dot == std::string::npos ? nullptr : find_class(std::string_view(name).substr(0, dot));
  if (klass == nullptr)
    return nullptr;
  for (const Method& method : klass->methods) {
    if (method.name->text() == name.substr(dot + 1) && method.bytecode != nullptr)
      return &method;
  }
  return nullptr;
}

}  // namespace

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

// --- values and locks ---

// *found is set only if the answer has no error.
Json Engine::find_path(const Words& words, Found* found) const {
  if (words.size() != 1)
    return failure("this needs one path, like this.next or #0");
  Expected<Found, std::string> result = Finder(*scene_.view, kinds_, frame()).find(words[0]);
  if (!result)
    return failure(result.error());
  *found = result.take();
  return nothing();
}

Json Engine::print(const Words& words) {
  Found found;
  Json outcome = find_path(words, &found);
  if (outcome.has("error"))
    return outcome;
  return nothing()
      .set("path", words[0])
      .set("value", found.is_reference ? describe_object(*scene_.view, found.object) : found.value);
}

// A class word that forwards cannot be read as a class, so there is no lock text then.
Json Engine::lock(const Words& words) {
  Found found;
  Json outcome = find_path(words, &found);
  if (outcome.has("error"))
    return outcome;
  if (!scene_.view->is_settled)
    return failure("objects cannot be read between two phases of a collection");
  if (!found.is_reference || found.object == nullptr)
    return failure("that is no object");
  return nothing().set("lock", describe_lock(*scene_.view, found.object));
}

Json Engine::monitors(const Words& words) {
  if (!scene_.view->is_settled)
    return failure("objects cannot be read between two phases of a collection");
  return nothing().set("monitors", describe_monitors(*scene_.view, mentions(words, "all")));
}

// --- threads and frames ---

Json Engine::describe_thread(const JavaThread& thread) const {
  Json row = Json::record();
  row.set("number", thread.id())
      .set("name", thread_name(thread))
      .set("selected", &thread == scene_.selected);
  const Standing* standing = stage_.standing_of(thread);
  // Being in a meta-lock says more than the thread's state, which is just "running" there.
  if (standing != nullptr && standing->is_at_point) {
    row.set("state", fmt::format("at {}", event_name(standing->point)));
  } else if (standing != nullptr && standing->is_in_gate) {
    row.set("state", fmt::format("queued for the meta-lock behind {}",
                                 thread_title(*standing->predecessor)));
  } else if (standing != nullptr && standing->is_handing_over) {
    row.set("state", "handing over a meta-lock");
  } else {
    row.set("state", thread_state_text(thread));
  }
  // The wait graph needs a stopped world.
  if (scene_.hold == Hold::kStopped)
    describe_wait(*scene_.view, thread, row);
  if (std::optional<Frame> innermost = nth_frame(thread, 0))
    row.set("place", describe_place(innermost->method(), innermost->bci()));
  return row;
}

// The threads of the class library (Reference Handler and others) are shown on request.
Json Engine::threads(const Words& words) {
  Json rows = Json::list();
  for (const JavaThread* thread : java_threads()) {
    if (!is_library_thread(*thread) || thread == scene_.selected || mentions(words, "all"))
      rows.add(describe_thread(*thread));
  }
  return nothing().set("threads", rows);
}

// A name may contain blanks: all words are the name.
Json Engine::select_thread(const Words& words) {
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  JavaThread* thread = find_thread(name);
  if (thread == nullptr)
    return failure(fmt::format("there is no thread '{}'; `threads` lists them", name));
  scene_.selected = thread;
  scene_.frame = 0;
  return nothing().set("thread", describe_thread(*thread));
}

std::optional<Frame> Engine::frame() const { return nth_frame(*scene_.selected, scene_.frame); }

Json Engine::frame_row(const Frame& frame, std::size_t number) const {
  return Json::record()
      .set("number", static_cast<std::int64_t>(number))
      .set("selected", number == scene_.frame)
      .set("place", describe_place(frame.method(), frame.bci()));
}

Json Engine::where(const Words&) {
  Json rows = Json::list();
  std::size_t number = 0;
  for (const Frame& frame : frames_of(*scene_.selected)) rows.add(frame_row(frame, number++));
  return nothing().set("frames", rows);
}

Json Engine::select_frame_number(std::size_t number) {
  std::optional<Frame> chosen = nth_frame(*scene_.selected, number);
  if (!chosen)
    return failure("there is no such frame; `where` lists them");
  scene_.frame = number;
  return nothing().set("frame", frame_row(*chosen, number));
}

Json Engine::select_frame(const Words& words) {
  return select_frame_number(static_cast<std::size_t>(number_or(words, 0, 0)));
}
Json Engine::up(const Words&) { return select_frame_number(scene_.frame + 1); }
// Below frame 0 the number wraps around, and there is no such frame.
Json Engine::down(const Words&) { return select_frame_number(scene_.frame - 1); }

Json Engine::locals(const Words&) {
  std::optional<Frame> chosen = frame();
  return chosen ? nothing().set("locals", describe_locals(kinds_, *scene_.view, *chosen))
                : failure("the thread has no frames");
}

Json Engine::operands(const Words&) {
  std::optional<Frame> chosen = frame();
  return chosen ? nothing().set("stack", describe_stack(kinds_, *scene_.view, *chosen))
                : failure("the thread has no frames");
}

Json Engine::where_selected() const {
  Json record = Json::record();
  record.set("thread", Json::record()
                           .set("number", scene_.selected->id())
                           .set("name", thread_name(*scene_.selected)));
  std::optional<Frame> innermost = nth_frame(*scene_.selected, 0);
  if (!innermost)
    return record;
  return record.set("place", describe_place(innermost->method(), innermost->bci()))
      .set("stack", describe_stack(kinds_, *scene_.view, *innermost));
}

Json Engine::disassemble(const Words& words) {
  std::optional<Frame> chosen = frame();
  const Method* method =
      words.empty() ? (chosen ? &chosen->method() : nullptr) : find_method(words[0]);
  if (method == nullptr)
    return failure(words.empty()
                       ? "the thread has no frames"
                       : fmt::format("there is no method {} with bytecode yet", words[0]));
  // Marks the instruction in progress if the selected frame runs this method.
  std::int32_t bci = chosen && &chosen->method() == method ? chosen->bci() : -1;
  return nothing()
      .set("method", short_method_text(*method))
      .set("code", disassemble_method(*method, bci));
}

// --- the heap ---

Json Engine::heap(const Words&) { return nothing().set("heap", describe_heap()); }

// Collects in the middle of the conversation; a stop at a phase of it begins an inner one.
Json Engine::collect(const Words& words) {
  if (scene_.hold == Hold::kFrozen)
    return failure(
        "no collection now: a thread stands in a meta-lock, and no word may be BUSY at a safepoint "
        "(sync/meta_lock.h: I3)");
  if (scene_.hold == Hold::kCollection)
    return failure("a collection is under way");
  bool is_full = words.empty() || words[0] == "full";
  if (!is_full && words[0] != "young")
    return failure("gc is young or full");
  collect_garbage(*scene_.speaker, is_full);
  plan_ = {};
  return nothing().set("heap", describe_heap());
}

Json Engine::help(const Words& words) {
  if (mentions(words, "points"))
    return nothing().set("points", describe_points());
  Json rows = Json::list();
  for (const Command& command : commands()) {
    rows.add(Json::record()
                 .set("name", command.name)
                 .set("short", command.short_name)
                 .set("arguments", command.arguments)
                 .set("what", command.what));
  }
  return nothing().set("commands", rows);
}

}  // namespace minijvm::vm::stepper
