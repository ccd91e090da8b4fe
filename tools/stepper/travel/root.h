// The process that the user has started, once its program runs in copies of it (traveller.h). It
// keeps what belongs to the session and not to a moment of the run: the terminal or the tool, the
// checkpoints, which commands have set stops, and how much the program has printed.
// Tested by tests/vm/stepper/travel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "tools/stepper/front/front.h"
#include "tools/stepper/travel/channel.h"
#include "tools/stepper/travel/outlets.h"
#include "tools/stepper/travel/seek.h"

namespace minijvm::vm::stepper {

// A process of the run, as the root knows it.
struct RunProcess {
  int pid = -1;
  Channel channel;
  std::uint64_t tick = 0;   // of a checkpoint
  std::int64_t ran_ns = 0;  // by then
  Written written;
};

class Root {
 public:
  // `stem` waits at the program's beginning, and is the first checkpoint.
  Root(Front& front, Outlets outlets, RunProcess stem);

  // Serves to the end of the session, and ends the process with the program's code.
  [[noreturn]] void serve();

 private:
  static constexpr std::size_t kMostCheckpoints = 24;

  // The next message of the process, while what it prints is passed on. Nothing if it has ended.
  std::optional<Json> next_message(RunProcess& process, bool holds_output);
  void serve_talker(const Json& message);
  void add_checkpoint(const RunProcess& parent, const Json& message, int socket);
  void drop_dead_checkpoints();
  // Says that the checkpoint has ended, and takes it off the list.
  void forget_dead(std::vector<RunProcess>::iterator checkpoint);
  void thin_checkpoints();
  // Has the nearest checkpoint at or before seek.from fork a worker, which gets the order. Without
  // a seek, the worker runs as the first talker. Nothing if there is no such checkpoint any more.
  std::optional<RunProcess> start_worker(const Seek* seek);

  // --- going elsewhere (ways_back.cpp); each returns why not, or empty: the talker is another ---
  std::string go(const Json& request);
  std::string go_back(Seek seek, std::int64_t count);
  std::string go_back_to_stop(Seek seek);
  std::string go_to(Seek seek);
  std::string go_to_first(Seek one, Seek other);
  // Counts candidates: {"counted", "met", "same"}, {"ended"}, or {"error"}.
  Json count(const Seek& seek);
  // The process ends, or is to end. Nobody waits for that before the next stop is shown.
  void dismiss(RunProcess& process);
  void reap(bool waits);

  // The talker is gone. Ends with its code, or repeats the run up to where it last stood.
  void bury_talker();
  [[noreturn]] void end(int code);

  Front& front_;
  Outlets outlets_;
  RunProcess talker_;
  std::vector<RunProcess> checkpoints_;  // by tick
  Json commands_ = Json::list();         // that have set or deleted stops
  // The talker's last stop.
  std::optional<Moment> last_stop_;
  std::vector<int> dismissed_;
  std::int64_t stops_ = 0;
  std::string command_;       // the one that asks to go elsewhere
  bool owes_answer_ = false;  // the talker has a command
};

}  // namespace minijvm::vm::stepper
