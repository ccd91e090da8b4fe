// A run reads and writes the pages that the run before it has read and written, and a fork gives it
// none of them: it copies no page, and leaves out those of files. So each run of a stem (stem.h)
// asks the kernel for all of them at once, which takes less time than a fault for each.
// Tested by tests/tools/explore/pages_test.cpp.
//
// This changes no run: the pages hold what they would hold without it. Where the kernel is older
// than Linux 5.14, or refuses, they come one by one as before.
#pragma once

#include <string>
#include <string_view>

namespace minijvm::vm {

// In a run that ends: returns the pages that this process has and its parent had not, as get_pages
// reads them. Empty if the kernel does not tell.
std::string pages_in_use();

// In a run that begins, a copy of the same process. Neither allocates nor fails.
void get_pages(std::string_view pages);

}  // namespace minijvm::vm
