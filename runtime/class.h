// A linked class, interface, array class or primitive type (JVMS 5.3, 5.4). Native memory below 4 GiB, so that an object's class
// word holds its address in 32 bits. Made by runtime/class_linker.h, initialised by vm/java/class_init.h.
// Proved by tests/runtime/class_test.cpp and tests/runtime/hierarchy_test.cpp.
//
//   +--------------------+
//   | Class              |  hot fields first: what the interpreter reads
//   +--------------------+
//   | Method* vtable[n]  |  vtable_length entries follow the Class directly
//   +--------------------+
//
// Static fields live in the mirror (java.lang.Class instance), which never moves: `mirror` is a constant address.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/java_value.h"
#include "runtime/method_list.h"

namespace minijvm::classfile {
class ClassFile;
}

namespace minijvm::runtime {

class Class;
class Field;
class JavaThread;
class LoaderData;
class Method;
class Object;
class PackageEntry;
class RunConstantPool;
class Symbol;

enum class ClassKind : std::uint8_t { kInstance, kObjectArray, kPrimitiveArray, kPrimitive };

// JVMS 5.5, the states of the initialisation lock; kLoaded and kLinked come before.
enum class ClassState : std::uint8_t { kLoaded, kLinked, kBeingInitialized, kInitialized, kErroneous };

// How the collector treats `referent`.
enum class ReferenceKind : std::uint8_t { kNone, kSoft, kWeak, kFinal, kPhantom };

// The implementation of one interface: methods[i] implements the interface's method with vtable_index i (null: AbstractMethodError).
struct ItableEntry {
  Class* interface;
  Method** methods;
};

class Class {
 public:
  static constexpr int kDisplayDepth = 8;
  static constexpr std::uint16_t kMaxDepth = 65535;

  // --- read by the interpreter ---
  std::atomic<ClassState> state;
  ClassKind kind;
  BasicType element_type;        // arrays: of the elements; primitives: the type itself
  std::uint8_t log2_element;     // arrays: log2 of the element size
  ReferenceKind reference_kind;
  bool has_finalizer;            // a non-trivial finalize(): register after Object.<init>
  bool is_hidden;                // java.lang.invoke.MethodHandles.Lookup.defineHiddenClass
  bool is_record;
  bool is_class_loader;          // java.lang.ClassLoader or a subclass: an instance keeps its LoaderData alive
  std::uint16_t depth;           // length of the superclass chain above; Object 0
  std::uint16_t access_flags;    // JVMS table 4.1-B, as in the class file (arrays: computed)
  std::uint32_t instance_bytes;  // kInstance: size with header, a multiple of 8 (java.lang.Class: see mirror_bytes)
  std::uint32_t vtable_length;
  Class* super;                  // null for Object, interfaces' is Object, arrays' is Object, primitives' is null
  Class* display[kDisplayDepth]; // display[d]: the superclass at depth d, itself included; null above `depth`
  std::atomic<Class*> last_secondary;  // cache: the last interface or superclass too deep for the display that was found
  std::span<Class* const> secondaries; // all superinterfaces, transitively; a class that adds none shares its superclass's table
  std::span<const ItableEntry> itable; // one per superinterface that has methods
  Object* mirror;                // the java.lang.Class instance; never moves; null only while booting
  Class* component;              // arrays: class of the elements
  std::atomic<Class*> array_class;     // the array class with this as component; null until made (ClassLinker::array_class_of)

  // --- layout, for gc ---
  std::uint32_t fields_end;                          // where a subclass's fields go on (object_layout.h)
  std::uint32_t mirror_bytes;                        // size of `mirror`, static fields included
  std::span<const std::uint32_t> ref_offsets;        // offsets of reference fields of instances, superclasses' included, ascending
  std::span<const std::uint32_t> static_ref_offsets; // offsets of reference statics in the mirror

  // --- what it is ---
  Symbol* name;                  // "java/lang/String", "[I", "int"; hidden: "pkg/Foo+0x..." (shown as pkg.Foo/0x...)
  LoaderData* loader;            // the defining loader (JVMS 5.3)
  LoaderData* home;              // whose memory and constants the class uses, and with whom it dies: `loader`, or its own (hidden classes);
                                 // null: lives for ever (classes that tests make by hand)
  PackageEntry* package;         // null for the unnamed package of an unnamed module; arrays: of the element
  const classfile::ClassFile* file;  // null for arrays and primitives
  RunConstantPool* pool;         // likewise
  std::span<Class*> interfaces;  // direct superinterfaces in declared order; arrays: Cloneable, Serializable
  std::span<Field> fields;       // declared, in declaration order
  MethodList methods;            // declared, in declaration order; those that redefinitions added or deleted, too
  std::span<Method* const> methods_by_name;  // without deleted ones, by address of name, then of descriptor: for find_declared_method
  Method* class_initializer;     // <clinit>()V or null
  std::atomic<Class*> nest_host; // JVMS 5.4.4; null until asked for (runtime/access.h)
  Symbol* source_file;           // or null
  Class* older;                  // has the methods, pool and file before the last redefinition (redefinition.h); null: it was never redefined
  std::uint16_t version;         // how often it has been redefined
  std::span<const std::byte> original_bytes;   // what it was before agents changed it; empty: its file's

  // --- initialisation (vm/java/class_init.h) ---
  std::atomic<JavaThread*> initializing_thread;
  bool skips_verification;       // boot loader, MagicAccessorImpl subclasses, -Xverify:none

  bool is_interface() const { return (access_flags & 0x0200) != 0; }
  bool is_abstract() const { return (access_flags & 0x0400) != 0; }
  bool is_final() const { return (access_flags & 0x0010) != 0; }
  bool is_public() const { return (access_flags & 0x0001) != 0; }
  bool is_array() const { return kind == ClassKind::kObjectArray || kind == ClassKind::kPrimitiveArray; }
  bool is_primitive() const { return kind == ClassKind::kPrimitive; }
  bool is_instance_class() const { return kind == ClassKind::kInstance; }
  // acquire: pairs with the release by which the initialising thread publishes its statics (JVMS 5.5 step 10).
  bool is_initialized() const { return state.load(std::memory_order_acquire) == ClassState::kInitialized; }
  // False in a collection that found it dead: who mentions it forgets it (class_unloading.h).
  bool is_live() const;
  bool is_linked() const { return state.load(std::memory_order_acquire) >= ClassState::kLinked; }

  Method** vtable() { return reinterpret_cast<Method**>(this + 1); }
  Method* const* vtable() const { return reinterpret_cast<Method* const*>(this + 1); }

  // JVMS 6.5.instanceof: is a value of this class assignable to `target`? Both linked or arrays of such. Never loads.
  bool is_subclass_of(const Class& target) const {
    if (target.depth < kDisplayDepth && !target.is_interface()) {
      return display[target.depth] == &target || (is_array() && array_is_subclass_of(target));
    }
    return this == &target || last_secondary.load(std::memory_order_relaxed) == &target || is_subclass_slow(target);
  }
  // The implementation of an interface's method (its index in `methods` of the itable); null: this class does not implement `interface`.
  const ItableEntry* find_itable(const Class& interface) const;

  Method* find_declared_method(const Symbol* method_name, const Symbol* descriptor) const;  // no superclasses
  Field* find_declared_field(const Symbol* field_name, const Symbol* descriptor) const;

  bool same_package(const Class& other) const;  // same run-time package: loader and package name (JVMS 5.3)
  std::string external_name() const;            // "java.lang.String", "int[][]" is "[[I": as Class.getName prints it
  const Class& innermost() const;               // arrays: the element class after all dimensions; else itself

 private:
  bool is_subclass_slow(const Class& target) const;
  bool has_deep_superclass(const Class& target) const;
  bool array_is_subclass_of(const Class& target) const;
};

}  // namespace minijvm::runtime
