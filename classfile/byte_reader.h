// Reads big-endian numbers within bounds, JVMS 4: the u1, u2 and u4 of a class file.
// Tested by tests/classfile/byte_reader_test.cpp.
//
//   bytes   | ca fe ba be | 00 00 | 00 3d | 00 1d | ...
//             u4()          u2()    u2()    ^ position()
//
// A read past the end gives zero, moves to the end and makes the reader fail from then on. So a
// parser may read a whole structure and ask failed() once. Counts that are read after the failure
// are zero, which ends loops over them at once.
// Rejected: a result for each read. A structure of five numbers would need five checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace minijvm::classfile {

using Bytes = std::span<const std::uint8_t>;

// Returns the number that starts at `at`, most significant byte first. REQUIRES of the four
// functions: that many bytes are there.
inline std::uint16_t load_u2(const std::uint8_t* at) {
  return static_cast<std::uint16_t>((at[0] << 8) | at[1]);
}
inline std::uint32_t load_u4(const std::uint8_t* at) {
  return (std::uint32_t{at[0]} << 24) | (std::uint32_t{at[1]} << 16) | (std::uint32_t{at[2]} << 8) |
         at[3];
}
inline std::int32_t load_s4(const std::uint8_t* at) {
  return static_cast<std::int32_t>(load_u4(at));
}
inline std::uint64_t load_u8(const std::uint8_t* at) {
  return (std::uint64_t{load_u4(at)} << 32) | load_u4(at + 4);
}

// A position in a span of bytes, which the reader does not own.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  // Returns the next 1, 2 or 4 bytes as an unsigned number; 0 after a failure.
  std::uint8_t u1() {
    const std::uint8_t* at = take(1);
    return at == nullptr ? std::uint8_t{0} : *at;
  }
  std::uint16_t u2() {
    const std::uint8_t* at = take(2);
    return at == nullptr ? std::uint16_t{0} : load_u2(at);
  }
  std::uint32_t u4() {
    const std::uint8_t* at = take(4);
    return at == nullptr ? std::uint32_t{0} : load_u4(at);
  }
  // Returns the next `count` bytes without copying them; an empty span after a failure.
  Bytes bytes(std::size_t count) {
    const std::uint8_t* at = take(count);
    return at == nullptr ? Bytes() : Bytes(at, count);
  }
  void skip(std::size_t count) { take(count); }

  // Returns true if any read went past the end.
  bool failed() const { return failed_; }
  bool at_end() const { return position_ == bytes_.size(); }
  // Returns the offset of the next byte from the start of the span.
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }

 private:
  // Returns null once a read has failed, even if later reads ask for less.
  const std::uint8_t* take(std::size_t count) {
    if (count > remaining()) {
      failed_ = true;
      position_ = bytes_.size();
    }
    if (failed_)
      return nullptr;
    const std::uint8_t* at = bytes_.data() + position_;
    position_ += count;
    return at;
  }

  Bytes bytes_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace minijvm::classfile
