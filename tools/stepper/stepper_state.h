// Holds the state of the stepper for the whole process.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/atomic.h"
#include "base/lazy.h"
#include "tools/stepper/front/front.h"
#include "vm/tools.h"

namespace minijvm::vm::stepper {

class Stepper;      // stepper.cpp
struct Editor;      // line_reader.cpp
struct Remembered;  // roster.cpp

struct StepperState {
  Lazy<Tool> tool;
  Stepper* stepper = nullptr;  // null: the program runs without it
  bool runs_source = false;    // the launcher was given a source file
  // The key is ExecEnv::id. Only the thread that has the floor (stage.h) uses the table.
  Lazy<std::unordered_map<std::uint32_t, Remembered>> threads;
  Lazy<Editor> editor;
  Completer completer = nullptr;
  Lazy<std::vector<std::string>> completions;  // of the word that is being completed
  // The process that runs the program, for a signal handler of the root (travel/root.h).
  Atomic<int> talker{0};
};
extern constinit StepperState stepper_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm::stepper
