// Asks libjimage.so for the modules of packages and for the names of resources.
#include "tools/classdump/image_index.h"

#include <dlfcn.h>

#include <cstdint>

namespace minijvm::classdump {
namespace {

// JIMAGE_ResourceIterator calls this for each resource; a result of 0 would stop it.
using ImageVisitor = unsigned char (*)(void* image, const char* module, const char* version,
                                       const char* package, const char* name, const char* extension,
                                       void* argument);

template <class Function>
Function look_up(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

// libjimage counts how often an image is open, so a JImage of the same file is not disturbed.
ImageIndex::ImageIndex(const std::string& java_home)
    : library_(dlopen((java_home + "/lib/libjimage.so").c_str(), RTLD_NOW)) {
  if (library_ == nullptr)
    return;
  std::int32_t error = 0;
  auto open = look_up<void* (*)(const char*, std::int32_t*)>(library_, "JIMAGE_Open");
  image_ = open((java_home + "/lib/modules").c_str(), &error);
}

ImageIndex::~ImageIndex() {
  if (image_ != nullptr)
    look_up<void (*)(void*)>(library_, "JIMAGE_Close")(image_);
}

// The image has no classes in the unnamed package. The library's answer points into the image.
std::string_view ImageIndex::module_of_class(std::string_view class_name) const {
  const std::size_t slash = class_name.rfind('/');
  if (image_ == nullptr || slash == std::string_view::npos)
    return {};
  auto find = look_up<const char* (*)(void*, const char*)>(library_, "JIMAGE_PackageToModule");
  const char* module = find(image_, std::string(class_name.substr(0, slash)).c_str());
  return module == nullptr ? std::string_view() : module;
}

std::vector<std::string> ImageIndex::classes_of(std::string_view module) const {
  // The visitor is a C function, so what it needs comes through its argument.
  struct Walk {
    std::string_view module;
    std::vector<std::string> names;
  } walk{module, {}};
  // Resources that are no classes are skipped.
  const ImageVisitor visit = [](void*, const char* of_module, const char*, const char* package,
                                const char* name, const char* extension,
                                void* argument) -> unsigned char {
    Walk& found = *static_cast<Walk*>(argument);
    if (found.module == of_module && std::string_view(extension) == "class") {
      found.names.push_back(*package == '\0' ? std::string(name)
                                             : std::string(package) + "/" + name);
    }
    return 1;
  };
  if (image_ != nullptr)
    look_up<void (*)(void*, ImageVisitor, void*)>(library_, "JIMAGE_ResourceIterator")(
        image_, visit, &walk);
  return std::move(walk.names);
}

}  // namespace minijvm::classdump
