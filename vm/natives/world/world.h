// Judges native methods in a deterministic run, by the table world.def: those that bring something
// from the world, and those that nobody knows, end the run at their first call
// (vm/java/repeatability.h). A method is judged when it has no stub (native_call.cpp), which is at
// its first call only: a class may bind natives that it never calls. So a run without
// -XX:+Deterministic pays one test for each method, and a call nothing.
// Tested by tests/vm/world.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm {

// The effect of a native on a run that shall be had again.
enum class Effect : std::uint8_t {
  kPure,     // its result depends on its arguments and the heap
  kVirtual,  // the VM answers: with its own clock, counters and figures
  kContent,  // reads what the user gave: files, the environment, accounts, the terminal's type
  kChecked,  // it depends on the arguments: a native of the VM looks at each call
  kOpenOut,  // writes to, or closes, a file that is open already: standard output, or one whose
             // opening has told (note_changed_world)
  kOut,      // changes what others see of files
  kWorld,    // depends on what else happens in the world, or is seen by it
};

// A row of world.def.
struct NativeRow {
  Effect effect;
  // A class, or with a star at its end all classes whose names begin so.
  std::string_view holder;
  // The names of its natives, separated by single spaces, or a star for all of them. Only kWorld
  // has stars.
  std::string_view methods;
  // kWorld: what it does, as a sentence goes on. Others: empty.
  std::string_view does = {};
};

// Sets -XX:TrustNatives: names of classes, separated by commas, each with a star at its end for all
// that begin so.
void trust_natives(std::string classes);

// Asks whether this native may be called, at its first call, whose frame is the top one. REQUIRES:
// the run is deterministic, kInVm.
void judge_call(runtime::JavaThread& self, const runtime::Method& method, void* entry);

// Has a native been called that may have changed what others see, or that the user has to answer
// for? A run that begins in the middle of another one would lack the change.
bool has_changed_world();
// A native is about to do so. Any state.
void note_changed_world();

// The native that runs, or is about to, makes the run unrepeatable (meet_world), unless the user
// answers for its class. `remedy` is another sentence on what to do, with a blank behind it.
// REQUIRES: the run is deterministic, kInVm.
void native_meets_world(runtime::JavaThread& self, std::string_view does,
                        const std::string& remedy = "");

}  // namespace minijvm::vm
