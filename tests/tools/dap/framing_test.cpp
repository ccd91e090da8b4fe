// Proves that messages are cut out of any stream of bytes, that a stream that is none is refused,
// and that what is sent is UTF-8.
#include "tools/desk/dap/framing.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace minijvm::desk::dap;

namespace {

// All bodies of the stream, which comes in pieces of that size.
std::vector<std::string> bodies_of(const std::string& stream, std::size_t piece) {
  MessageReader reader;
  std::vector<std::string> bodies;
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    reader.add(std::string_view(stream).substr(at, piece));
    for (auto body = reader.next(); body; body = reader.next()) {
      bodies.push_back(*body);
    }
  }
  CHECK(reader.failure().empty());
  return bodies;
}

std::string failure_of(const std::string& stream) {
  MessageReader reader;
  reader.add(stream);
  while (reader.next()) {
  }
  return reader.failure();
}

}  // namespace

TEST_CASE("dap framing: messages may come in pieces or together") {
  const std::string stream = framed("{}") + "content-length :3\r\nX: y\r\n\r\nabc" + framed("") +
                             framed(std::string(70'000, 'x'));
  const std::vector<std::string> wanted = {"{}", "abc", "", std::string(70'000, 'x')};
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, stream.size()}) {
    CHECK(bodies_of(stream, piece) == wanted);
  }
}

TEST_CASE("dap framing: a header that is none ends the stream with a sentence") {
  for (const char* header :
       {"\r\n\r\n", "X: y\r\n\r\n", "hello\r\n\r\n", "Content-Length: \r\n\r\n",
        "Content-Length: 1x\r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 4194305\r\n\r\n",
        "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "Content-Length: 2\n\n{}"}) {
    CAPTURE(header);
    CHECK_FALSE(failure_of(header).empty());
  }
  CHECK_FALSE(failure_of(std::string(5000, 'x')).empty());
  CHECK(failure_of("Content-Length: 4194304\r\n\r\n").empty());
  CHECK(failure_of("Content-Le").empty());
}

TEST_CASE("dap framing: nothing is read behind a failure") {
  MessageReader reader;
  reader.add("wrong\r\n\r\n" + framed("{}"));
  CHECK_FALSE(reader.next());
  reader.add(framed("{}"));
  CHECK_FALSE(reader.next());
}

TEST_CASE("dap framing: what is no UTF-8 becomes U+FFFD") {
  CHECK(framed("\xff") == "Content-Length: 3\r\n\r\n\uFFFD");
}
