// Steps a program without a person: by the commands of a session or a schedule, or else all threads
// in turn, each one step, until the program ends.
// Tested by tests/tools/desk/run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/desk/play/shown_addresses.h"
#include "tools/desk/recording.h"
#include "tools/desk/session.h"
#include "tools/desk/settings.h"

namespace minijvm::desk {

enum class PlayEnd : std::uint8_t {
  kProgram,      // the program has ended
  kCommands,     // all commands are done
  kUntil,        // as many stops as are wanted
  kLimit,        // the time is over
  kInterrupted,  // Ctrl-C
  kRefused,      // a command of a schedule could not be done
};

class Player final : public Listener {
 public:
  struct Refusal {
    std::string command;
    std::string error;
  };

  // The player stops the loop at the end. It tells the commands to the recording; null: there is
  // none.
  Player(Loop& loop, Session& session, const Settings& settings, Recording* recording);
  ~Player() override;

  // Ends the play before its time.
  void finish(PlayEnd end);

  PlayEnd end() const { return end_; }
  std::size_t stops() const { return stops_; }
  const std::vector<Refusal>& refusals() const { return refusals_; }
  const std::string& schedule() const { return schedule_; }
  // The program's exit code; nothing: it has not ended.
  std::optional<int> code() const { return code_; }
  const std::string& sentence() const { return sentence_; }

  void stopped(const Step& step) override;
  void ended(int code, const std::string& sentence) override;

 private:
  void next();
  void take_answer(const std::string& command, const Json& answer);
  std::optional<std::string> next_command();
  std::optional<std::string> next_turn();

  Loop& loop_;
  Session& session_;
  const Settings& settings_;
  Recording* const recording_;
  std::size_t next_ = 0;  // command
  Step shown_;            // the newest stop
  ShownAddresses addresses_;
  std::int64_t runner_ = 0;  // the thread that has the turn
  bool is_selected_ = false;
  bool is_done_ = false;

  PlayEnd end_ = PlayEnd::kProgram;
  std::size_t stops_ = 0;
  std::vector<Refusal> refusals_;
  std::string schedule_;
  std::optional<int> code_;
  std::string sentence_;
};

}  // namespace minijvm::desk
