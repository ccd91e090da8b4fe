// --step=record: what the program prints is passed on, and what its stops show goes into a file.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>

#include "tools/desk/fronts.h"
#include "tools/desk/passed_output.h"
#include "tools/desk/play/player.h"
#include "tools/desk/recording_file.h"
#include "tools/desk/signals.h"

namespace minijvm::desk {
namespace {

// Says why the recording ends where it ends.
std::string reason_of(const Player& player, const Settings& settings) {
  switch (player.end()) {
    case PlayEnd::kProgram:
      return player.sentence();
    case PlayEnd::kCommands:
      return "all commands are done";
    case PlayEnd::kUntil:
      return fmt::format("the program had more to do (--until {})", settings.until);
    case PlayEnd::kLimit:
      return "the time is over (--limit)";
    case PlayEnd::kInterrupted:
      return "interrupted";
    case PlayEnd::kRefused:
      break;
  }
  return fmt::format("\"{}\" was refused: {}", player.refusals().back().command,
                     player.refusals().back().error);
}

std::string date_text() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm moment{};
  localtime_r(&now, &moment);
  char text[16];
  (void)std::strftime(text, sizeof text, "%Y-%m-%d", &moment);
  return text;
}

int write_and_say(const Settings& settings, const Recording& recording, const Player& player) {
  const std::string reason = reason_of(player, settings);
  if (recording.steps() == 0) {
    return complain("there was no stop to record: " + reason, player.code().value_or(kFailed));
  }
  const std::string complaint =
      write_recording(settings.output, title_of(settings.program), recording.to_text());
  if (!complaint.empty()) {
    return complain(complaint, kFailed);
  }
  complain_about(player.refusals());
  fmt::print(stderr, "recording: {}, {} stops; {}\n", settings.output, recording.steps(), reason);
  return player.end() == PlayEnd::kRefused ? kFailed : kGood;
}

}  // namespace

int complain(const std::string& text, int code) {
  fmt::print(stderr, "minijvm: {}\n", text);
  return code;
}

void complain_about(const std::vector<Player::Refusal>& refusals) {
  for (const Player::Refusal& refusal : refusals) {
    fmt::print(stderr, "minijvm: \"{}\" was refused: {}\n", refusal.command, refusal.error);
  }
}

About about(const Settings& settings) {
  return {title_of(settings.program), settings.command, date_text(), settings.is_lecture};
}

int record(const Settings& settings) {
  if (const std::string complaint = complaint_about_output(settings.output); !complaint.empty()) {
    return complain(complaint, kUsage);
  }
  Loop loop;
  Player* player = nullptr;
  const Signals signals(loop, [&](int) { player->finish(PlayEnd::kInterrupted); });
  auto session = Session::start(loop, settings.vm);
  if (!session.ok()) {
    return complain(session.error(), kFailed);
  }
  Recording recording(about(settings), settings.source_path);
  PassedOutput output;
  session.value()->add(recording);
  session.value()->add(output);
  Player own(loop, *session.value(), settings, &recording);
  player = &own;
  loop.run();
  return write_and_say(settings, recording, own);
}

}  // namespace minijvm::desk
