// A linked class, interface, array class or primitive type (JVMS 5.3, 5.4). class_linker.h makes
// it, vm/java/class_init.h initialises it.
//
//   +--------------------+
//   | Class              |  hot fields first: what the interpreter reads
//   +--------------------+
//   | Method* vtable[n]  |  vtable_length entries follow the Class directly
//   +--------------------+
//
// It is native memory below 4 GiB, so that the class word of an object holds its address in 32
// bits. The vtable follows directly, so that a virtual call is one load from the class at a known
// offset.
//
// Static fields are in the mirror (the java.lang.Class instance), which never moves: `mirror` is a
// constant address.
// Tested by tests/runtime/class_test.cpp and tests/runtime/hierarchy_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/atomic.h"
#include "classfile/fwd.h"
#include "runtime/class/method_list.h"
#include "runtime/fwd.h"
#include "runtime/object/java_types.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {

enum class ClassKind : std::uint8_t { kInstance, kObjectArray, kPrimitiveArray, kPrimitive };

// JVMS 5.5 has three of these states: in progress, initialized and erroneous. kLoaded and kLinked
// come before them; kLinked includes verification and preparation (JVMS 5.4). The order matters:
// is_linked() compares with >=.
enum class ClassState : std::uint8_t {
  kLoaded,
  kLinked,
  kBeingInitialized,
  kInitialized,
  kErroneous
};

// The kind says how the collector treats the field `referent` of an instance: one kind for each
// subclass of java.lang.ref.Reference, and kNone for all other classes but one. An instance of
// Continuation has no referent, but a thread may hang on it (gc/references/hanging_threads.h).
enum class ReferenceKind : std::uint8_t { kNone, kSoft, kWeak, kFinal, kPhantom, kContinuation };

// Tells how a class implements one interface: methods[i] implements the interface's method whose
// vtable_index is i. If the entry is null there is no single implementation, and a call throws the
// error that select_method (resolution.h) finds.
struct ItableEntry {
  Class* interface;
  Method** methods;
};

class Class {
 public:
  // Superclasses up to this depth are found with one load (`display`); deeper ones are found by a
  // walk.
  static constexpr int kDisplayDepth = 8;
  static constexpr std::uint16_t kMaxDepth = 65535;

  // --- read by the interpreter ---
  Atomic<ClassState> state;
  ClassKind kind;
  // The type of the elements for an array class; the type itself for a primitive type.
  BasicType element_type;
  std::uint8_t log2_element;  // arrays: log2 of the element size
  ReferenceKind reference_kind;
  // True if the class has a finalize() with a body. Its instances are registered when Object.<init>
  // returns.
  bool has_finalizer;
  // True if MethodHandles.Lookup.defineHiddenClass has made the class, which is then in no
  // dictionary.
  bool is_hidden;
  bool is_record;
  // True for java.lang.ClassLoader and its subclasses. An instance keeps its LoaderData alive.
  bool is_class_loader;
  // The number of superclasses above; 0 for Object.
  std::uint16_t depth;
  // The flags of JVMS table 4.1-B, as in the class file. Those of an array class are computed from
  // its element class.
  std::uint16_t access_flags;
  // The size of an instance with its header, a multiple of 8, for classes of kind kInstance.
  // Instances of java.lang.Class have the size mirror_bytes.
  std::uint32_t instance_bytes;
  std::uint32_t vtable_length;
  // Null for Object and for primitives. The superclass of interfaces and arrays is Object.
  Class* super;
  // display[d] is the superclass at depth d, the class itself included; null above `depth`.
  Class* display[kDisplayDepth];
  // A cache: the last interface, or superclass too deep for the display, that a subtype test found.
  // Any value in it stays true, so relaxed accesses are enough.
  Atomic<Class*> last_secondary;
  // All superinterfaces, direct and inherited, each once. A class that adds none shares the table
  // of its superclass.
  std::span<Class* const> secondaries;
  // One entry for each superinterface that declares instance methods.
  std::span<const ItableEntry> itable;
  // The java.lang.Class instance, which never moves. It is null only while the VM boots.
  java::ClassMirror* mirror;
  Class* component;  // arrays: class of the elements
  // The array class with this class as component; null until array_class_of makes it.
  Atomic<Class*> array_class;

  // --- layout, for gc ---
  // The offset at which the fields of a subclass begin (object_layout.h).
  std::uint32_t fields_end;
  // The size of `mirror`, static fields included.
  std::uint32_t mirror_bytes;
  // The offsets of the reference fields of instances, inherited ones included, in ascending order.
  std::span<const std::uint32_t> ref_offsets;
  // The offsets of the static reference fields in the mirror.
  std::span<const std::uint32_t> static_ref_offsets;

  // --- identity and contents ---
  // The name, such as "java/lang/String", "[I" or "int". A hidden class has "pkg/Foo+0x...", which
  // messages show as pkg.Foo/0x...
  Symbol* name;
  LoaderData* loader;  // the defining loader (JVMS 5.3)
  // The loader data whose memory and constants the class uses and with which it dies. It is
  // `loader`, or a LoaderData of its own for a hidden class that may die earlier. Null means that
  // the class lives as long as the VM (classes that tests make by hand).
  LoaderData* home;
  // Null for the unnamed package of an unnamed module. An array has the package of its element.
  PackageEntry* package;
  const classfile::ClassFile* file;  // null for arrays and primitives
  RunConstantPool* pool;             // likewise
  // The direct superinterfaces in declared order. Those of an array class are Cloneable and
  // Serializable.
  std::span<Class*> interfaces;
  // The declared fields, in declaration order.
  std::span<Field> fields;
  // The declared methods, in declaration order, with those that redefinitions added or deleted.
  MethodList methods;
  // The same methods without deleted ones, ordered by the address of the name, then of the
  // descriptor. find_declared_method searches this table.
  std::span<Method* const> methods_by_name;
  Method* class_initializer;  // <clinit>()V or null
  // The nest host (JVMS 5.4.4); null until it is asked for (runtime/link/access.h).
  Atomic<Class*> nest_host;
  Symbol* source_file;  // the SourceFile attribute, or null
  // The version before the last redefinition, with its methods, pool and file (class_versions.h).
  // Null: the class was never redefined.
  Class* older;
  std::uint16_t version;  // number of redefinitions
  // The class file before agents changed it. Empty if no agent changed it; the bytes are then those
  // of `file`.
  std::span<const std::byte> original_bytes;
  // True if an agent changed the class file before the class was made from it.
  bool is_changed_by_agent;
  // The part that the class plays in points of deterministic runs (vm/java/threads/quiet_code.cpp);
  // 0 until that asks.
  std::uint8_t part_in_points;

  // --- initialisation (vm/java/class_init.h) ---
  // The thread that runs <clinit> (JVMS 5.5 step 3: a recursive request returns at once).
  Atomic<JavaThread*> initializing_thread;
  // True for classes of the boot loader, for subclasses of MagicAccessorImpl, and with
  // -Xverify:none.
  bool skips_verification;

  // The masks below are ACC_INTERFACE, ACC_ABSTRACT, ACC_FINAL and ACC_PUBLIC.
  bool is_interface() const { return (access_flags & 0x0200) != 0; }
  bool is_abstract() const { return (access_flags & 0x0400) != 0; }
  bool is_final() const { return (access_flags & 0x0010) != 0; }
  bool is_public() const { return (access_flags & 0x0001) != 0; }
  bool is_array() const {
    return kind == ClassKind::kObjectArray || kind == ClassKind::kPrimitiveArray;
  }
  bool is_primitive() const { return kind == ClassKind::kPrimitive; }
  bool is_instance_class() const { return kind == ClassKind::kInstance; }
  // acquire: pairs with the release by which the initialising thread publishes its statics (JVMS
  // 5.5 step 10).
  bool is_initialized() const {
    return state.load(std::memory_order_acquire) == ClassState::kInitialized;
  }
  // Returns false once the current collection has found the class unreachable. Caches that refer to
  // the class must drop it then (class_unloading.h).
  bool is_live() const;
  // acquire: pairs with the release in link_one (class_linker.cpp).
  bool is_linked() const { return state.load(std::memory_order_acquire) >= ClassState::kLinked; }

  // Returns vtable_length entries, which are behind the Class itself.
  Method** vtable() { return reinterpret_cast<Method**>(this + 1); }
  Method* const* vtable() const { return reinterpret_cast<Method* const*>(this + 1); }

  // JVMS 6.5.instanceof: returns true if a value of this class is assignable to `target`. Never
  // loads a class. REQUIRES: both are linked, or arrays of linked classes. One load decides for a
  // class in the display, one more for the cached secondary; only the rest takes the slow path.
  bool is_subclass_of(const Class& target) const {
    if (target.depth < kDisplayDepth && !target.is_interface()) {
      return display[target.depth] == &target || (is_array() && array_is_subclass_of(target));
    }
    return this == &target || last_secondary.load(std::memory_order_relaxed) == &target ||
           is_subclass_slow(target);
  }
  // Returns how this class implements `interface`; null if it does not, or if the interface
  // declares no instance method.
  const ItableEntry* find_itable(const Class& interface) const;

  // These search only the members that the class itself declares, not its superclasses. They return
  // null if there is none.
  Method* find_declared_method(const Symbol* method_name, const Symbol* descriptor) const;
  Field* find_declared_field(const Symbol* field_name, const Symbol* descriptor) const;

  // Returns true if both are in one run-time package: same defining loader and package name (JVMS
  // 5.3).
  bool same_package(const Class& other) const;
  // Returns the name as Class.getName prints it: "java.lang.String", and "[[I" for int[][].
  std::string external_name() const;
  // Returns the element class after all dimensions for an array class, and the class itself for any
  // other.
  const Class& innermost() const;

 private:
  bool is_subclass_slow(const Class& target) const;
  bool has_deep_superclass(const Class& target) const;
  bool array_is_subclass_of(const Class& target) const;
};

// Returns true for java.lang.ref.Reference's subclasses.
inline bool has_referent(const Class& klass) {
  return klass.reference_kind != ReferenceKind::kNone &&
         klass.reference_kind != ReferenceKind::kContinuation;
}

}  // namespace minijvm::runtime
