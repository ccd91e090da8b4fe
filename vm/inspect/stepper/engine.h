// The stepper's commands: each takes words and answers a value; the front ends show it. It reads memory and sets what is to happen next; the
// threads are the stepper's (stepper.h). Proved by tests/vm/stepper.
//
// An answer is a record {"answer": command, ...}; one that failed is {"answer": command, "error": sentence}.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vm/inspect/slot_kinds.h"
#include "vm/inspect/stepper/describe.h"
#include "vm/inspect/stepper/expressions.h"
#include "vm/inspect/stepper/plan.h"
#include "vm/inspect/stepper/stage.h"
#include "vm/inspect/stepper/stops.h"

namespace minijvm::vm::stepper {

// What holds the others while somebody converses.
enum class Hold : std::uint8_t {
  kStopped,    // the world is stopped
  kFrozen,     // a thread stands in a meta-lock (stage.h)
  kCollection  // a collection is under way, and this is its coordinator
};

// One conversation.
struct Scene {
  runtime::JavaThread* speaker = nullptr;   // whose thread converses
  runtime::JavaThread* selected = nullptr;  // whom the commands are about
  const View* view = nullptr;
  Hold hold = Hold::kStopped;
  bool is_inner = false;  // inside the command `gc` of another one
  std::size_t frame = 0;
  bool is_over = false;
};

class Engine {
 public:
  Engine(Stage& stage, Stops& stops, SlotKinds& kinds) : stage_(stage), stops_(stops), kinds_(kinds) {}

  // Begins a conversation; returns the one around it, to be given back at the end.
  Scene enter(const Scene& scene);
  void leave(const Scene& outer) { scene_ = outer; }
  const Scene& scene() const { return scene_; }

  Value execute(const std::string& line);

  // A record of where the selected thread is: thread, place, stack.
  Value where_selected() const;
  const Plan& plan() const { return plan_; }
  bool ends_plan_at(const runtime::Slot* fp, const runtime::Method& method, std::uint32_t bci) { return plan_.ends_at(fp, method, bci); }
  void forget_plan() { plan_ = {}; }

  static std::vector<std::string> complete(const std::string& line, const std::string& word);

 private:
  using Words = std::vector<std::string>;
  struct Command;
  static const std::vector<Command>& commands();
  static const Command* find_command(const std::string& name);

  Value step(const Words& words);
  Value next(const Words& words);
  Value finish(const Words& words);
  Value go_on(const Words& words);
  Value advance(const Words& words);
  Value quit(const Words& words);
  Value break_at(const Words& words);
  Value watch(const Words& words);
  Value catch_thrown(const Words& words);
  Value remove_stop(const Words& words);
  Value list_stops(const Words& words);
  Value print(const Words& words);
  Value lock(const Words& words);
  Value monitors(const Words& words);
  Value threads(const Words& words);
  Value select_thread(const Words& words);
  Value where(const Words& words);
  Value select_frame(const Words& words);
  Value up(const Words& words);
  Value down(const Words& words);
  Value locals(const Words& words);
  Value operands(const Words& words);
  Value heap(const Words& words);
  Value collect(const Words& words);
  Value disassemble(const Words& words);
  Value help(const Words& words);

  Value begin_plan(Plan::Kind kind, const Words& words);
  Value find_path(const Words& words, Found* found) const;
  Value select_frame_number(std::size_t number);
  std::optional<runtime::Frame> frame() const;
  Value describe_thread(const runtime::JavaThread& thread) const;
  Value frame_row(const runtime::Frame& frame, std::size_t number) const;

  Stage& stage_;
  Stops& stops_;
  SlotKinds& kinds_;
  Scene scene_;
  Plan plan_;
};

}  // namespace minijvm::vm::stepper
