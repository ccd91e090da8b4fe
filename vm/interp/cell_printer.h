// Prints translations to the log (-Xlog:interp=trace). Proved by tests/vm/interp_cells_test.cpp.
#pragma once

namespace minijvm::interp {

struct Code;

// Does nothing unless the log wants it.
void print_cells(const Code& code);

}  // namespace minijvm::interp
