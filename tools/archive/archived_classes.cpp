// Chooses among the loaded classes. Runs at the end of a program.
#include "tools/archive/archived_classes.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"

namespace minijvm::vm {
namespace {

using runtime::Class;

// Generated accessors have numbers in their names, so they never come again; nor do hidden classes.
bool may_come_again(const Class& klass) {
  return klass.is_instance_class() && klass.file != nullptr && !klass.is_hidden &&
         klass.version == 0 && !klass.is_changed_by_agent && !klass.loader->is_reflection_loader();
}

class Collector final : public runtime::ClassVisitor {
 public:
  void visit(Class& klass) override {
    if (may_come_again(klass))
      found.push_back(&klass);
  }
  std::vector<Class*> found;
};

}  // namespace

std::vector<Class*> archived_classes() {
  Collector collector;
  runtime::for_each_class(collector);
  // Most classes are placed behind each other as they are loaded.
  std::sort(collector.found.begin(), collector.found.end());
  // Loaders that have the same class need it once.
  std::set<std::tuple<const runtime::Symbol*, bool, std::string_view>> seen;
  std::erase_if(collector.found, [&](const Class* klass) {
    const classfile::Bytes bytes = klass->file->bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return !seen.emplace(klass->name, klass->loader->is_boot(), text).second;
  });
  return std::move(collector.found);
}

}  // namespace minijvm::vm
