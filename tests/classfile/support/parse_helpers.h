// What parser tests ask over and over: the error text of some bytes, and classes of the JDK.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "classfile/class_file_parser.h"
#include "classfile/path/jimage.h"

namespace minijvm::classfile {

// Empty: the bytes parse.
inline std::string error_of(const std::vector<std::uint8_t>& bytes,
                            const ParseOptions& options = {}) {
  const Expected<ClassFile, FormatError> parsed = parse_class_file(bytes, options);
  return parsed.ok() ? std::string() : parsed.error().message;
}

// The image of the JDK that the build found; null fails the test that asked.
inline std::unique_ptr<JImage> jdk_image() {
  Expected<std::unique_ptr<JImage>, std::string> opened = JImage::open(MINIJVM_JDK_HOME);
  return opened.ok() ? opened.take() : nullptr;
}

// A class of java.base by its internal name; empty fails the test that asked.
inline std::vector<std::uint8_t> jdk_class(const JImage& image, const std::string& name) {
  std::vector<std::uint8_t> bytes;
  image.read("java.base", name + ".class", &bytes);
  return bytes;
}

}  // namespace minijvm::classfile
