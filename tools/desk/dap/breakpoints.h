// The breakpoints of the editor. Each of its requests replaces a whole set: those of one file, the
// functions, the instructions, the fields, the exceptions. The VM knows single stops only, so what
// is sent to it is the difference between the old set and the new one:
//
//   old set        new set        commands
//   Race.java:6    Race.java:6
//   Race.java:9                   delete 2
//                  Race.java:17   break Race.java:17
//
// A breakpoint that stays keeps its id and its stop. A set that comes while there is no VM waits
// for it, and a VM that is started again gets all sets.
// Tested by tests/tools/dap/breakpoints_test.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace minijvm::desk::dap {

struct Breakpoint {
  // The command that sets it, as in "break Race.java:6 if n == 3". Empty: it cannot be set, and
  // `message` says why.
  std::string command;
  int id = 0;    // for the editor
  int stop = 0;  // the VM's number; 0: the VM does not have it yet
  bool is_verified = false;
  bool is_pending = true;  // no loaded class has the place yet
  std::string message;
  // --- shown to the editor ---
  Json source;              // null: none
  int line = -1;            // as the editor counts
  std::string instruction;  // the address for an instruction breakpoint
};

// Takes over what the VM says of a stop, in the answer to its command or in a row of `stops`.
// Returns true if that changes something for the editor.
bool update(Breakpoint& breakpoint, const Json& row);
// Returns it as the protocol's type Breakpoint.
Json breakpoint_json(const Breakpoint& breakpoint);

class BreakpointSets {
 public:
  using Set = std::vector<Breakpoint>;

  // Replaces a set, and returns the VM's numbers of the stops that are not in the new one. A
  // breakpoint whose command was in the old set as well keeps its id, its stop and its state.
  std::vector<int> replace(const std::string& name, Set wanted);
  Set& set(const std::string& name) { return sets_[name]; }
  std::map<std::string, Set>& all() { return sets_; }

  // Return null if there is none.
  Breakpoint* with_id(int id);
  Breakpoint* with_stop(int stop, std::string* set_name);
  // Returns whether the VM has a stop that may still find its place.
  bool has_pending() const;
  // The VM is gone; the next one has none of the stops.
  void forget_stops();

 private:
  std::map<std::string, Set> sets_;
  int last_id_ = 0;
};

// --- from the editor's fields to commands ---

// Appends a condition and a hit condition to a command. Returns a sentence if one of them is of a
// form that the stepper does not know, otherwise an empty text.
std::string add_conditions(const Json& wanted, std::string* command);

}  // namespace minijvm::desk::dap
