// Writes numbers and texts as a flight recording holds them (encoding.h). Pure computation: it
// needs no thread state.
// Tested by tests/tools/record/jfr_encoding_test.cpp.
#include "tools/record/jfr/encoding.h"

#include <bit>

#include "base/text/utf8.h"

namespace minijvm::vm::record::jfr {

namespace {
constexpr int kPayloadBits = 7;
constexpr std::size_t kMostBytes = 9;
constexpr std::uint8_t kMoreFollows = 0x80;

constexpr std::uint8_t kNullText = 0;
constexpr std::uint8_t kEmptyText = 1;
constexpr std::uint8_t kUtf8Text = 3;
}  // namespace

std::size_t leb128_size(std::uint64_t number) {
  std::size_t size = 1;
  while (size < kMostBytes && (number >>= kPayloadBits) != 0) {
    size++;
  }
  return size;
}

std::uint64_t size_with_itself(std::uint64_t rest) {
  std::uint64_t size = rest + 1;
  while (rest + leb128_size(size) != size) {
    size = rest + leb128_size(size);
  }
  return size;
}

void Encoder::leb128(std::uint64_t number) {
  const std::size_t size = leb128_size(number);
  for (std::size_t i = 1; i < size; i++) {
    byte(static_cast<std::uint8_t>(number) | kMoreFollows);
    number >>= kPayloadBits;
  }
  byte(static_cast<std::uint8_t>(number));
}

void Encoder::big_endian(std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    byte(static_cast<std::uint8_t>(value >> shift));
  }
}

void Encoder::float32(float value) { big_endian32(std::bit_cast<std::uint32_t>(value)); }

void Encoder::text(std::string_view text) {
  if (text.data() == nullptr) {
    byte(kNullText);
  } else if (text.empty()) {
    byte(kEmptyText);
  } else {
    utf8(text);
  }
}

void Encoder::utf8(std::string_view text) {
  byte(kUtf8Text);
  if (!is_modified_utf8(text)) {
    leb128(text.size());
    raw(text);
    return;
  }
  const std::string converted = utf8_of_modified(text);
  leb128(converted.size());
  raw(converted);
}

void Encoder::record(std::string_view rest) {
  leb128(size_with_itself(rest.size()));
  raw(rest);
}

}  // namespace minijvm::vm::record::jfr
