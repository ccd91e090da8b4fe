// Name to bytes along a path of directories and jars, for -Xbootclasspath/a (the class path proper belongs to Java).
// Proved by tests/classfile/class_path_test.cpp. Any thread may ask at any time: a mutex guards libzip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/path/jar_file.h"

namespace minijvm::classfile {

class ClassPath {
 public:
  ClassPath() = default;
  // Elements separated by ':'; empty ones are skipped. What is neither a directory nor a zip finds nothing, as HotSpot has it.
  explicit ClassPath(std::string_view path) { append(path); }

  // Adds at the end: Instrumentation.appendToBootstrapClassLoaderSearch, JVMTI AddToBootstrapClassLoaderSearch.
  void append(std::string_view path);
  bool empty() const;

  // Bytes of "p/C.class" or any resource. False: no element has it. *element (may be null): the element that had it.
  bool read(std::string_view resource, std::vector<std::uint8_t>* out, std::string* element = nullptr) const;

 private:
  struct Element {
    std::string path;
    std::unique_ptr<JarFile> jar;  // null: a directory
  };
  void append_one(std::string_view path);

  mutable std::mutex mutex_;
  std::vector<Element> elements_;  // guarded by mutex_
};

// A whole file. False: cannot be read or is no regular file.
bool read_file(const std::string& path, std::vector<std::uint8_t>* out);

}  // namespace minijvm::classfile
