// The JDK's modules image, lib/modules: the one file that holds all classes of the class library.
// It is mapped, and a class of the archive is used where it lies in the mapping. Other classes are
// read from the file: they are copied anyway, and would make pages resident twice. There is one
// image per process.
// Tested by tests/classfile/jimage_test.cpp.
//
//   ImageHeader | redirects | offsets of locations | locations | strings | resources
//               '------------------- index --------------------------'
//
// The format is not documented; this is what the JDK's libjimage reads (imageFile.hpp of OpenJDK).
// The JDK's own libjimage.so is asked for what is not read here: a compressed resource, or an image
// of another version. It asks for libjvm.so by soname. Inside the VM that is the VM itself, which
// is loaded already. A tool or a test must have loaded a library of that soname before
// (tools/classdump/jvm_stub.cpp).
// Rejected: libjimage.so for all, as HotSpot does, since it brings libstdc++.so into each process.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "classfile/byte_reader.h"

namespace minijvm::classfile {

// An open image, which the destructor closes.
class JImage {
 public:
  // Opens $java_home/lib/modules. The error is a sentence.
  static Expected<std::unique_ptr<JImage>, std::string> open(const std::string& java_home);
  ~JImage();
  JImage(const JImage&) = delete;
  JImage& operator=(const JImage&) = delete;

  // Reads a resource of a module, for example "java/lang/Object.class" of "java.base". False: there
  // is no such resource; *out is then unchanged.
  bool read(std::string_view module, std::string_view resource,
            std::vector<std::uint8_t>* out) const;
  // Returns the place of a resource in bytes(); 0 if there is none, or if it is compressed.
  std::size_t place_of(std::string_view module, std::string_view resource) const;
  // Returns the whole file, as long as the JImage lives.
  Bytes bytes() const { return bytes_; }
  // Opens the image by libjimage.so as well. The JDK's ImageReader finds it there, instead of
  // mapping it once more. REQUIRES: libjvm.so is loaded. Returns false if that library is not
  // there, or not the JDK's.
  bool open_in_library() const;

  const std::string& path() const { return path_; }

 private:
  // The functions of libjimage.so.
  struct Library;
  // A row of the index: where a resource is.
  struct Location;
  JImage() = default;
  // Returns false if the index has no such resource.
  bool find(std::string_view name, Location* out) const;
  bool read_by_library(const std::string& module, const std::string& resource,
                       std::vector<std::uint8_t>* out) const;

  std::string java_home_;
  std::string path_;
  int file_ = -1;
  Bytes bytes_;
  // False for an image of another version, which only the library reads.
  bool is_understood_ = false;
  mutable std::once_flag asked_for_library_;
  mutable std::unique_ptr<Library> library_;  // null if it is not there
};

}  // namespace minijvm::classfile
