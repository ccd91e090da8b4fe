// The JDK's own modules image, lib/modules, read through the JDK's own libjimage.so. One image per process.
// Proved by tests/classfile/jimage_test.cpp.
//
// libjimage.so asks for libjvm.so by soname. Inside the VM that is us, already loaded; a tool or a test has to have loaded
// a library of that soname before (classfile/tools/jvm_stub.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"

namespace minijvm::classfile {

class JImage {
 public:
  // REQUIRES: libjvm.so is loaded. The error is a sentence.
  static Expected<std::unique_ptr<JImage>, std::string> open(const std::string& java_home);
  ~JImage();
  JImage(const JImage&) = delete;
  JImage& operator=(const JImage&) = delete;

  // "java/lang" -> "java.base"; empty: no module of the image has the package. The view lives as long as the image.
  std::string_view module_of_package(std::string_view package) const;
  // Bytes of "java/lang/Object.class" in "java.base". False: no such resource; *out is then unchanged.
  bool read(std::string_view module, std::string_view resource, std::vector<std::uint8_t>* out) const;
  // The class by its internal name, in whichever module has its package. *module (may be null) receives that module.
  bool read_class(std::string_view class_name, std::vector<std::uint8_t>* out, std::string_view* module = nullptr) const;

  // Internal names of all classes of a module, module-info included, in the image's order. Slow: walks the whole image.
  std::vector<std::string> classes_of(std::string_view module) const;

  const std::string& path() const { return path_; }

 private:
  struct Library;
  JImage() = default;
  std::unique_ptr<Library> library_;
  void* image_ = nullptr;
  std::string path_;
};

}  // namespace minijvm::classfile
