// A jar or zip file, read entry by entry through libzip.
// Tested by tests/classfile/class_path_test.cpp. Not thread-safe, because libzip is not; ClassPath
// has a mutex around the calls.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct zip;

namespace minijvm::classfile {

struct Libzip;

// Owns the open archive.
class JarFile {
 public:
  // Returns null if the file does not exist or is no zip, or if there is no libzip.
  static std::unique_ptr<JarFile> open(const std::string& path);
  ~JarFile();
  JarFile(const JarFile&) = delete;
  JarFile& operator=(const JarFile&) = delete;

  // Decompresses one entry. Returns false, and leaves *out unchanged, if there is no such entry, or
  // if it is damaged or larger than 1 GiB.
  bool read(std::string_view entry, std::vector<std::uint8_t>* out) const;
  // Returns the names of all entries, in the order of the central directory.
  std::vector<std::string> entries() const;
  const std::string& path() const { return path_; }

 private:
  JarFile(std::string path, std::unique_ptr<const Libzip> library, struct zip* archive);
  std::string path_;
  std::unique_ptr<const Libzip> library_;
  struct zip* archive_;
};

}  // namespace minijvm::classfile
