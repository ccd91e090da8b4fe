// Array classes and primitive types (JVMS 5.3.3): made by the VM, not from bytes.
// Proved by tests/runtime/java_base_test.cpp.
#include <fmt/format.h>

#include <array>
#include <mutex>
#include <new>

#include "base/check.h"
#include "classfile/descriptor.h"
#include "runtime/class.h"
#include "runtime/class_tables.h"
#include "runtime/java_thread.h"
#include "runtime/loader_parts.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
namespace {

constexpr std::uint16_t kPublic = 0x0001;
constexpr std::uint16_t kVisibility = 0x0007;
constexpr std::uint16_t kFinalAbstract = 0x0410;

// Every array's interfaces: one table, filled when the two are defined, early in the boot.
std::array<Class*, 2> array_interfaces{};

// Null: the range for classes is full.
Class* new_class(std::uint32_t vtable_length) {
  void* memory = allocate_class_memory(sizeof(Class) + vtable_length * sizeof(Method*));
  if (memory == nullptr) {
    return nullptr;
  }
  auto* klass = new (memory) Class();
  klass->vtable_length = vtable_length;
  return klass;
}

std::uint32_t plain_mirror_bytes() {
  const Class* class_class = wk().java_lang_Class;
  return class_class == nullptr ? 0 : class_class->instance_bytes;
}

Class* make_primitive(BasicType type) {
  Class* klass = new_class(0);
  MJ_CHECK(klass != nullptr, "no memory below 4 GiB for %s", classfile::basic_type_name(static_cast<classfile::BasicType>(type)));
  klass->kind = ClassKind::kPrimitive;
  klass->element_type = type;
  klass->log2_element = static_cast<std::uint8_t>(log2_size(type));
  klass->access_flags = kPublic | kFinalAbstract;
  klass->display[0] = klass;
  klass->name = intern_symbol(classfile::basic_type_name(static_cast<classfile::BasicType>(type)));
  klass->loader = &LoaderData::boot();
  klass->home = klass->loader;
  klass->mirror_bytes = plain_mirror_bytes();
  klass->state.store(ClassState::kInitialized, std::memory_order_relaxed);
  return klass;
}

// All nine at once, then visible to all; their mirrors follow with make_early_mirrors of the room above.
std::array<Class*, 15>& primitives() {
  static std::array<Class*, 15> table = [] {
    std::array<Class*, 15> made{};
    sync::MutexLock lock(LoaderData::boot().parts->mutex);
    for (int type = static_cast<int>(BasicType::kBoolean); type <= static_cast<int>(BasicType::kVoid); ++type) {
      if (is_reference(static_cast<BasicType>(type))) {
        continue;
      }
      made[static_cast<std::size_t>(type)] = make_primitive(static_cast<BasicType>(type));
      LoaderData::boot().parts->classes.push_back(made[static_cast<std::size_t>(type)]);
    }
    return made;
  }();
  return table;
}

std::string array_name(const Class& component) {
  if (component.is_primitive()) {
    return std::string("[") + classfile::basic_type_letter(static_cast<classfile::BasicType>(component.element_type));
  }
  if (component.is_array()) {
    return "[" + std::string(component.name->text());
  }
  return fmt::format("[L{};", component.name->text());
}

// The array class of a hidden class is as hidden, and dies with it.
Symbol* array_symbol(Class& component) {
  const std::string name = array_name(component);
  if (!component.innermost().is_hidden) {
    return intern_symbol(name);
  }
  return place_symbol(component.home->allocate(symbol_bytes(name)), name);
}

Linked<Class*> make_array(Class& component) {
  Class* object = wk().java_lang_Object;
  MJ_CHECK(object != nullptr, "the array class of %s is asked for before java.lang.Object", component.name->c_str());
  Class* klass = new_class(object->vtable_length);
  if (klass == nullptr) {
    return link_failure(LinkErrorKind::OutOfMemoryError, "Compressed class space");
  }
  std::copy(object->vtable(), object->vtable() + object->vtable_length, klass->vtable());
  klass->kind = component.is_primitive() ? ClassKind::kPrimitiveArray : ClassKind::kObjectArray;
  klass->element_type = component.is_primitive() ? component.element_type : component.is_array() ? BasicType::kArray : BasicType::kObject;
  klass->log2_element = static_cast<std::uint8_t>(log2_size(klass->element_type));
  klass->depth = 1;
  klass->access_flags = static_cast<std::uint16_t>((component.innermost().access_flags & kVisibility) | kFinalAbstract);
  klass->super = object;
  klass->display[0] = object;
  klass->display[1] = klass;
  klass->interfaces = array_interfaces;
  klass->secondaries = array_interfaces;
  klass->component = &component;
  klass->mirror_bytes = plain_mirror_bytes();
  klass->loader = component.loader;
  klass->home = component.home;
  klass->name = array_symbol(component);
  klass->package = component.package;
  klass->state.store(ClassState::kInitialized, std::memory_order_relaxed);
  return klass;
}

}  // namespace

void note_array_interface(Class& klass) {
  if (klass.name->text() == "java/lang/Cloneable") {
    array_interfaces[0] = &klass;
  } else if (klass.name->text() == "java/io/Serializable") {
    array_interfaces[1] = &klass;
  }
}

Class* primitive_class(BasicType type) {
  Class* klass = primitives()[static_cast<std::size_t>(type)];
  MJ_CHECK(klass != nullptr, "%d is no primitive type", static_cast<int>(type));
  return klass;
}

Class* primitive_array_class(BasicType element) {
  Class* klass = primitive_class(element)->array_class.load(std::memory_order_acquire);  // acquire: pairs with array_class_of
  MJ_CHECK(klass != nullptr, "the arrays of primitives are made by load_well_known");
  return klass;
}

Linked<Class*> array_class_of(JavaThread& self, Class& component) {
  if (Class* known = component.array_class.load(std::memory_order_acquire)) {  // acquire: pairs with the exchange below
    return known;
  }
  if (component.is_primitive() && component.element_type == BasicType::kVoid) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, "[V", "JVMS 4.3.2");
  }
  if (component.name->text().starts_with(std::string(255, '['))) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, array_name(component), "JVMS 4.4.1: 255 dimensions");
  }
  // Two threads may both make one: the first to publish wins.
  Class* klass = MJ_TRY(make_array(component));
  Linked<void> has_mirror = make_class_mirror(self, *klass, {});
  if (!has_mirror.ok()) {
    free_class(*klass);
    return has_mirror.propagate();
  }
  Class* expected = nullptr;
  if (!component.array_class.compare_exchange_strong(expected, klass, std::memory_order_acq_rel, std::memory_order_acquire)) {
    discard_class(*klass);
    free_class(*klass);
    return expected;
  }
  MJ_TRY(publish_class(*klass, false));
  return klass;
}

}  // namespace minijvm::runtime
