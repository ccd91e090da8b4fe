// Writes and reads the numbers and texts that a journal's entries consist of. The reader trusts
// nothing: it never reads beyond the end, and after the first fault all that it returns is zero or
// empty.
//
//   number   seven bits a byte, the lowest first; all but the last byte have the highest bit set
//   signed   the number 2n, or -2n - 1 if n is negative
//   text     its length as a number, then its bytes
//
// Tested by tests/vm/native/journal_file_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::vm {

class JournalWriter {
 public:
  void byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  void number(std::uint64_t value);
  void signed_number(std::int64_t value);
  void text(std::string_view value);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class JournalReader {
 public:
  explicit JournalReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte();
  std::uint64_t number();
  std::int64_t signed_number();
  std::string_view text();
  // Returns so many bytes; REQUIRES nothing: fewer are a fault.
  std::string_view take(std::uint64_t count);
  // A number that is greater is a fault.
  std::uint64_t number_up_to(std::uint64_t most);

  void fail() {
    is_good_ = false;
    rest_ = {};
  }
  bool is_good() const { return is_good_; }
  std::string_view rest() const { return rest_; }
  // Everything was read, and nothing was wrong.
  bool is_complete() const { return is_good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_good_ = true;
};

}  // namespace minijvm::vm
