// The jio_* functions are the C library's printf family in the form that the JDK's libraries
// expect. They may be called in any thread state, also by threads that are not attached.
// Tested by tests/vm/native/jio_test.cpp.
#include <cstdarg>
#include <cstddef>
#include <cstdio>

extern "C" {

// Returns -1 if the text was cut off, unlike the C library, which returns the full length.
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
  return std::vfprintf(file, format, values);
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
