// Holds the command-line options of two tools as plain data: the core parses them and hands them
// over, and includes no header of the tools.
// Tested by tests/vm/options_test.cpp, tests/vm/stepper and tests/vm/jvmti.
#pragma once

#include <string>
#include <vector>

namespace minijvm::vm {

// Options of the debugger at bytecode level (tools/stepper/stepper.h).
struct StepperOptions {
  bool is_on = false;        // --step
  bool speaks_json = false;  // --step=json
  int descriptor = -1;       // -Xstep:json=3: it speaks JSON on this descriptor
  bool explains = false;     // --explain: a person sees what the next instruction does
  // --source: the colon-separated folders in which source files are looked for.
  std::string source_path = ".";
  // The places of --break; empty: stop at the first instruction of main.
  std::vector<std::string> breaks;
};

namespace jvmti {

// Describes one agent library: -agentlib, -agentpath, -javaagent, -Xrun (tools/jvmti/agents.h).
struct AgentSpec {
  // A library name, "jdwp", or with is_path the file.
  std::string library;
  std::string options;
  bool is_path = false;
};

}  // namespace jvmti

}  // namespace minijvm::vm
