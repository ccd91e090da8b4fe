// Computes CRC-32C (the polynomial of Castagnoli, RFC 3720 appendix B.4), which x86-64 processors
// have an instruction for: a file of the VM says with it that its bytes are those that were
// written, and java.util.zip.CRC32C is computed with it.
// Tested by tests/base/checksum_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm {

// Returns the sum of the bytes; `sum` is that of the bytes before them, without the inversions at
// the beginning and at the end, which RFC 3720 makes once: ~add_crc32c(~0, bytes, count).
std::uint32_t add_crc32c(std::uint32_t sum, const std::uint8_t* bytes, std::size_t count);
// Returns the same without the instruction, for other processors.
std::uint32_t add_crc32c_by_table(std::uint32_t sum, const std::uint8_t* bytes, std::size_t count);

// Returns a sum of the bytes that differs from CRC-32C but finds the same changes: the sums of
// three thirds, which the processor computes at the same time, summed up. It is for the VM's own
// files.
std::uint32_t block_checksum(const std::uint8_t* bytes, std::size_t count);

}  // namespace minijvm
