// Enumerates runtime's own references for the collector. Each LoaderData holds its share, so the
// walk goes from loader to loader. The world is stopped meanwhile.
#include "runtime/object/runtime_roots.h"

#include "runtime/class/class.h"
#include "runtime/load/loader_parts.h"
#include "runtime/load/module_graph.h"

namespace minijvm::runtime {
namespace {

// The caller's callback, packed for the single context pointer of LoaderData::for_each.
struct RootVisit {
  void (*visit)(Object** slot, void* context);
  void* context;
};

void visit_loader(LoaderData& loader, void* opaque) {
  const auto& each = *static_cast<RootVisit*>(opaque);
  each.visit(root_slot(&loader.class_loader), each.context);
  loader.constants.for_each([&](Object** slot) { each.visit(slot, each.context); });
  for_each_module_slot_of(loader, each.visit, each.context);
  // A class in the making is in no dictionary yet, but its mirror is already a root: other objects
  // may refer to it.
  for (auto* list : {&loader.parts->classes, &loader.parts->in_making}) {
    for (Class* klass : *list) {
      each.visit(root_slot(&klass->mirror), each.context);
    }
  }
}

}  // namespace

void for_each_runtime_root(void (*visit)(Object** slot, void* context), void* context) {
  RootVisit each{visit, context};
  LoaderData::for_each(visit_loader, &each);
}

}  // namespace minijvm::runtime
