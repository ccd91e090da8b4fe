// Visits every class that is there now.
#include "tools/manage/class_counts.h"

#include "runtime/class/class.h"
#include "runtime/link/class_linker.h"

namespace minijvm::vm::jmm {
namespace {

class CountClasses final : public runtime::ClassVisitor {
 public:
  void visit(runtime::Class& klass) override {
    counts.loaded += klass.is_instance_class() ? 1 : 0;
    counts.initialized += klass.is_instance_class() && klass.is_initialized() ? 1 : 0;
  }
  ClassCounts counts;
};

}  // namespace

ClassCounts count_classes() {
  CountClasses visitor;
  runtime::for_each_class(visitor);
  return visitor.counts;
}

}  // namespace minijvm::vm::jmm
