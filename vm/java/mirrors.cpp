#include "vm/java/mirrors.h"

#include "gc/allocate.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/module_graph.h"
#include "runtime/object.h"
#include "runtime/well_known.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Linked;
using runtime::LinkErrorKind;
using runtime::MirrorFacts;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// False while java.lang.Class's own layout is not known: make_early_mirrors catches up.
bool mirrors_can_be_made = false;

void store_facts(JavaThread& self, const NoSafepoint& still, const Class& klass) {
  Object* mirror = klass.mirror;
  mirror->store<std::int64_t>(wk().Class_vm_class, static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&klass)));
  gc::store_ref(still, mirror, wk().Class_classLoader, klass.loader == nullptr ? nullptr : klass.loader->class_loader);
  gc::store_ref(still, mirror, wk().Class_module, runtime::module_object_of(self, klass).raw(still));
  if (klass.component != nullptr) {
    gc::store_ref(still, mirror, wk().Class_componentType, klass.component->mirror);
  }
}

// Early classes have nothing to tell, and the offsets are not known then.
void store_ref_if_any(const NoSafepoint& still, Object* mirror, std::size_t offset, Handle<> value) {
  if (!value.is_null()) {
    gc::store_ref(still, mirror, offset, value.raw(still));
  }
}

class EarlyMirrors : public runtime::ClassVisitor {
 public:
  explicit EarlyMirrors(JavaThread& self) : self_(self) {}
  void visit(Class& klass) override {
    if (klass.mirror == nullptr && outcome.ok()) {
      outcome = make_mirror(self_, klass, {});
    }
  }
  Linked<void> outcome;

 private:
  JavaThread& self_;
};

// An array class may be visited before its component: the second pass ties them.
class EarlyComponents : public runtime::ClassVisitor {
 public:
  explicit EarlyComponents(const NoSafepoint& still) : still_(still) {}
  void visit(Class& klass) override {
    if (klass.component != nullptr) {
      gc::store_ref(still_, klass.mirror, wk().Class_componentType, klass.component->mirror);
    }
  }

 private:
  const NoSafepoint& still_;
};

class ModulePatch : public runtime::ClassVisitor {
 public:
  ModulePatch(JavaThread& self, const NoSafepoint& still) : self_(self), still_(still) {}
  void visit(Class& klass) override {
    if (klass.mirror != nullptr && klass.mirror->load_ref(wk().Class_module) == nullptr) {
      gc::store_ref(still_, klass.mirror, wk().Class_module, runtime::module_object_of(self_, klass).raw(still_));
    }
  }

 private:
  JavaThread& self_;
  const NoSafepoint& still_;
};

}  // namespace

Linked<void> make_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts) {
  if (!mirrors_can_be_made) {
    return {};
  }
  const Class& class_class = *wk().java_lang_Class;
  if (klass.mirror_bytes < class_class.instance_bytes) {
    klass.mirror_bytes = class_class.instance_bytes;  // made before java.lang.Class was laid out: it has no statics
  }
  if (!gc::has_room_for_metadata(self)) {
    return runtime::link_failure(LinkErrorKind::OutOfMemoryError, "Metaspace");
  }
  HandleScope scope(self);
  Object* mirror = gc::allocate_fixed(self, klass.mirror_bytes, Object::make_class_word(&class_class, 0));
  if (mirror == nullptr) {
    return runtime::link_failure(LinkErrorKind::OutOfMemoryError, "Metaspace");
  }
  NoSafepoint still(self);
  klass.mirror = mirror;
  store_facts(self, still, klass);
  store_ref_if_any(still, mirror, wk().Class_protection_domain, facts.protection_domain);
  store_ref_if_any(still, mirror, wk().Class_classData, facts.class_data);
  return {};
}

Linked<void> make_early_mirrors(JavaThread& self) {
  mirrors_can_be_made = true;
  EarlyMirrors mirrors(self);
  runtime::for_each_class(mirrors);
  if (mirrors.outcome.ok()) {
    NoSafepoint still(self);
    EarlyComponents components(still);
    runtime::for_each_class(components);
  }
  return std::move(mirrors.outcome);
}

Class& class_of_mirror(const Object* mirror) {
  return *reinterpret_cast<Class*>(static_cast<std::uintptr_t>(mirror->load<std::int64_t>(wk().Class_vm_class)));
}

Class& class_of_mirror(Handle<> mirror) { return class_of_mirror(*mirror.slot()); }

Handle<> mirror_of(const Class& klass) { return Handle<>(&klass.mirror); }

void patch_java_base_module(JavaThread& self) {
  HandleScope scope(self);
  NoSafepoint still(self);
  ModulePatch patch(self, still);
  runtime::for_each_class(patch);
}

}  // namespace minijvm::vm
