// Finds bytes by name along a path of directories and jars. -Xbootclasspath/a is such a path; the
// class path proper is searched by Java code.
// Tested by tests/classfile/class_path_test.cpp. Any thread may search at any time: a mutex guards
// libzip, which is not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/native_mutex.h"
#include "classfile/path/jar_file.h"

namespace minijvm::classfile {

// An ordered list of directories and jars, which only grows.
class ClassPath {
 public:
  ClassPath() = default;
  // The elements are separated by ':'; empty ones are skipped. HOTSPOT: an element that is neither
  // a directory nor a zip file is ignored, without an error.
  explicit ClassPath(std::string_view path) { append(path); }

  // Adds elements at the end, for Instrumentation.appendToBootstrapClassLoaderSearch and JVMTI
  // AddToBootstrapClassLoaderSearch.
  void append(std::string_view path);

  // Reads "p/C.class" or any other resource from the first element that has it; the path of that
  // element goes into *element, which may be null. Returns false if no element has the resource.
  bool read(std::string_view resource, std::vector<std::uint8_t>* out,
            std::string* element = nullptr) const;

 private:
  struct Element {
    std::string path;
    // Null if the element is a directory.
    std::unique_ptr<JarFile> jar;
  };
  void append_one(std::string_view path) MJ_REQUIRES(mutex_);

  mutable NativeMutex mutex_;  // classfile stands beside sync
  std::vector<Element> elements_ MJ_GUARDED_BY(mutex_);
};

// Reads a whole file. Returns false, and leaves *out unchanged, if it cannot be read or is not a
// regular file.
bool read_file(const std::string& path, std::vector<std::uint8_t>* out);

}  // namespace minijvm::classfile
