// The desk's work for each value of --step=. Each returns the process's exit code.
// Tested by tests/tools/desk/run.
#pragma once

#include <string>
#include <vector>

#include "tools/desk/play/player.h"
#include "tools/desk/recording.h"
#include "tools/desk/settings.h"

namespace minijvm::desk {

inline constexpr int kGood = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kTimeOut = 3;

// Steps a program and writes a recording of it.
int record(const Settings& settings);
// Steps a program by a session and judges what it prints: 0 as expected, 1 not, 3 the time is over.
int play(const Settings& settings);
// Serves a page in which a person steps a program.
int serve_web(const Settings& settings);

// Says it on standard error, and returns the code.
int complain(const std::string& text, int code);
void complain_about(const std::vector<Player::Refusal>& refusals);

About about(const Settings& settings);

}  // namespace minijvm::desk
