// Makes text of what a program prints: it may print any bytes, and cut a letter in two.
// Tested by tests/tools/desk/plain_text_test.cpp.
#pragma once

#include <string>
#include <string_view>

namespace minijvm::desk {

// Bytes in, UTF-8 out (RFC 3629). A byte that is none becomes U+FFFD. The bytes of a letter that is
// not complete wait for the next part.
class PlainText {
 public:
  std::string add(std::string_view part);
  // Returns U+FFFD if the last letter has not been completed.
  std::string end();

 private:
  std::string waiting_;  // the beginning of a letter
};

}  // namespace minijvm::desk
