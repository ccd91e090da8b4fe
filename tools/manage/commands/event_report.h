// Prints the newest events of the event log (base/events), for VM.events.
// Tested by tests/tools/commands.
#pragma once

#include <string>

#include "runtime/fwd.h"

namespace minijvm::vm {

// `log` names one of HotSpot's logs, null stands for all; `most` is a number of events, null stands
// for 20. REQUIRES: kInVm.
std::string event_report(runtime::JavaThread& self, const std::string* log,
                         const std::string* most);

}  // namespace minijvm::vm
