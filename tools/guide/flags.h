// The -XX flags of this VM as people read them: which of them `java` does not have, how each is
// written, and what it is by default.
// Tested by tests/tools/guide/run, against `java -XX:+PrintFlagsFinal`.
#pragma once

#include <string>
#include <vector>

#include "vm/boot/option_table.h"

namespace minijvm::guide {

// Returns whether `java` of the JDK 17 does not know the flag, or calls something else so.
bool is_own_flag(const vm::OptionRow& row);

// Returns "-XX:LWPs=N" or, of a switch, that setting which changes something: "-XX:-UseTimeSlices".
std::string form_of(const vm::OptionRow& row);
// Returns "meta-fast", "20000", or "" for a text that is empty and for a switch.
std::string default_of(const vm::OptionRow& row);

}  // namespace minijvm::guide
