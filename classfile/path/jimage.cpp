#include "classfile/path/jimage.h"

#include <dlfcn.h>

namespace minijvm::classfile {
namespace {

using ImageVisitor = unsigned char (*)(void* image, const char* module, const char* version, const char* package, const char* name,
                                       const char* extension, void* argument);

}  // namespace

// The functions of libjimage.so, as jdk's jimage.hpp declares them with jint, jlong and jboolean spelled out.
struct JImage::Library {
  void* (*open)(const char* path, std::int32_t* error) = nullptr;
  void (*close)(void* image) = nullptr;
  const char* (*package_to_module)(void* image, const char* package) = nullptr;
  std::int64_t (*find_resource)(void* image, const char* module, const char* version, const char* name, std::int64_t* size) = nullptr;
  std::int64_t (*get_resource)(void* image, std::int64_t location, char* buffer, std::int64_t size) = nullptr;
  void (*iterate)(void* image, ImageVisitor visitor, void* argument) = nullptr;
};

namespace {

template <class Function>
bool look_up(void* handle, const char* name, Function* out) {
  *out = reinterpret_cast<Function>(dlsym(handle, name));
  return *out != nullptr;
}

std::string dl_failure() {
  const char* text = dlerror();
  return text == nullptr ? "unknown reason" : text;
}

}  // namespace

Expected<std::unique_ptr<JImage>, std::string> JImage::open(const std::string& java_home) {
  const std::string library_path = java_home + "/lib/libjimage.so";
  // Never closed: the library keeps a table of open images of its own.
  void* handle = dlopen(library_path.c_str(), RTLD_NOW);
  if (handle == nullptr) return Unexpected("cannot load " + library_path + ": " + dl_failure());
  std::unique_ptr<JImage> image(new JImage());
  image->library_ = std::make_unique<Library>();
  Library& library = *image->library_;
  const bool is_complete = look_up(handle, "JIMAGE_Open", &library.open) && look_up(handle, "JIMAGE_Close", &library.close) &&
                           look_up(handle, "JIMAGE_PackageToModule", &library.package_to_module) &&
                           look_up(handle, "JIMAGE_FindResource", &library.find_resource) &&
                           look_up(handle, "JIMAGE_GetResource", &library.get_resource) &&
                           look_up(handle, "JIMAGE_ResourceIterator", &library.iterate);
  if (!is_complete) return Unexpected(library_path + " lacks a function: " + dl_failure());
  image->path_ = java_home + "/lib/modules";
  std::int32_t error = 0;
  image->image_ = library.open(image->path_.c_str(), &error);
  if (image->image_ == nullptr) return Unexpected("cannot open " + image->path_ + " (jimage error " + std::to_string(error) + ")");
  return image;
}

JImage::~JImage() {
  if (image_ != nullptr) library_->close(image_);
}

std::string_view JImage::module_of_package(std::string_view package) const {
  const char* module = library_->package_to_module(image_, std::string(package).c_str());
  return module == nullptr ? std::string_view() : module;
}

bool JImage::read(std::string_view module, std::string_view resource, std::vector<std::uint8_t>* out) const {
  // A NUL would end the C string early and find something else.
  if (module.find('\0') != std::string_view::npos || resource.find('\0') != std::string_view::npos) return false;
  std::int64_t size = 0;
  const std::int64_t location =
      library_->find_resource(image_, std::string(module).c_str(), "9.0", std::string(resource).c_str(), &size);
  if (location == 0) return false;
  out->resize(static_cast<std::size_t>(size));
  library_->get_resource(image_, location, reinterpret_cast<char*>(out->data()), size);
  return true;
}

bool JImage::read_class(std::string_view class_name, std::vector<std::uint8_t>* out, std::string_view* module) const {
  const std::size_t slash = class_name.rfind('/');
  if (slash == std::string_view::npos) return false;  // the image has no unnamed package
  const std::string_view found = module_of_package(class_name.substr(0, slash));
  if (found.empty()) return false;
  if (!read(found, std::string(class_name) + ".class", out)) return false;
  if (module != nullptr) *module = found;
  return true;
}

std::vector<std::string> JImage::classes_of(std::string_view module) const {
  struct Walk {
    std::string_view module;
    std::vector<std::string> names;
  } walk{module, {}};
  const ImageVisitor visit = [](void*, const char* of_module, const char*, const char* package, const char* name, const char* extension,
                                void* argument) -> unsigned char {
    Walk& found = *static_cast<Walk*>(argument);
    if (found.module == of_module && std::string_view(extension) == "class") {
      found.names.push_back(*package == '\0' ? std::string(name) : std::string(package) + "/" + name);
    }
    return 1;
  };
  library_->iterate(image_, visit, &walk);
  return std::move(walk.names);
}

}  // namespace minijvm::classfile
