// A jar or zip read entry by entry through libzip. Proved by tests/classfile/class_path_test.cpp.
// Not thread-safe: libzip is not; ClassPath locks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct zip;

namespace minijvm::classfile {

class JarFile {
 public:
  // Null: not there, or no zip.
  static std::unique_ptr<JarFile> open(const std::string& path);
  ~JarFile();
  JarFile(const JarFile&) = delete;
  JarFile& operator=(const JarFile&) = delete;

  // False: no such entry, or it is damaged.
  bool read(std::string_view entry, std::vector<std::uint8_t>* out) const;
  // Names of all entries, in the central directory's order.
  std::vector<std::string> entries() const;
  const std::string& path() const { return path_; }

 private:
  JarFile(std::string path, struct zip* archive) : path_(std::move(path)), archive_(archive) {}
  std::string path_;
  struct zip* archive_;
};

}  // namespace minijvm::classfile
