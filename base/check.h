// Checks that stop the process. A broken invariant is a bug in the VM; bad input (a class file, an
// option, a Java program) never fails a check, but is answered with a value (expected.h).
// Tested by tests/base/check_test.cpp.
//
//   MJ_CHECK(condition, sentence...)   always on; the sentence and its values go into the report
//   MJ_DCHECK(condition, sentence...)  debug builds only
//   MJ_UNREACHABLE(sentence...)        a place that no input reaches
//
// The sentence is a printf format with its values: MJ_CHECK(size > 0, "a TLAB of %zu bytes", size).
// Rejected: assert(), which has no values in its message and is compiled out of release builds.
#pragma once

#include <cstdio>

namespace minijvm {

// Prints the report to stderr, calls BaseListener::fatal_error (base_listener.h), and aborts. If
// another failure happens meanwhile, in the listener or in a second thread, the process aborts at
// once and prints nothing more.
[[noreturn, gnu::cold, gnu::format(printf, 4, 5)]] void fatal(const char* file, int line,
                                                              const char* condition,
                                                              const char* format, ...);

}  // namespace minijvm

#define MJ_CHECK(condition, ...)                                     \
  do {                                                               \
    if (__builtin_expect(!(condition), 0)) {                         \
      ::minijvm::fatal(__FILE__, __LINE__, #condition, __VA_ARGS__); \
    }                                                                \
  } while (false)

#define MJ_UNREACHABLE(...) ::minijvm::fatal(__FILE__, __LINE__, "unreachable", __VA_ARGS__)

// Release builds compile the condition, so that its variables count as used, but never evaluate it.
#ifdef MINIJVM_DEBUG
#define MJ_DCHECK(condition, ...) MJ_CHECK(condition, __VA_ARGS__)
#else
#define MJ_DCHECK(condition, ...) \
  do {                            \
  } while (false && (condition))
#endif
