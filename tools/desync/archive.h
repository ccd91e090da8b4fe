// Copies a class file, a directory tree or a jar, with each of its classes passed through an editor. Proved by tests/tools/desync_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace minijvm::desync {

class ClassEditor {
 public:
  virtual ~ClassEditor() = default;
  // `entry` is where the class was found, for messages. Nothing: leave the bytes as they are.
  virtual std::optional<std::vector<std::uint8_t>> edit(const std::string& entry, const std::vector<std::uint8_t>& bytes) = 0;
};

// What `from` is, `to` becomes: file, directory or jar. In a jar META-INF/*.SF, *.RSA, *.DSA and *.EC are left out: the signatures would not
// hold any more. Empty when it went well, else a sentence; what is then at `to` is not complete.
std::string copy_classes(const std::string& from, const std::string& to, ClassEditor& editor);

}  // namespace minijvm::desync
