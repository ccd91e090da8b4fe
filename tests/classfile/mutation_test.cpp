// Proves that hostile bytes never crash the parser: real classes of the JDK with bytes flipped, cut, copied and counts
// blown up, by a fixed seed. Under ASan and UBSan it must be clean; what still parses must also disassemble.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "tests/classfile/support/parse_helpers.h"
#include "tools/classdump/class_text.h"

using namespace minijvm::classfile;

namespace {

const char* const kClasses[] = {"java/lang/Object",          "java/lang/String",
                                "java/util/HashMap",         "java/lang/invoke/MethodHandles",
                                "java/lang/Thread$State",    "java/lang/constant/ConstantDescs",
                                "java/lang/Runtime$Version", "java/util/stream/Collectors"};

using Generator = std::mt19937;

std::size_t below(Generator& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

void mutate(Generator& random, std::vector<std::uint8_t>* bytes) {
  const std::size_t edits = 1 + below(random, 4);
  for (std::size_t i = 0; i < edits && bytes->size() > 16; i++) {
    const std::size_t at = 8 + below(random, bytes->size() - 10);
    switch (below(random, 5)) {
      case 0:
        (*bytes)[at] = static_cast<std::uint8_t>((*bytes)[at] ^ (1u << below(random, 8)));
        break;
      case 1:
        (*bytes)[at] = static_cast<std::uint8_t>(random());
        break;
      // a count or an index out of all bounds
      case 2:
        (*bytes)[at] = (*bytes)[at + 1] = 0xff;
        break;
      case 3:
        (*bytes)[at] = (*bytes)[8 + below(random, bytes->size() - 10)];
        break;
      default:
        if (below(random, 4) == 0)
          bytes->resize(at);
        break;
    }
  }
}

}  // namespace

TEST_CASE("mutation: changed bytes of real classes parse or fail, and nothing else",
          "[classfile][mutation]") {
  const std::unique_ptr<JImage> image = jdk_image();
  REQUIRE(image != nullptr);
  const char* chosen = std::getenv("MINIJVM_TEST_SEED");
  const unsigned seed =
      chosen != nullptr ? static_cast<unsigned>(std::strtoul(chosen, nullptr, 10)) : 17;
  INFO("MINIJVM_TEST_SEED=" << seed);
  Generator random(seed);
  std::size_t survivors = 0;
  for (const char* name : kClasses) {
    const std::vector<std::uint8_t> original = jdk_class(*image, name);
    REQUIRE_FALSE(original.empty());
    for (unsigned round = 0; round < 400; round++) {
      std::vector<std::uint8_t> bytes = original;
      mutate(random, &bytes);
      const auto parsed =
          parse_class_file(bytes, {.check_format = round % 2 == 0, .allow_module = true});
      if (!parsed) {
        REQUIRE_FALSE(parsed.error().message.empty());
        continue;
      }
      survivors++;
      if (round % 8 == 0)
        REQUIRE_FALSE(minijvm::classdump::dump_class(parsed.value()).empty());
    }
  }
  REQUIRE(survivors > 0);
}
