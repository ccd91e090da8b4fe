// The roots of vm/java/threads: the system and main thread groups and the system class loader.
// Written once at boot by the main thread in kInVm; the handles point to the roots, which the
// collector updates.
#include "vm/java/threads/thread_roots.h"

#include "gc/heap/roots.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/threads/java_threads.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using runtime::Handle;
using runtime::JavaThread;
using runtime::root_slot;

constexpr JavaThreads& state = the_vm.java.threads;

// Visited by the collector in the stopped world.
class Roots : public gc::ReferenceTable {
 public:
  void visit_roots(gc::RootVisitor& visitor) override {
    visitor.visit(root_slot(&state.system_group));
    visitor.visit(root_slot(&state.main_group));
    visitor.visit(root_slot(&state.system_loader));
  }
};

}  // namespace

void remember_thread_groups(JavaThread& self, Handle<java::ThreadGroup> system,
                            Handle<java::ThreadGroup> main) {
  // Registered before the groups are stored. The provider lives as long as the process.
  gc::add_reference_table(*new Roots);
  sync::NoSafepoint still(self);
  state.system_group = system.raw(still);
  state.main_group = main.raw(still);
}

Handle<java::ThreadGroup> system_thread_group() {
  return Handle<java::ThreadGroup>(&state.system_group);
}
Handle<java::ThreadGroup> main_thread_group() {
  return Handle<java::ThreadGroup>(&state.main_group);
}

bool is_housekeeper(const sync::NoSafepoint&, const java::Thread& thread) {
  if (is_virtual(thread)) {
    return false;  // the library keeps all of them in a group of their own
  }
  const java::ThreadFacts* facts = runtime::facts_of(&thread);
  const java::ThreadGroup* group = facts == nullptr ? nullptr : facts->group();
  while (group != nullptr && group != state.main_group) {
    group = group->parent();
  }
  return group == nullptr;
}

void note_housekeeper(JavaThread& self) {
  sync::ThreadModel& model = sync::thread_model();
  if (!model.runs_one_thread()) {
    return;
  }
  sync::NoSafepoint still(self);
  if (is_housekeeper(still, *self.thread_object)) {
    model.keep_house(self);
  }
}

void remember_system_loader(JavaThread& self, Handle<java::ClassLoader> loader) {
  sync::NoSafepoint still(self);
  state.system_loader = loader.raw(still);
}

Handle<java::ClassLoader> system_class_loader() {
  return Handle<java::ClassLoader>(&state.system_loader);
}

}  // namespace minijvm::vm
