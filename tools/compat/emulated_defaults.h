// -XX:EmulateDefaults=version[/system]: the thread model and the stacks that a VM of 1998 to 2003
// had when nobody chose any.
// Tested by tests/vm/options_test.cpp and tests/vm/thread_model.
//
//   -XX:EmulateDefaults=1.3             JDK 1.3 on Solaris 8: M:N by thread synchronization
//   -XX:EmulateDefaults=1.3/Solaris9    the same VM on Solaris 9: 1:1
//   -XX:EmulateDefaults=help            prints the matrix of versions, systems and models
//
// Source: the Solaris threading models paper, its table of features and "the thread stack size".
// The table and the prose disagree on 1.4: in the prose the default is thread synchronization. The
// table is followed here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vm/boot/option_words.h"

namespace minijvm::vm {

struct Options;

// Returns the options that the value of -XX:EmulateDefaults stands for. The error lists the values
// that there are.
Expected<std::vector<std::string>, std::string> emulated_defaults(std::string_view value);

// Returns what -XX:EmulateDefaults=help prints: the source's matrix with today's options.
std::string emulated_defaults_help();

// Acts on -XX:EmulateDefaults when all options are read: prints the help and ends the process, or
// checks that the stacks are not smaller than that version allowed. The error is a message for
// stdout.
Parsed check_emulated_defaults(const Options& options);

}  // namespace minijvm::vm
