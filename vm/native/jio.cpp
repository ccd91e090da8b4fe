// jio_*: the C library's printf family as the JDK wants it. Proved by tests/vm/native/jio_test.cpp.
#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include "vm/native/jio.h"

namespace minijvm::vm {

namespace {
VfprintfHook vfprintf_hook = nullptr;  // set before any other thread runs
}

void set_vfprintf_hook(VfprintfHook hook) { vfprintf_hook = hook; }

}  // namespace minijvm::vm

extern "C" {

// -1 on truncation, as the Windows functions did when this was specified.
int jio_vsnprintf(char* to, std::size_t count, const char* format, va_list values) {
  if (static_cast<std::ptrdiff_t>(count) <= 0) {
    return -1;
  }
  int length = std::vsnprintf(to, count, format, values);
  return length < 0 || static_cast<std::size_t>(length) >= count ? -1 : length;
}

int jio_snprintf(char* to, std::size_t count, const char* format, ...) {
  va_list values;
  va_start(values, format);
  int length = jio_vsnprintf(to, count, format, values);
  va_end(values);
  return length;
}

int jio_vfprintf(std::FILE* file, const char* format, va_list values) {
  return minijvm::vm::vfprintf_hook != nullptr ? minijvm::vm::vfprintf_hook(file, format, values) : std::vfprintf(file, format, values);
}

int jio_fprintf(std::FILE* file, const char* format, ...) {
  va_list values;
  va_start(values, format);
  int length = jio_vfprintf(file, format, values);
  va_end(values);
  return length;
}

int jio_printf(const char* format, ...) {
  va_list values;
  va_start(values, format);
  int length = jio_vfprintf(stdout, format, values);
  va_end(values);
  return length;
}

}  // extern "C"
