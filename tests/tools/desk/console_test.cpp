// Output stays in its order and its gap, and only so much of it is kept.
#include "tools/desk/console.h"

#include <string>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

TEST_CASE("console: neighbours of one stream are one text", "[desk][console]") {
  Console console;
  console.add(Stream::kOut, "a");
  console.add(Stream::kOut, "b\n");
  console.add(Stream::kErr, "c");
  console.begin_gap();
  console.add(Stream::kIn, "d");
  CHECK(console.gap_text(0) == R"([["out","ab\n"],["err","c"]])");
  CHECK(console.gap_text(console.open_gap()) == R"([["in","d"]])");
}

TEST_CASE("console: the oldest output is dropped, and a line says so", "[desk][console]") {
  Console console;
  console.add(Stream::kOut, "first\n");
  console.begin_gap();
  const std::string part(1000, 'x');
  for (std::size_t i = 0; i < 2 * Console::kKept; i += part.size()) {
    console.add(Stream::kOut, part);
  }
  console.add(Stream::kErr, "last\n");
  CHECK(console.gap_text(0) == R"([["out","[6 bytes of output are not kept]\n"]])");
  const std::string text = console.gap_text(1);
  CHECK(text.starts_with(R"([["out","[52)"));
  CHECK(text.ends_with(R"(["err","last\n"]])"));
  CHECK(text.size() < Console::kKept + 200);
}

}  // namespace
}  // namespace minijvm::desk
