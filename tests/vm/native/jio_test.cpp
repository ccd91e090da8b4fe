// Proves the jio_* functions' departures from the C library: -1 on truncation and on an empty buffer; the vfprintf hook.
#include "vm/native/jio.h"

#include <catch2/catch.hpp>
#include <string>

extern "C" int jio_snprintf(char* to, std::size_t count, const char* format, ...);
extern "C" int jio_fprintf(std::FILE* file, const char* format, ...);

TEST_CASE("jio_snprintf: the length when it fits, -1 when it does not", "[vm][native]") {
  char text[8];
  CHECK(jio_snprintf(text, sizeof text, "%s", "seven77") == 7);
  CHECK(std::string(text) == "seven77");
  CHECK(jio_snprintf(text, sizeof text, "%s", "eight888") == -1);
  CHECK(std::string(text) == "eight88");
  CHECK(jio_snprintf(text, 0, "x") == -1);
}

namespace {
std::string printed;
int record(std::FILE*, const char* format, va_list values) {
  char text[64];
  int length = std::vsnprintf(text, sizeof text, format, values);
  printed += text;
  return length;
}
}  // namespace

TEST_CASE("jio_fprintf: goes through the hook of JNI_CreateJavaVM", "[vm][native]") {
  minijvm::vm::set_vfprintf_hook(record);
  CHECK(jio_fprintf(stderr, "%d-%s", 4, "x") == 3);
  minijvm::vm::set_vfprintf_hook(nullptr);
  CHECK(printed == "4-x");
}
