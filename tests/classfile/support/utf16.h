// A whole string in modified UTF-8 as UTF-16, for the tests that go there and back.
#pragma once

#include <string>
#include <string_view>

#include "classfile/modified_utf8.h"

namespace minijvm::classfile {

inline std::u16string to_utf16(std::string_view bytes) {
  std::u16string units;
  for (std::size_t at = 0; at < bytes.size();) units += next_utf16(bytes, &at);
  return units;
}

}  // namespace minijvm::classfile
