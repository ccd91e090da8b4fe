// Bytes of a flight recording: numbers that take few bytes if they are small, floats, texts, and
// records that begin with their size.
// Tested by tests/tools/record/jfr_encoding_test.cpp.
//
//   number   LEB128: 7 bits a byte, low bits first, the high bit says that more follow. The ninth
//            byte, if there is one, holds the last 8 bits whole, so no number takes ten.
//   float    its 4 bytes, big-endian; so are the numbers of the chunk's header
//   text     a byte that says how it is written: 0 null, 1 empty, 3 size and UTF-8. The format has
//            more forms (a number in a pool, UTF-16, Latin-1), which we do not use.
//   record   its size, which counts the bytes of the size, too; then the rest
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::vm::record::jfr {

// Returns how many bytes a number takes as LEB128.
std::size_t leb128_size(std::uint64_t number);

// Returns the size that a record begins with if so many bytes follow it.
std::uint64_t size_with_itself(std::uint64_t rest);

class Encoder {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void leb128(std::uint64_t number);
  void big_endian16(std::uint16_t value) { big_endian(value, 2); }
  void big_endian32(std::uint32_t value) { big_endian(value, 4); }
  void big_endian64(std::uint64_t value) { big_endian(value, 8); }
  void float32(float value);
  // A view without data is null; an empty view that has data is the empty text. Takes UTF-8, or
  // the modified UTF-8 of class files, and writes UTF-8. Half a surrogate pair becomes U+FFFD.
  void text(std::string_view text);
  // The same, but empty texts are written as UTF-8 of no bytes, and null as well: the values of
  // pools must be so, for a converter to flame graphs knows no other form there.
  void utf8(std::string_view text);
  // The size and then these bytes.
  void record(std::string_view rest);
  void raw(std::string_view bytes) { bytes_ += bytes; }

  std::string_view bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  // Keeps the memory.
  void clear() { bytes_.clear(); }

 private:
  void big_endian(std::uint64_t value, int bytes);
  std::string bytes_;
};

}  // namespace minijvm::vm::record::jfr
