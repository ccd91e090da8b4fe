// Prints translations to the log (-Xlog:interp=trace). Tested by tests/vm/interp_cells_test.cpp.
#pragma once

namespace minijvm::interp {

struct Code;

// Nothing happens unless that log level is on.
void print_cells(const Code& code);

}  // namespace minijvm::interp
