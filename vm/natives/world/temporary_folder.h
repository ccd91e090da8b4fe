// The folder for temporary files of a deterministic run. The names of such files are drawn from the
// run's own chance, so all runs draw the same ones: two runs at once, or a file that an earlier run
// has left, would take each other's names, and the program would see that. So each run has a folder
// of its own, and knows it by a name that is the same in all: the path of a descriptor.
//
//   java.io.tmpdir = /proc/self/fd/104  -->  /tmp/minijvm-4nWxUS
//
// Rejected: /tmp itself under a mount of the run's own, since that takes rights which not every
// user has.
// Tested by tests/vm/world and tests/tools/explore.
#pragma once

#include <optional>
#include <string>

namespace minijvm::vm {

// The descriptor. minijvm-explore gives its VMs a folder at this one (tools/explore/messages.h).
inline constexpr int kTemporaryFolderFile = 104;

// Returns the name of the run's folder. Unless it was given, it is made, and removed when the VM
// ends; if the program has left files there, the folder stays and is named on standard error.
// Nothing: there can be none, and the run shares /tmp. Called once, at boot.
std::optional<std::string> temporary_folder_of_run(bool is_given);

}  // namespace minijvm::vm
