// -XX:ProcessorSet: this process on some of the machine's processors, as psrset binds one on Solaris.
// Proved by tests/base/processor_set_test.cpp.
// Source: Improving Application Efficiency Through Chip Multi-Threading, section 2.1.1, processor sets.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.h"

namespace minijvm {

// "0-2,5": from now on the calling thread, and those that it starts, run on these processors only. Fails, and changes nothing, if the text is not
// such a list or if one of them is not there or not allowed.
Expected<void, std::string> run_on_processors(std::string_view list);

}  // namespace minijvm
