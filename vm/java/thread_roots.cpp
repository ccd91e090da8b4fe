#include "vm/java/thread_roots.h"

#include "gc/roots.h"
#include "runtime/java_thread.h"

namespace minijvm::vm {
namespace {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;

Object* system_group = nullptr;
Object* main_group = nullptr;
Object* system_loader = nullptr;

class Roots : public gc::RootProvider {
 public:
  void visit_roots(gc::RootVisitor& visitor) override {
    visitor.visit(&system_group);
    visitor.visit(&main_group);
    visitor.visit(&system_loader);
  }
};
Roots roots;

}  // namespace

void remember_thread_groups(JavaThread& self, Handle<> system, Handle<> main) {
  gc::add_root_provider(roots);
  sync::NoSafepoint still(self);
  system_group = system.raw(still);
  main_group = main.raw(still);
}

Handle<> system_thread_group() { return Handle<>(&system_group); }
Handle<> main_thread_group() { return Handle<>(&main_group); }

void remember_system_loader(JavaThread& self, Handle<> loader) {
  sync::NoSafepoint still(self);
  system_loader = loader.raw(still);
}

Handle<> system_class_loader() { return Handle<>(&system_loader); }

}  // namespace minijvm::vm
