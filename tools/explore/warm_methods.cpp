// Callers are in kInVm, between the boot and the program or at the end of a run.
#include "tools/explore/warm_methods.h"

#include <array>
#include <sstream>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/cells/translator.h"
#include "vm/java/threads/points.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::Method;

class TranslatedMethods final : public runtime::ClassVisitor {
 public:
  void visit(Class& klass) override {
    if (!klass.loader->is_boot() || klass.is_hidden) {
      return;
    }
    for (const Method& method : klass.methods) {
      if (method.code.load(std::memory_order_acquire) != nullptr) {
        for (const runtime::Symbol* part : {klass.name, method.name, method.descriptor}) {
          lines += part->text();
          lines += part == method.descriptor ? '\n' : ' ';
        }
      }
    }
  }

  std::string lines;
};

Class* class_of(runtime::JavaThread& self, const std::string& name) {
  auto loaded =
      runtime::load_class(self, runtime::LoaderData::boot(), runtime::intern_symbol(name));
  return loaded.ok() ? loaded.value() : nullptr;
}

}  // namespace

std::string translated_methods() {
  TranslatedMethods methods;
  // The reference interpreter has no cells: its methods' `code` is something else.
  if (the_vm.interp.cell_handlers != nullptr) {
    runtime::for_each_class(methods);
  }
  return methods.lines;
}

void translate_methods(runtime::JavaThread& self, std::string_view lines) {
  runtime::HandleScope scope(self);
  // Code that may stop at accesses serves runs that do not, too.
  const PointsAt before = points_at();
  set_points_at(PointsAt::kAccesses);
  std::istringstream words{std::string(lines)};
  std::array<std::string, 3> parts;
  while (words >> parts[0] >> parts[1] >> parts[2]) {
    const Class* klass = class_of(self, parts[0]);
    Method* method = klass == nullptr
                         ? nullptr
                         : klass->find_declared_method(runtime::intern_symbol(parts[1]),
                                                       runtime::intern_symbol(parts[2]));
    if (method != nullptr) {
      (void)interp::translated(*method);
    }
  }
  set_points_at(before);
}

}  // namespace minijvm::vm
