// `minijvm --step=dap`: a debug adapter for an editor, on standard input and output or on a port.
// Tested by tests/tools/dap/run.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace minijvm::desk {

struct DapStart {
  std::string launcher;  // tools/launched/launcher.h:/launcher_path/
  // Options of the VM that stand in front of those that the editor gives.
  std::vector<std::string> words;
  // 0 lets the kernel choose; nothing: standard input and output.
  std::optional<int> port;
};

// Serves one editor. Returns the exit code of the desk: 0, or 1 with a sentence on standard error
// if the editor could not be reached or spoke another protocol.
int serve_dap(const DapStart& start);

}  // namespace minijvm::desk
