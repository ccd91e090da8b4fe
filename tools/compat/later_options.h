// Options that came or went after JDK 17 and are no flags: they are answered as the HotSpot of the
// JDK that will run answers them.
// Tested by tests/jdk25/options.
#pragma once

#include <string_view>

#include "vm/boot/foreign_flags.h"

namespace minijvm::vm {

// Returns the options that such an option stands for, or nothing if the option is none of them, or
// is unknown to the JDK. The error is the message for stderr.
ForeignFlags::Translated later_options(std::string_view option);
// Prints the warnings of HotSpot about them, when all options are read.
void warn_of_later_options(const Options& options);

}  // namespace minijvm::vm
