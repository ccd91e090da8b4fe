#include "tests/classfile/flow/jdk_classes.h"

#include <algorithm>

#include "base/check.h"
#include "classfile/path/jimage.h"
#include "tools/classdump/image_index.h"

namespace minijvm::classfile::test {
namespace {

const JImage& image() {
  static const std::unique_ptr<JImage> opened = [] {
    Expected<std::unique_ptr<JImage>, std::string> result = JImage::open(MINIJVM_JDK_HOME);
    MJ_CHECK(result.ok(), "%s", result.error().c_str());
    return result.take();
  }();
  return *opened;
}

}  // namespace

const std::vector<std::string>& java_base_class_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = classdump::ImageIndex(MINIJVM_JDK_HOME).classes_of("java.base");
    std::erase(all, "module-info");
    std::sort(all.begin(), all.end());
    return all;
  }();
  return names;
}

std::vector<std::uint8_t> read_jdk_class(std::string_view name) {
  std::vector<std::uint8_t> bytes;
  image().read("java.base", std::string(name) + ".class", &bytes);
  return bytes;
}

}  // namespace minijvm::classfile::test
