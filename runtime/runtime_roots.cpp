#include "runtime/runtime_roots.h"

#include "runtime/class.h"
#include "runtime/loader_parts.h"
#include "runtime/module_graph.h"

namespace minijvm::runtime {
namespace {

struct RootVisit {
  void (*visit)(Object** slot, void* context);
  void* context;
};

void visit_loader(LoaderData& loader, void* opaque) {
  const auto& each = *static_cast<RootVisit*>(opaque);
  each.visit(&loader.class_loader, each.context);
  loader.constants.for_each([&](Object** slot) { each.visit(slot, each.context); });
  for_each_module_slot_of(loader, each.visit, each.context);
  for (auto* list : {&loader.parts->classes, &loader.parts->in_making}) {
    for (Class* klass : *list) {
      each.visit(&klass->mirror, each.context);
    }
  }
}

}  // namespace

void for_each_runtime_root(void (*visit)(Object** slot, void* context), void* context) {
  RootVisit each{visit, context};
  LoaderData::for_each(visit_loader, &each);
}

}  // namespace minijvm::runtime
