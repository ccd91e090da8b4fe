// The sentence of the failure that is being reported (check.h), for who saves the report in a file: the lines that went to stderr. Static memory.
// Proved by tests/base/check_test.cpp.
#pragma once

namespace minijvm {

const char* fatal_headline();

}  // namespace minijvm
