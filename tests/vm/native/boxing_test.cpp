// Proves the conversions that reflection allows (JLS 5.1.2), all 64 pairs, and the truncation of native results.
#include "vm/java/boxing.h"

#include <catch2/catch.hpp>
#include <string>

using namespace minijvm::vm;
using minijvm::runtime::BasicType;
using minijvm::runtime::Slot;

namespace {

// Each row is a source type, each letter a target it widens to.
constexpr struct {
  char from;
  const char* to;
} kWidenings[] = {{'Z', "Z"},    {'B', "BSIJFD"}, {'S', "SIJFD"}, {'C', "CIJFD"},
                  {'I', "IJFD"}, {'J', "JFD"},    {'F', "FD"},    {'D', "D"}};

BasicType type(char letter) { return minijvm::runtime::type_of_descriptor(letter); }

Slot int_slot(std::int32_t value) {
  Slot slot{};
  slot.set_int(value);
  return slot;
}

std::int32_t truncated(char letter, std::int32_t value) {
  Slot slot = int_slot(value);
  truncate_to(type(letter), &slot);
  return slot.as_int();
}

}  // namespace

TEST_CASE("widening: exactly the pairs of JLS 5.1.2 and identity", "[vm][boxing]") {
  for (const auto& row : kWidenings) {
    for (char to : std::string("ZBSCIJFD")) {
      Slot slot{};
      INFO(row.from << " to " << to);
      CHECK(widen(type(row.from), type(to), &slot) ==
            (std::string(row.to).find(to) != std::string::npos));
    }
  }
}

TEST_CASE("widening: values arrive whole", "[vm][boxing]") {
  Slot slot = int_slot(-5);
  CHECK(widen(BasicType::kInt, BasicType::kLong, &slot));
  CHECK(slot.as_long() == -5);
  CHECK(widen(BasicType::kLong, BasicType::kFloat, &slot));
  CHECK(slot.as_float() == -5.0f);
  CHECK(widen(BasicType::kFloat, BasicType::kDouble, &slot));
  CHECK(slot.as_double() == -5.0);
  slot = int_slot(0xffff);
  CHECK(widen(BasicType::kChar, BasicType::kDouble, &slot));
  CHECK(slot.as_double() == 65535.0);
  slot = int_slot(-128);
  CHECK(widen(BasicType::kByte, BasicType::kShort, &slot));
  CHECK(slot.as_int() == -128);
}

TEST_CASE("truncation: native results are cut to their type", "[vm][boxing]") {
  CHECK(truncated('Z', 0x100) == 0);
  CHECK(truncated('Z', 0x80) == 1);
  CHECK(truncated('B', 0x1ff) == -1);
  CHECK(truncated('C', -1) == 0xffff);
  CHECK(truncated('S', 0x18000) == -32768);
  CHECK(truncated('I', -7) == -7);
}
