// Reads lib/modules through libjimage.so, which is loaded when the image is opened. The boot loader
// reads each class of the class library here; so does classdump.
#include "classfile/path/jimage.h"

#include <dlfcn.h>

namespace minijvm::classfile {
// The four functions of libjimage.so that are needed, with the C++ types of jint, jlong and
// jboolean.
struct JImage::Library {
  void* (*open)(const char* path, std::int32_t* error) = nullptr;
  void (*close)(void* image) = nullptr;
  std::int64_t (*find_resource)(void* image, const char* module, const char* version,
                                const char* name, std::int64_t* size) = nullptr;
  std::int64_t (*get_resource)(void* image, std::int64_t location, char* buffer,
                               std::int64_t size) = nullptr;
};

namespace {

// Returns false if the library has no such symbol.
template <class Function>
bool look_up(void* handle, const char* name, Function* out) {
  *out = reinterpret_cast<Function>(dlsym(handle, name));
  return *out != nullptr;
}

// Returns the dynamic loader's sentence about the last failure.
std::string dl_failure() {
  const char* text = dlerror();
  return text == nullptr ? "unknown reason" : text;
}

}  // namespace

Expected<std::unique_ptr<JImage>, std::string> JImage::open(const std::string& java_home) {
  const std::string library_path = java_home + "/lib/libjimage.so";
  // The library is never closed, because it keeps a table of the images that are open.
  void* handle = dlopen(library_path.c_str(), RTLD_NOW);
  if (handle == nullptr)
    return Unexpected("cannot load " + library_path + ": " + dl_failure());
  std::unique_ptr<JImage> image(new JImage());
  image->library_ = std::make_unique<Library>();
  Library& library = *image->library_;
  // A library without one of these functions is not the JDK's, so it is refused.
  const bool is_complete = look_up(handle, "JIMAGE_Open", &library.open) &&
                           look_up(handle, "JIMAGE_Close", &library.close) &&
                           look_up(handle, "JIMAGE_FindResource", &library.find_resource) &&
                           look_up(handle, "JIMAGE_GetResource", &library.get_resource);
  if (!is_complete)
    return Unexpected(library_path + " lacks a function: " + dl_failure());
  image->path_ = java_home + "/lib/modules";
  std::int32_t error = 0;
  image->image_ = library.open(image->path_.c_str(), &error);
  if (image->image_ == nullptr)
    return Unexpected("cannot open " + image->path_ + " (jimage error " + std::to_string(error) +
                      ")");
  return image;
}

JImage::~JImage() {
  if (image_ != nullptr)
    library_->close(image_);
}

bool JImage::read(std::string_view module, std::string_view resource,
                  std::vector<std::uint8_t>* out) const {
  // A NUL would end the C string early and find something else.
  if (module.find('\0') != std::string_view::npos || resource.find('\0') != std::string_view::npos)
    return false;
  // A location of 0 means "not found".
  std::int64_t size = 0;
  const std::int64_t location = library_->find_resource(image_, std::string(module).c_str(), "9.0",
                                                        std::string(resource).c_str(), &size);
  if (location == 0)
    return false;
  out->resize(static_cast<std::size_t>(size));
  library_->get_resource(image_, location, reinterpret_cast<char*>(out->data()), size);
  return true;
}

}  // namespace minijvm::classfile
