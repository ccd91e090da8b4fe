// Proves the jio_* functions' departures from the C library: -1 on truncation and on an empty buffer.
#include <catch2/catch.hpp>
#include <string>

extern "C" int jio_snprintf(char* to, std::size_t count, const char* format, ...);

TEST_CASE("jio_snprintf: the length when it fits, -1 when it does not", "[vm][native]") {
  char text[8];
  CHECK(jio_snprintf(text, sizeof text, "%s", "seven77") == 7);
  CHECK(std::string(text) == "seven77");
  CHECK(jio_snprintf(text, sizeof text, "%s", "eight888") == -1);
  CHECK(std::string(text) == "eight88");
  CHECK(jio_snprintf(text, 0, "x") == -1);
}
