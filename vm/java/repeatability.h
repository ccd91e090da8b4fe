// Keeps a deterministic run repeatable: whatever brings something from the world that another run
// may not see ends the run, with a sentence that names it. -XX:World=warn goes on instead, and the
// sentences follow at the end. Other runs do not come here.
// Which natives do such things is in vm/natives/world/world.def.
// Tested by tests/vm/world.
#pragma once

#include <string>
#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm {

// Called once, at the boot of a deterministic run. With `refuses` nothing from the world may come;
// `way_out` is a sentence that says what the user of a refused run can do, and is never freed.
void keep_repeatable(bool refuses, const char* way_out);
// Returns true in a deterministic run.
bool is_kept_repeatable();

// Ends the run with code 90, or notes what happens for its end. Example of a sentence:
//
//   Not deterministic: java.net.Socket.connect (native sun.nio.ch.Net.connect0) talks to the world.
//      at Client.main(Client.java:9)
//
// `who` is "native sun.nio.ch.Net.connect0" and `does` "talks to the world". `remedy` is what else
// the user can do, a sentence, or empty.
// REQUIRES: is_kept_repeatable(), kInVm.
void meet_world(runtime::JavaThread& self, const std::string& who, std::string_view does,
                const std::string& remedy = "");

// Returns the innermost frame of the program, as stack traces write it; empty if it has none.
std::string place_in_program(const runtime::JavaThread& self);

// Returns true if -XX:World=warn has let the run go on after meet_world.
bool has_met_world();

// Ends the run since a kernel thread that the VM has not made wants to run Java: it would run
// beside the others. The caller is that thread.
[[noreturn]] void refuse_foreign_thread();

}  // namespace minijvm::vm
