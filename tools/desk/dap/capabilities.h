// The capabilities of the adapter, which are the answer to `initialize`.
// Tested by tests/tools/dap/run.
#pragma once

#include "base/json/json.h"

namespace minijvm::desk::dap {

// Returns the protocol's type Capabilities.
Json capabilities();

}  // namespace minijvm::desk::dap
