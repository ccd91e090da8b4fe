// The words of `minijvm --step=web|record|play|dap ...` before the main class.
// Tested by tests/tools/desk/settings_test.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/expected.h"
#include "tools/desk/play/session_text.h"
#include "tools/desk/vm_process.h"

namespace minijvm::desk {

enum class Front : std::uint8_t { kWeb, kRecord, kPlay, kDap };

struct Settings {
  Front front = Front::kWeb;
  VmStart vm;
  std::string program;  // the main class or the jar
  std::string command;  // all words, for people
  std::string source_path = ".";

  // --step=record and --step=play: what is done at the stops. Nothing: all threads step in turn.
  std::optional<std::vector<std::string>> commands;
  bool is_session = false;  // they come from a file, not from a schedule
  std::optional<std::chrono::milliseconds> limit;

  // --step=record
  std::string output;  // the file's name, which ends in .html or .json
  std::uint64_t until = 1000;
  bool by_line = true;  // else by instruction, as schedules are counted

  // --step=play
  std::string expected;
  std::string report;  // empty: none is written

  // --step=web
  int port = 0;  // 0: any that is free
  bool opens = false;
  bool is_lecture = false;

  // --step=dap: the port; nothing: standard input and output.
  std::optional<int> dap_port;
};

// The error is for the user.
Expected<Settings, std::string> parse_settings(const std::vector<std::string>& words);

// "Bank" for the class money.Bank and the module's mod/money.Bank, "app.jar" for lib/app.jar.
std::string title_of(const std::string& program);

}  // namespace minijvm::desk
