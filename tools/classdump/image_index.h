// Lists the classes of each module of the JDK's image. The VM never asks this, because java.base
// tells it the packages of all modules (ModuleBootstrap); a tool that lists classes does.
// Tested by tests/tools/class_text_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace minijvm::classdump {

// An open image, which the destructor closes. REQUIRES, as JImage does: libjvm.so is loaded.
class ImageIndex {
 public:
  // If there is no image below java_home, the index is empty.
  explicit ImageIndex(const std::string& java_home);
  ~ImageIndex();
  ImageIndex(const ImageIndex&) = delete;
  ImageIndex& operator=(const ImageIndex&) = delete;

  // The module that has the package of the class: "java.base" for "java/lang/Object". Empty: no
  // module of the image has it. The view lives as long as the index.
  std::string_view module_of_class(std::string_view class_name) const;
  // The internal names of all classes of a module, module-info included, in the order of the image.
  // Slow: walks over the whole image.
  std::vector<std::string> classes_of(std::string_view module) const;

 private:
  void* library_ = nullptr;  // libjimage.so, as dlopen returns it
  void* image_ = nullptr;    // as JIMAGE_Open returns it
};

}  // namespace minijvm::classdump
