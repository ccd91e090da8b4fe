// Sums eight bytes at a time by the processor's instruction, or one at a time by a table.
#include "base/checksum.h"

#include <array>
#include <cstring>

namespace minijvm {
namespace {

// The polynomial with its bits in reverse order.
constexpr std::uint32_t kPolynomial = 0x82f6'3b78;

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1) != 0 ? kPolynomial : 0);
    table[byte] = sum;
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> kTable = make_table();

[[gnu::target("sse4.2")]] std::uint32_t by_instruction(std::uint32_t sum, const std::uint8_t* at,
                                                       std::size_t count) {
  std::uint64_t wide = sum;
  for (; count >= 8; count -= 8, at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, at, sizeof eight);
    wide = __builtin_ia32_crc32di(wide, eight);
  }
  sum = static_cast<std::uint32_t>(wide);
  for (; count > 0; --count) sum = __builtin_ia32_crc32qi(sum, *at++);
  return sum;
}

}  // namespace

std::uint32_t add_crc32c_by_table(std::uint32_t sum, const std::uint8_t* at, std::size_t count) {
  for (; count > 0; --count) sum = (sum >> 8) ^ kTable[(sum ^ *at++) & 0xff];
  return sum;
}

std::uint32_t add_crc32c(std::uint32_t sum, const std::uint8_t* bytes, std::size_t count) {
  return __builtin_cpu_supports("sse4.2") ? by_instruction(sum, bytes, count)
                                          : add_crc32c_by_table(sum, bytes, count);
}

}  // namespace minijvm
