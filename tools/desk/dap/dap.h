// `minijvm --step=dap`: a debug adapter for an editor, on standard input and output or on a port.
// Tested by tests/tools/dap/run.
#pragma once

#include "tools/desk/settings.h"

namespace minijvm::desk {

// Serves one editor. Returns the exit code of the desk: 0, or 1 with a sentence on standard error
// if the editor could not be reached or spoke another protocol. The settings' options of the VM,
// places to stop and folders of sources are added to those that the editor gives.
int serve_dap(const Settings& settings);

}  // namespace minijvm::desk
