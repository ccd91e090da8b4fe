// Chooses among the loaded classes. Runs at the end of a program.
#include "tools/archive/archived_classes.h"

#include <algorithm>

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
  return std::move(collector.found);
}

}  // namespace minijvm::vm
