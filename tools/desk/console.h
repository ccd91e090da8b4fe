// Keeps what the program has printed and read, in gaps between stops. A program may print any
// amount, so only the newest 5 MB are kept; a gap that has lost something begins with a line that
// says so.
//
//   gap 0         gap 1                 the open gap
//   out "a\n"     err "b\n" out "c\n"   out "d\n" ...
//
// Tested by tests/tools/desk/console_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "tools/desk/program_streams.h"

namespace minijvm::desk {

// The word of a recording for the stream: out, err, in.
std::string_view stream_word(Stream stream);

// The line that stands where output is not kept.
std::string missing_line(std::uint64_t bytes);

class Console {
 public:
  static constexpr std::size_t kKept = std::size_t{5} << 20;

  // Adds to the open gap.
  void add(Stream stream, std::string_view text);
  // Ends the open gap and begins the next.
  void begin_gap() { gaps_.emplace_back(); }
  // The gap as JSON: [["out","text"],...]. The open gap is the last one.
  std::string gap_text(std::size_t number) const;
  std::size_t open_gap() const { return gaps_.size() - 1; }

 private:
  struct Part {
    Stream stream;
    std::string text;
  };
  struct Gap {
    std::uint64_t missing = 0;  // bytes that are not kept, at its beginning
    std::deque<Part> parts;
  };

  void forget_oldest();

  std::vector<Gap> gaps_{1};
  std::size_t oldest_ = 0;  // the first gap that may hold something
  std::size_t kept_ = 0;
};

}  // namespace minijvm::desk
