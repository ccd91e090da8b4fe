// Where the parts of an installed minijvm lie. In a build's tree some of them are the sources'.
// Tested by tests/install/run.
//
//   <prefix>/bin/minijvm                    <prefix>/lib/minijvm/libjvm.so, programs, archives
//   <prefix>/share/minijvm/gdb, samples     <prefix>/share/doc/minijvm/README.md
#pragma once

#include <string>

namespace minijvm::guide {

// Returns the prefix for a program in <prefix>/lib/minijvm: the calling one.
std::string own_prefix();

// Returns the file that loads the commands for gdb; empty if it is nowhere.
std::string gdb_session(const std::string& prefix);
// Returns the page to read on at: the README that is installed, or that of the sources.
std::string reading_place(const std::string& prefix);

}  // namespace minijvm::guide
