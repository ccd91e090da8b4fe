// Checks that stop the process: a broken invariant is a bug in the VM, never an answer to bad input.
// Proved by tests/base/check_test.cpp.
//
//   MJ_CHECK(condition, sentence...)   always on; the sentence and its values go into the report
//   MJ_DCHECK(condition, sentence...)  debug builds only
//   MJ_UNREACHABLE(sentence...)        a place that no input reaches
//
// The sentence is a printf format with its values: MJ_CHECK(size > 0, "a TLAB of %zu bytes", size).
#pragma once

#include <cstdio>

namespace minijvm {

// Adds the VM's own state (thread, Java stack, last events) to a fatal report. Installed once by vm/inspect; base knows no threads.
using FatalHook = void (*)(std::FILE* out);
void set_fatal_hook(FatalHook hook);

// Prints the report to stderr and aborts. A failure inside the hook aborts at once.
[[noreturn, gnu::cold, gnu::format(printf, 4, 5)]] void fatal(const char* file, int line, const char* condition, const char* format, ...);

}  // namespace minijvm

#define MJ_CHECK(condition, ...)                                                     \
  do {                                                                               \
    if (__builtin_expect(!(condition), 0)) {                                         \
      ::minijvm::fatal(__FILE__, __LINE__, #condition, __VA_ARGS__);                 \
    }                                                                                \
  } while (false)

#define MJ_UNREACHABLE(...) ::minijvm::fatal(__FILE__, __LINE__, "unreachable", __VA_ARGS__)

#ifdef MINIJVM_DEBUG
#define MJ_DCHECK(condition, ...) MJ_CHECK(condition, __VA_ARGS__)
#else
#define MJ_DCHECK(condition, ...) \
  do {                            \
  } while (false && (condition))
#endif
