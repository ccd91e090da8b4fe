// Numbers and texts of entries. No thread state matters.
#include "vm/natives/world/journal/journal_bytes.h"

namespace minijvm::vm {
namespace {

constexpr unsigned kBits = 7;
constexpr std::uint8_t kMore = 0x80;
constexpr unsigned kMostShift = 63;

}  // namespace

void JournalWriter::number(std::uint64_t value) {
  while (value >= kMore) {
    byte(static_cast<std::uint8_t>(value) | kMore);
    value >>= kBits;
  }
  byte(static_cast<std::uint8_t>(value));
}

void JournalWriter::signed_number(std::int64_t value) {
  const std::uint64_t doubled = static_cast<std::uint64_t>(value) << 1U;
  number(value < 0 ? ~doubled : doubled);
}

void JournalWriter::text(std::string_view value) {
  number(value.size());
  bytes_ += value;
}

std::uint8_t JournalReader::byte() {
  if (rest_.empty()) {
    fail();
    return 0;
  }
  const auto value = static_cast<std::uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return value;
}

std::uint64_t JournalReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift <= kMostShift; shift += kBits) {
    const std::uint8_t next = byte();
    value |= static_cast<std::uint64_t>(next & (kMore - 1)) << shift;
    if ((next & kMore) == 0) {
      return is_good_ ? value : 0;
    }
  }
  fail();
  return 0;
}

std::int64_t JournalReader::signed_number() {
  const std::uint64_t value = number();
  const std::uint64_t half = value >> 1U;
  return static_cast<std::int64_t>((value & 1U) != 0 ? ~half : half);
}

std::uint64_t JournalReader::number_up_to(std::uint64_t most) {
  const std::uint64_t value = number();
  if (value > most) {
    fail();
    return 0;
  }
  return value;
}

std::string_view JournalReader::text() { return take(number()); }

std::string_view JournalReader::take(std::uint64_t count) {
  if (count > rest_.size()) {
    fail();
    return {};
  }
  const std::string_view taken = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return taken;
}

}  // namespace minijvm::vm
