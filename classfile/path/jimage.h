// The JDK's modules image, lib/modules: the one file that holds all classes of the class library.
// It is read through the JDK's own libjimage.so, because its format is not documented. There is one
// image per process.
// Tested by tests/classfile/jimage_test.cpp.
//
// libjimage.so asks for libjvm.so by soname. Inside the VM that is the VM itself, which is loaded
// already. A tool or a test must have loaded a library of that soname before
// (tools/classdump/jvm_stub.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"

namespace minijvm::classfile {

// An open image, which the destructor closes.
class JImage {
 public:
  // Opens $java_home/lib/modules. REQUIRES: libjvm.so is loaded. The error is a sentence.
  static Expected<std::unique_ptr<JImage>, std::string> open(const std::string& java_home);
  ~JImage();
  JImage(const JImage&) = delete;
  JImage& operator=(const JImage&) = delete;

  // Reads a resource of a module, for example "java/lang/Object.class" of "java.base". False: there
  // is no such resource; *out is then unchanged.
  bool read(std::string_view module, std::string_view resource,
            std::vector<std::uint8_t>* out) const;

  const std::string& path() const { return path_; }

 private:
  // The functions of libjimage.so.
  struct Library;
  JImage() = default;
  std::unique_ptr<Library> library_;
  void* image_ = nullptr;
  std::string path_;
};

}  // namespace minijvm::classfile
