// Proves: a promotion buffer hands out its piece but for the filler's reserve, takes the last copy back, and grows with the piece behind it.
#include "gc/young/promotion_buffer.h"

#include <catch2/catch.hpp>

namespace minijvm::gc::test {

TEST_CASE("promotion buffer: allocation, taking back, extension", "[gc][promotion_buffer]") {
  alignas(8) std::byte memory[256];
  PromotionBuffer buffer;
  CHECK_FALSE(buffer.is_installed());
  CHECK(buffer.allocate(16) == nullptr);
  buffer.install(memory, 128);
  CHECK(buffer.piece_end() == memory + 128);
  CHECK(buffer.allocate(100) == memory);
  CHECK(buffer.allocate(24) == nullptr);
  CHECK(buffer.free() == 128 - kMinFillerBytes - 100);
  buffer.take_back(memory);
  CHECK(buffer.allocate(112) == memory);
  buffer.extend(128);
  CHECK(buffer.allocate(128) == memory + 112);
  CHECK(buffer.piece_end() == memory + 256);
  buffer.forget();
  CHECK_FALSE(buffer.is_installed());
}

}  // namespace minijvm::gc::test
