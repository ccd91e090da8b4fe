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

std::uint64_t load_word(const std::uint8_t* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

[[gnu::target("sse4.2")]] std::uint32_t by_instruction(std::uint32_t sum, const std::uint8_t* at,
                                                       std::size_t count) {
  std::uint64_t wide = sum;
  for (; count >= 8; count -= 8, at += 8) wide = __builtin_ia32_crc32di(wide, load_word(at));
  sum = static_cast<std::uint32_t>(wide);
  for (; count > 0; --count) sum = __builtin_ia32_crc32qi(sum, *at++);
  return sum;
}

// Sums three blocks at the same time: the instruction has a latency of three cycles. The sums are
// three variables, so that they stay in registers.
[[gnu::target("sse4.2")]] void sum_three(std::uint32_t (&sums)[3], const std::uint8_t* first,
                                         std::size_t bytes) {
  const std::uint8_t* second = first + bytes;
  const std::uint8_t* third = second + bytes;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  for (std::size_t at = 0; at < bytes; at += sizeof a) {
    a = __builtin_ia32_crc32di(a, load_word(first + at));
    b = __builtin_ia32_crc32di(b, load_word(second + at));
    c = __builtin_ia32_crc32di(c, load_word(third + at));
  }
  sums[0] = static_cast<std::uint32_t>(a);
  sums[1] = static_cast<std::uint32_t>(b);
  sums[2] = static_cast<std::uint32_t>(c);
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

std::uint32_t block_checksum(const std::uint8_t* bytes, std::size_t count) {
  const std::size_t third = count / (3 * sizeof(std::uint64_t)) * sizeof(std::uint64_t);
  std::uint32_t sums[3];
  if (__builtin_cpu_supports("sse4.2")) {
    sum_three(sums, bytes, third);
  } else {
    for (std::size_t lane = 0; lane < 3; ++lane)
      sums[lane] = add_crc32c_by_table(0, bytes + lane * third, third);
  }
  // The bytes that do not fill a word of each third are summed with the three.
  const std::uint32_t sum =
      add_crc32c(~std::uint32_t{0}, reinterpret_cast<const std::uint8_t*>(sums), sizeof sums);
  return add_crc32c(sum, bytes + 3 * third, count - 3 * third);
}

}  // namespace minijvm
