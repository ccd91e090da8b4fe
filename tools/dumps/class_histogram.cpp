// Counts all objects of the heap by class in one safepoint operation, then sorts and prints the
// rows while the world runs again. The caller is in kInVm.
#include "tools/dumps/class_histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "gc/heap/allocate.h"
#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::Object;

struct Row {
  std::string name;  // with its module
  std::uint64_t instances = 0;
  std::uint64_t bytes = 0;
};

// HOTSPOT: the name of a class is followed by its module, and the module's version if it has one.
std::string name_with_module(const Class& klass) {
  const runtime::ModuleEntry& module = runtime::module_of(klass);
  if (!module.is_named()) {
    return klass.external_name();
  }
  const char* at = module.version.empty() ? "" : "@";
  return fmt::format("{} ({}{}{})", klass.external_name(), module.name->text(), at, module.version);
}

// Counts by class. The names are made in the same stop, since a class may be unloaded afterwards.
class CountObjects final : public sync::SafepointOperation, gc::ObjectVisitor {
 public:
  const char* name() const override { return "ClassHistogram"; }
  void run() override {
    gc::for_each_object(*this);
    for (auto& [klass, row] : by_class_) {
      row.name = name_with_module(*klass);
      rows.push_back(std::move(row));
    }
  }
  std::vector<Row> rows;

 private:
  void visit(Object* object) override {
    Row& row = by_class_[object->klass()];
    ++row.instances;
    row.bytes += gc::object_bytes(object);
  }
  std::unordered_map<const Class*, Row> by_class_;
};

}  // namespace

std::string class_histogram(runtime::JavaThread& self, bool live_only) {
  // The full collection frees dead objects, so that only live ones are counted.
  if (live_only) {
    gc::collect_full(self, gc::GcCause::kHeapInspection);
  }
  CountObjects count;
  sync::run_at_safepoint(self, count);
  std::vector<Row>& rows = count.rows;
  // Classes of equal size are ordered by name, so that two histograms can be compared.
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name;
  });
  std::string text =
      " num     #instances         #bytes  class name "
      "(module)\n-------------------------------------------------------\n";
  Row total;
  int place = 0;
  for (const Row& row : rows) {
    text += fmt::format("{:4}: {:13} {:14}  {}\n", ++place, row.instances, row.bytes, row.name);
    total.instances += row.instances;
    total.bytes += row.bytes;
  }
  return text + fmt::format("Total {:13} {:14}\n", total.instances, total.bytes);
}

}  // namespace minijvm::vm
