// Runs the stepper's commands. Each takes words and returns a Json, which the front end shows. The
// engine reads memory and notes what is to happen next (plan.h, stops.h); stepper.cpp and stage.h
// hold the threads and let them go. An answer is a record:
//   {"answer": "break", "number": 1, "where": "Point.move"}
//   {"answer": "break", "error": "'Point' is neither Class.method[:line|@bci] nor a point; ..."}
//
// Tested by tests/vm/stepper.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/stepper/describe.h"
#include "tools/stepper/expressions.h"
#include "tools/stepper/film/film.h"
#include "tools/stepper/picture/picture.h"
#include "tools/stepper/plan.h"
#include "tools/stepper/scene.h"
#include "tools/stepper/schedule.h"
#include "tools/stepper/stage.h"
#include "tools/stepper/stops/stops.h"
#include "tools/stepper/travel/traveller.h"

namespace minijvm::vm::stepper {

class Engine {
 public:
  // Only the thread that has the floor uses the engine, or while nobody has it the thread that runs
  // alone. So the engine has no lock.
  Engine(Stage& stage, Stops& stops, PictureMemory& memory, Film& film, Traveller& traveller,
         bool is_for_tools)
      : stage_(stage),
        stops_(stops),
        memory_(memory),
        film_(film),
        traveller_(traveller),
        keeps_schedule_(is_for_tools) {}

  // Begins a conversation. Returns the outer one, which is passed to leave() at the end.
  Scene enter(const Scene& scene);
  void leave(const Scene& outer) { scene_ = outer; }
  const Scene& scene() const { return scene_; }
  void number_scene(std::int64_t number) { scene_.number = number; }
  // Where the speaker stands in a run that can go back.
  void set_moment(const Moment& moment) { moment_ = moment; }

  // Runs one command line. For unknown words the answer has an error.
  Json execute(const std::string& line);

  // Returns a record of where the selected thread is: thread, place, operand stack.
  Json where_selected() const;
  const Plan& plan() const { return plan_; }
  // Calls Plan::ends_at for the plan in progress, which counts down.
  bool ends_plan_at(const runtime::Slot* fp, const runtime::Method& method, std::uint32_t bci) {
    return plan_.ends_at(fp, method, bci);
  }
  // Forgets the plan in progress, and the rest of a schedule that is played.
  void forget_plan();

  // An interrupt begins a conversation: `resume` goes on with the plan and the schedule.
  void set_aside();
  // Another stop begins a conversation, after which nothing can be resumed.
  void forget_interrupt() { before_interrupt_.reset(); }

  // Returns whether the schedule that is played goes on after this stop; then its next turn has
  // begun. `got_stuck`: the thread was to get stuck in its turn. If a turn cannot begin, *trouble
  // says why.
  bool plays_on(const std::string& kind, bool got_stuck, std::string* trouble);
  // Notes a step of the thread that runs alone. Returns whether its turn is over.
  bool note_step(const runtime::JavaThread& thread) {
    schedule_.count(thread);
    return plan_.concerns(thread) && plan_.turn_ends();
  }
  void note_free_run() { schedule_.note_free_run(); }
  bool keeps_schedule() const { return keeps_schedule_; }

  // Does this command change the stops, or what is reported?
  static bool sets_stops(const std::string& command);
  // Returns the table of commands: name, short, arguments, what.
  static Json describe_commands();
  // Returns the words that may continue a line: commands, and the points behind `break`.
  static std::vector<std::string> complete(const std::string& line, const std::string& word);

 private:
  using Words = std::vector<std::string>;
  struct Command;
  static std::span<const Command> commands();
  static const Command* find_command(const std::string& name);

  // --- the commands, one function each; commands() says what they do ---
  Json step(const Words& words);
  Json next(const Words& words);
  Json finish(const Words& words);
  Json go_on(const Words& words);
  Json advance(const Words& words);
  Json quit(const Words& words);
  Json run(const Words& words);
  Json resume(const Words& words);
  Json tell_schedule(const Words& words);
  Json play(const Words& words);
  Json back(const Words& words);
  Json go_to(const Words& words);
  Json when(const Words& words);
  Json last_write(const Words& words);
  Json first_difference(const Words& words);
  Json break_at(const Words& words);
  Json watch(const Words& words);
  Json catch_thrown(const Words& words);
  Json remove_stop(const Words& words);
  Json list_stops(const Words& words);
  Json print(const Words& words);
  Json bytes(const Words& words);
  Json lock(const Words& words);
  Json monitors(const Words& words);
  Json threads(const Words& words);
  Json select_thread(const Words& words);
  Json where(const Words& words);
  Json select_frame(const Words& words);
  Json up(const Words& words);
  Json down(const Words& words);
  Json locals(const Words& words);
  Json operands(const Words& words);
  Json heap(const Words& words);
  Json collect(const Words& words);
  Json disassemble(const Words& words);
  Json picture(const Words& words);
  Json code(const Words& words);
  Json turn_film(const Words& words);
  Json help(const Words& words);

  // Begins step, next or finish: notes where the thread is, then advances it.
  Json begin_plan(Plan::Kind kind, const Words& words);
  // Asks to go elsewhere. Returns only if that fails, why.
  Json travel(const Seek& seek, std::int64_t count, const char* command);
  // Begins the next turn of the schedule. Returns why it cannot; empty if it has begun.
  std::string begin_turn();
  Json added(const Expected<int, std::string>& number, const std::string& where) const;
  // Evaluates the one path of print and lock; on failure the answer has an error.
  Json find_path(const Words& words, Found* found) const;
  Json select_frame_number(std::size_t number);
  // Returns the selected frame, if the thread has one.
  std::optional<runtime::Frame> frame() const;
  Json describe_thread(const runtime::JavaThread& thread) const;
  Json frame_row(const runtime::Frame& frame, std::size_t number) const;

  Stage& stage_;
  Stops& stops_;
  PictureMemory& memory_;
  Film& film_;
  Traveller& traveller_;
  Moment moment_;
  Scene scene_;
  Plan plan_;
  // The words of the command in progress, as they were written.
  std::string rest_of_line_;

  Schedule schedule_;
  // True if a tool listens: it also gets films.
  const bool keeps_schedule_;
  // The turns of the schedule that are still to come, while one is played.
  std::deque<Turn> turns_;
  bool plays_ = false;
  // True if all threads run in this turn.
  bool is_free_turn_ = false;
  // Describes what an interrupt has broken into.
  struct Interrupted {
    Plan plan;
    std::deque<Turn> turns;
    bool plays;
    bool is_free_turn;
  };
  std::optional<Interrupted> before_interrupt_;
};

}  // namespace minijvm::vm::stepper
