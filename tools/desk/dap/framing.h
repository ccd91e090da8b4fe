// The outermost layer of the Debug Adapter Protocol ("Base Protocol"): a header, an empty line, and
// a body of as many bytes as the header says.
//
//   Content-Length: 119\r\n
//   \r\n
//   {"seq":153,"type":"request","command":"next","arguments":{"threadId":3}}
//
// A header that cannot be understood leaves no way to tell where the next message begins. So the
// first such header is the end of the conversation.
// Tested by tests/tools/dap/framing_test.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace minijvm::desk::dap {

// Cuts a stream of bytes into bodies. The bytes may come in pieces of any size.
class MessageReader {
 public:
  static constexpr std::size_t kMostHeader = 4096;
  static constexpr std::size_t kMostBody = std::size_t{4} << 20;

  void add(std::string_view bytes) { waiting_ += bytes; }
  // Returns the next body; nothing if more bytes are needed, or after a failure.
  std::optional<std::string> next();
  // Returns a sentence that says what is wrong with the stream. Empty: nothing.
  const std::string& failure() const { return failure_; }

 private:
  // Returns false if there is no whole header yet, or if it is wrong.
  bool read_header();
  bool read_field(std::string_view line);
  bool fail(std::string sentence);

  std::string waiting_;
  // The length of the body whose header has been read.
  std::optional<std::size_t> length_;
  std::string failure_;
};

// Returns the body with its header. Bytes that are not UTF-8, which a program may print or put in a
// name, become U+FFFD, since the protocol knows no others.
std::string framed(std::string_view body);

}  // namespace minijvm::desk::dap
