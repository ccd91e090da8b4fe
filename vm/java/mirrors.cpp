// Makes the java.lang.Class instance of each class. A mirror never moves: gc allocates it in the
// fixed space, so other code may keep its address. Called in kInVm.
//
//   1  before java.lang.Class is laid out    make_mirror does nothing
//   2  once it is                            make_early_mirrors makes all that are missing
//   3  from then on                          make_mirror at each definition
#include "vm/java/mirrors.h"

#include "gc/heap/allocate.h"
#include "gc/heap/heap.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/class_modifiers.h"
#include "vm/vm.h"

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

// Writes the fields that every mirror has.
void store_facts(JavaThread& self, const NoSafepoint& still, const Class& klass) {
  java::ClassMirror* mirror = klass.mirror;
  mirror->set_vm_class(const_cast<Class*>(&klass));
  mirror->set_classLoader(still, klass.loader == nullptr ? nullptr : klass.loader->class_loader);
  mirror->set_module(still, runtime::module_object_of(self, klass).raw(still));
  if (klass.component != nullptr) {
    mirror->set_componentType(still, klass.component->mirror);
  }
  // Later JDKs read these fields instead of asking the VM.
  if (java::ClassMirror::modifiers_offset() != 0) {
    mirror->set_modifiers(static_cast<std::uint16_t>(modifiers_of(klass)));
    mirror->set_primitive(klass.is_primitive());
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

// An array class may be visited before its component has a mirror, so a second pass stores the
// component types.
class EarlyComponents : public runtime::ClassVisitor {
 public:
  explicit EarlyComponents(const NoSafepoint& still) : still_(still) {}
  void visit(Class& klass) override {
    if (klass.component != nullptr) {
      klass.mirror->set_componentType(still_, klass.component->mirror);
    }
  }

 private:
  const NoSafepoint& still_;
};

// Gives the module object to mirrors that have none: their class was loaded before its module was
// defined.
class ModulePatch : public runtime::ClassVisitor {
 public:
  ModulePatch(JavaThread& self, const NoSafepoint& still) : self_(self), still_(still) {}
  void visit(Class& klass) override {
    if (klass.mirror != nullptr && klass.mirror->module() == nullptr) {
      klass.mirror->set_module(still_, runtime::module_object_of(self_, klass).raw(still_));
    }
  }

 private:
  JavaThread& self_;
  const NoSafepoint& still_;
};

}  // namespace

Linked<void> make_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts) {
  // make_early_mirrors will make this mirror.
  if (!the_vm.java.mirrors_can_be_made) {
    return {};
  }
  const Class& class_class = *wk().java_lang_Class;
  if (klass.mirror_bytes < class_class.instance_bytes) {
    // The class was made before java.lang.Class was laid out, so its size was unknown. Such a class
    // has no statics.
    klass.mirror_bytes = class_class.instance_bytes;
  }
  // The room is checked here because each new class makes a mirror. The check may run a collection.
  if (!gc::has_room_for_metadata(self)) {
    return runtime::link_failure(LinkErrorKind::OutOfMemoryError, "Metaspace");
  }
  // No handle is needed for the mirror: it is reachable from the class, and it does not move.
  HandleScope scope(self);
  Object* mirror =
      gc::allocate_fixed(self, klass.mirror_bytes, Object::make_class_word(&class_class, 0));
  if (mirror == nullptr) {
    return runtime::link_failure(LinkErrorKind::OutOfMemoryError, "Metaspace");
  }
  NoSafepoint still(self);
  klass.mirror = runtime::as<java::ClassMirror>(mirror);
  store_facts(self, still, klass);
  // Early classes have none of these, and the offsets are not known then.
  if (!facts.protection_domain.is_null()) {
    klass.mirror->set_protection_domain(still, facts.protection_domain.raw(still));
  }
  if (!facts.class_data.is_null()) {
    klass.mirror->set_classData(still, facts.class_data.raw(still));
  }
  return {};
}

Linked<void> make_early_mirrors(JavaThread& self) {
  the_vm.java.mirrors_can_be_made = true;
  EarlyMirrors mirrors(self);
  // The first pass allocates and may stop; the second runs under one NoSafepoint.
  runtime::for_each_class(mirrors);
  if (mirrors.outcome.ok()) {
    NoSafepoint still(self);
    EarlyComponents components(still);
    runtime::for_each_class(components);
  }
  return std::move(mirrors.outcome);
}

Class& class_of_mirror(const java::ClassMirror* mirror) { return *mirror->vm_class(); }

Class& class_of_mirror(Handle<java::ClassMirror> mirror) {
  return class_of_mirror(static_cast<const java::ClassMirror*>(*mirror.slot()));
}

Handle<java::ClassMirror> mirror_of(const Class& klass) {
  return Handle<java::ClassMirror>(&klass.mirror);
}

void patch_java_base_module(JavaThread& self) {
  HandleScope scope(self);
  NoSafepoint still(self);
  ModulePatch patch(self, still);
  runtime::for_each_class(patch);
}

}  // namespace minijvm::vm
