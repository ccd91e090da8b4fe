// Copies a class file, a directory tree or a jar, and passes each class in it through an editor.
// Tested by tests/tools/desync_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace minijvm::desync {

// Decides what happens to each class of the copy.
class ClassEditor {
 public:
  virtual ~ClassEditor() = default;
  // Returns the new bytes of the class, or nothing to leave it as it is. `entry` says where the
  // class was found, for messages.
  virtual std::optional<std::vector<std::uint8_t>> edit(const std::string& entry,
                                                        const std::vector<std::uint8_t>& bytes) = 0;
};

// Makes `to` of the same kind as `from`: a file, a directory or a jar. In a jar the signature files
// META-INF/*.SF, *.RSA, *.DSA and *.EC are left out, because the signatures would no longer be
// valid. Returns an empty string on success, else a sentence; the copy at `to` is then incomplete.
std::string copy_classes(const std::string& from, const std::string& to, ClassEditor& editor);

}  // namespace minijvm::desync
