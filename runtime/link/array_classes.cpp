// Makes array classes and primitive types (JVMS 5.3.3), which do not come from bytes. load_class
// comes here for names that begin with '[', and the interpreter for newarray, anewarray and
// multianewarray. Callers are in VM.
// Tested by tests/runtime/java_base_test.cpp.
#include <fmt/format.h>

#include <array>
#include <mutex>
#include <new>

#include "base/check.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_parts.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

constexpr std::uint16_t kPublic = 0x0001;
constexpr std::uint16_t kVisibility = 0x0007;
constexpr std::uint16_t kFinalAbstract = 0x0410;

// Returns null if the range for classes is full.
Class* new_class(std::uint32_t vtable_length) {
  void* memory = allocate_class_memory(sizeof(Class) + vtable_length * sizeof(Method*));
  if (memory == nullptr) {
    return nullptr;
  }
  auto* klass = new (memory) Class();
  klass->vtable_length = vtable_length;
  return klass;
}

// Returns the size of the mirror of a class without static fields. The result is 0 until
// java.lang.Class is loaded.
std::uint32_t plain_mirror_bytes() {
  const Class* class_class = wk().java_lang_Class;
  return class_class == nullptr ? 0 : class_class->instance_bytes;
}

// Makes a primitive type, which needs no linking or initialisation, and belongs to the boot loader.
Class* make_primitive(BasicType type) {
  Class* klass = new_class(0);
  MJ_CHECK(klass != nullptr, "no memory below 4 GiB for %s", classfile::basic_type_name(type));
  klass->kind = ClassKind::kPrimitive;
  klass->element_type = type;
  klass->log2_element = static_cast<std::uint8_t>(log2_size(type));
  klass->access_flags = kPublic | kFinalAbstract;
  klass->display[0] = klass;
  klass->name = intern_symbol(classfile::basic_type_name(type));
  klass->loader = &LoaderData::boot();
  klass->home = klass->loader;
  klass->mirror_bytes = plain_mirror_bytes();
  klass->state.store(ClassState::kInitialized, std::memory_order_relaxed);
  return klass;
}

// All nine primitive types are made at once, and are then visible. Their mirrors follow when
// java.lang.Class exists (make_early_mirrors in the room above). The index is the BasicType; the
// entries below 4 and those of reference types stay null.
std::array<Class*, 15>& primitives() {
  return runtime_state.primitives.get([] {
    auto* made = new std::array<Class*, 15>{};
    sync::MutexLock lock(LoaderData::boot().parts->mutex);
    for (int type = static_cast<int>(BasicType::kBoolean);
         type <= static_cast<int>(BasicType::kVoid); ++type) {
      if (is_reference(static_cast<BasicType>(type))) {
        continue;
      }
      Class* klass = make_primitive(static_cast<BasicType>(type));
      (*made)[static_cast<std::size_t>(type)] = klass;
      LoaderData::boot().parts->classes.push_back(klass);
    }
    return made;
  });
}

// Returns the name, which is the descriptor: "[I", "[[I" or "[Lpkg/C;".
std::string array_name(const Class& component) {
  if (component.is_primitive()) {
    return std::string("[") + classfile::basic_type_letter(component.element_type);
  }
  if (component.is_array()) {
    return "[" + std::string(component.name->text());
  }
  return fmt::format("[L{};", component.name->text());
}

// The array class of a hidden class is just as hidden, and its name dies with it.
Symbol* array_symbol(Class& component) {
  const std::string name = array_name(component);
  if (!component.innermost().is_hidden) {
    return intern_symbol(name);
  }
  return place_symbol(component.home->allocate(symbol_bytes(name)), name);
}

// JVMS 5.3.3 step 2: an array class has the methods of Object, the loader of its component, and is
// never initialised. Its accessibility is that of the element type.
Linked<Class*> make_array(Class& component) {
  Class* object = wk().java_lang_Object;
  MJ_CHECK(object != nullptr, "the array class of %s is asked for before java.lang.Object",
           component.name->c_str());
  Class* klass = new_class(object->vtable_length);
  if (klass == nullptr) {
    return link_failure(LinkErrorKind::OutOfMemoryError, "Compressed class space");
  }
  std::copy(object->vtable(), object->vtable() + object->vtable_length, klass->vtable());
  klass->kind = component.is_primitive() ? ClassKind::kPrimitiveArray : ClassKind::kObjectArray;
  klass->element_type = component.is_primitive() ? component.element_type
                        : component.is_array()   ? BasicType::kArray
                                                 : BasicType::kObject;
  klass->log2_element = static_cast<std::uint8_t>(log2_size(klass->element_type));
  // An array class is a direct subclass of Object.
  klass->depth = 1;
  klass->access_flags = static_cast<std::uint16_t>(
      (component.innermost().access_flags & kVisibility) | kFinalAbstract);
  klass->super = object;
  klass->display[0] = object;
  klass->display[1] = klass;
  klass->interfaces = runtime_state.array_interfaces;
  klass->secondaries = runtime_state.array_interfaces;
  klass->component = &component;
  klass->mirror_bytes = plain_mirror_bytes();
  // JVMS 5.3.3 step 2: the defining loader is that of the component, or the boot loader for
  // primitives.
  klass->loader = component.loader;
  klass->home = component.home;
  klass->name = array_symbol(component);
  klass->package = component.package;
  klass->state.store(ClassState::kInitialized, std::memory_order_relaxed);
  return klass;
}

}  // namespace

// The name alone is compared, because only the JDK's own loaders may define a class in java.*.
void note_array_interface(Class& klass) {
  if (klass.name->text() == "java/lang/Cloneable") {
    runtime_state.array_interfaces[0] = &klass;
  } else if (klass.name->text() == "java/io/Serializable") {
    runtime_state.array_interfaces[1] = &klass;
  }
}

Class* primitive_class(BasicType type) {
  Class* klass = primitives()[static_cast<std::size_t>(type)];
  MJ_CHECK(klass != nullptr, "%d is no primitive type", static_cast<int>(type));
  return klass;
}

Class* primitive_array_class(BasicType element) {
  // acquire: pairs with array_class_of
  Class* klass = primitive_class(element)->array_class.load(std::memory_order_acquire);
  MJ_CHECK(klass != nullptr, "the arrays of primitives are made by load_well_known");
  return klass;
}

Linked<Class*> array_class_of(JavaThread& self, Class& component) {
  // acquire: pairs with the exchange below
  if (Class* known = component.array_class.load(std::memory_order_acquire)) {
    return known;
  }
  if (component.is_primitive() && component.element_type == BasicType::kVoid) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, "[V", "JVMS 4.3.2");
  }
  // JVMS 4.4.1: an array has at most 255 dimensions.
  if (component.name->text().starts_with(std::string(255, '['))) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, array_name(component),
                        "JVMS 4.4.1: 255 dimensions");
  }
  // Two threads may both make the class, since no lock is held while the mirror is made; the first
  // to publish wins, and the other frees its own.
  Class* klass = MJ_TRY(make_array(component));
  Linked<void> has_mirror = make_class_mirror(self, *klass, {});
  if (!has_mirror.ok()) {
    free_class(*klass);
    return has_mirror.propagate();
  }
  Class* expected = nullptr;
  if (!component.array_class.compare_exchange_strong(expected, klass, std::memory_order_acq_rel,
                                                     std::memory_order_acquire)) {
    discard_class(*klass);
    free_class(*klass);
    return expected;
  }
  // The class is in no dictionary, because array classes are found through their component.
  MJ_TRY(publish_class(*klass, false));
  return klass;
}

}  // namespace minijvm::runtime
