// Proves the form of the counters' file, byte by byte where a reader depends on it.
#include "tools/perfdata/perf_memory.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <string>

using namespace minijvm::vm;
using namespace minijvm::vm::perfdata;

namespace {

struct Memory {
  alignas(8) std::byte bytes[512] = {};
  PerfMemory counters;
  Memory() { counters.begin(bytes); }

  template <class T>
  T at(std::size_t offset) const {
    T value;
    std::memcpy(&value, bytes + offset, sizeof value);
    return value;
  }
};

// Reads one entry as a reader does, at the place of an entry.
std::string entry_at(const Memory& memory, std::size_t at) {
  const auto* bytes = reinterpret_cast<const char*>(memory.bytes) + at;
  const char* value = bytes + memory.at<std::int32_t>(at + 16);
  const std::string name = bytes + memory.at<std::int32_t>(at + 4);
  if (memory.at<std::int32_t>(at + 8) > 0) {
    return name + "=\"" + value + '"';
  }
  std::int64_t number = 0;
  std::memcpy(&number, value, sizeof number);
  return name + '=' + std::to_string(number);
}

}  // namespace

TEST_CASE("perf_memory: the prologue is that of format 2.0", "[perfdata]") {
  Memory memory;
  const std::uint8_t expected[] = {0xCA, 0xFE, 0xC0, 0xC0, 1, 2, 0, 0};
  CHECK(std::memcmp(memory.bytes, expected, sizeof expected) == 0);
  memory.counters.open();
  CHECK(memory.at<std::uint8_t>(7) == 1);
  CHECK(memory.at<std::int32_t>(8) == 32);   // used
  CHECK(memory.at<std::int32_t>(24) == 32);  // the first entry
  CHECK(memory.at<std::int32_t>(28) == 0);
}

TEST_CASE("perf_memory: a number's entry", "[perfdata]") {
  Memory memory;
  std::byte* value =
      memory.counters.add_number({"a.bcd", CounterUnit::kTicks, Variability::kMonotonic}, 17);
  REQUIRE(value == memory.bytes + 64);  // 32 + 20 + "a.bcd" and its zero byte, aligned
  CHECK(entry_at(memory, 32) == "a.bcd=17");
  store_number(value, -5);
  CHECK(memory.at<std::int32_t>(28) == 1);
  CHECK(memory.at<std::int32_t>(32) == 40);  // bytes
  CHECK(memory.at<std::int32_t>(36) == 20);  // the name's place
  CHECK(memory.at<std::int32_t>(40) == 0);   // a single number
  CHECK(memory.at<char>(44) == 'J');
  CHECK(memory.at<std::uint8_t>(45) == 0);  // no promise
  CHECK(memory.at<std::uint8_t>(46) == 3);
  CHECK(memory.at<std::uint8_t>(47) == 2);
  CHECK(memory.at<std::int32_t>(48) == 32);  // the value's place
  CHECK(entry_at(memory, 32) == "a.bcd=-5");
}

TEST_CASE("perf_memory: a text is cut at its room, and an old one leaves nothing behind",
          "[perfdata]") {
  Memory memory;
  std::byte* value = memory.counters.add_text(
      {"text", CounterUnit::kString, Variability::kVariable, 6}, "also long");
  REQUIRE(value != nullptr);
  CHECK(entry_at(memory, 32) == "text=\"also \"");
  CHECK(memory.at<char>(44) == 'B');
  CHECK(memory.at<std::int32_t>(40) == 6);
  store_text(value, 6, "too long");
  CHECK(entry_at(memory, 32) == "text=\"too l\"");
  store_text(value, 6, "ab");
  CHECK(entry_at(memory, 32) == "text=\"ab\"");
  CHECK(std::memcmp(value, "ab\0\0\0\0", 6) == 0);
}

TEST_CASE("perf_memory: entries are found by name, and where there is no room none is made",
          "[perfdata]") {
  Memory memory;
  CHECK_FALSE(memory.counters.has("java.one"));
  REQUIRE(memory.counters.add_number({"java.one"}, 1) != nullptr);
  CHECK(memory.at<std::uint8_t>(45) == 1);  // supported
  CHECK(memory.counters.has("java.one"));
  CHECK(memory.counters.add_number({"java.one"}, 2) == nullptr);
  CHECK_FALSE(memory.counters.has("java.on"));
  const auto used = memory.at<std::int32_t>(8);
  CHECK(memory.counters.add_text({"large", CounterUnit::kString, Variability::kConstant, 4000},
                                 "") == nullptr);
  CHECK(memory.at<std::int32_t>(8) == used);
  CHECK(memory.at<std::int32_t>(12) > 4000);  // what was missing
  int more = 0;
  while (memory.counters.add_number({"n" + std::to_string(more)}, more) != nullptr) {
    ++more;
  }
  CHECK(memory.at<std::int32_t>(28) == more + 1);
  CHECK(memory.at<std::int32_t>(8) <= 512);
}
