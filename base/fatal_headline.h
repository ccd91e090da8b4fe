// The lines that a failed check (check.h) has written to stderr, for code that saves the report in
// a file.
// Tested by tests/base/check_test.cpp.
#pragma once

namespace minijvm {

// Returns the text, which is empty while nothing has failed. It is static memory that is never
// freed.
const char* fatal_headline();

}  // namespace minijvm
