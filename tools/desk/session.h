// One run of the program under the stepper, as the fronts of the desk see it: what it prints, where
// it stops, and commands with their answers. Web page, recorder, grader and the Debug Adapter
// Protocol are listeners of one session each, or several of the same.
//
//   started --> runs --> stopped --(picture asked)--> shown to listeners --> a command --> runs ...
//                 ^                                                             |
//                 +---- resume <-- interrupted by the desk for a command <------+   while it runs
//
// Everything happens on the loop's thread. No callback is called inside of the call that causes it.
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "base/json/json.h"
#include "tools/desk/loop.h"
#include "tools/desk/program_streams.h"
#include "tools/desk/vm_process.h"

namespace minijvm::desk {

// One stop: the command that led to it, empty for the first; what the VM says of it; and all that
// a page shows, which is the VM's answer to `picture`.
struct Step {
  std::string command;
  Json event;
  Json picture;
  std::string schedule;  // which thread has made how many steps so far, as `one*4 two*2`
  Json stops;            // breakpoints and other stops that are set: the rows of `stops`
};

class Listener {
 public:
  virtual ~Listener() = default;
  // The VM's greeting, which is the first of all calls.
  virtual void ready(const Json& /*greeting*/) {}
  // The program runs because of this command.
  virtual void running(const std::string& /*command*/) {}
  virtual void stopped(const Step& /*step*/) {}
  // A thread has started or ended, or a phase of a collection is over.
  virtual void happened(const Json& /*event*/) {}
  // Text that was printed before a stop comes before that stop.
  virtual void printed(Stream /*stream*/, std::string_view /*text*/) {}
  // The last of all calls. The code is as a shell gives it.
  virtual void ended(int /*code*/, const std::string& /*sentence*/) {}
};

class Session {
 public:
  using Then = std::function<void(const Json& answer)>;

  // Starts the VM; an error says why it cannot. A VM that does not come up says why on its standard
  // error, and the session ends with its code.
  static Expected<std::unique_ptr<Session>, std::string> start(Loop& loop, const VmStart& start);
  virtual ~Session() = default;

  virtual void add(Listener& listener) = 0;
  virtual void remove(Listener& listener) = 0;

  // True between a stop that the listeners know and the next command that lets the program run.
  virtual bool is_stopped() const = 0;
  virtual bool has_ended() const = 0;
  // Null before the VM has greeted.
  virtual const Json& greeting() const = 0;

  // Runs one command of the stepper; `then` gets the answer, which has "error" if it was refused.
  // If the program runs, the session interrupts it, runs the command, and lets it go on as before
  // (`resume`), without telling the listeners of that stop. A command that lets the program run is
  // refused while it runs.
  virtual void execute(std::string command, Then then) = 0;
  // Stops a program that runs: a stop of kind `interrupt` follows.
  virtual void interrupt() = 0;
  // Returns false if the program's input is closed, or has not been read for too long.
  virtual bool write_input(std::string_view text) = 0;
  virtual void close_input() = 0;
  // Ends the VM; `ended` follows.
  virtual void end() = 0;
};

}  // namespace minijvm::desk
