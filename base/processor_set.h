// -XX:ProcessorSet: runs this process on some of the machine's processors only, as psrset binds a
// process to a processor set on Solaris.
// Tested by tests/base/processor_set_test.cpp.
// Source: Improving Application Efficiency Through Chip Multi-Threading, section 2.1.1, processor
// sets. Departure: Linux has no processor sets, so this sets the affinity mask of the thread that
// calls; threads that it starts inherit the mask.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.h"

namespace minijvm {

// Makes the calling thread, and all threads that it starts from now on, run on these processors
// only. The list looks like "0-2,5". If the text is no such list, or if a processor in it does not
// exist or is not allowed for this process, nothing changes and the error is a sentence.
Expected<void, std::string> run_on_processors(std::string_view list);

}  // namespace minijvm
