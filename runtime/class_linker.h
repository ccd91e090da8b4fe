// Making classes: from bytes to a linked Class (JVMS 5.3, 5.4). Native memory only; the mirror comes through LoaderUpcalls.
// Proved by tests/runtime/resolution_test.cpp; all of java.base in tests/runtime/java_base_test.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/handle.h"
#include "runtime/java_value.h"
#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class LoaderData;
class Symbol;

// Door: what linking asks of the room above (implemented by vm/java/loader_upcalls.h).
// What a class's definer tells its mirror. Nobody may see the class before.
struct MirrorFacts {
  Handle<> protection_domain;
  Handle<> class_data;  // of Lookup.defineHiddenClassWithClassData
};

// A class file on its way to become a class.
struct ClassFileBytes {
  std::span<const std::byte> bytes;
  std::vector<std::byte> changed;   // if somebody changed them: where `bytes` lie
  std::vector<std::byte> original;  // what RetransformClasses begins with; empty: `bytes`
};

class LoaderUpcalls {
 public:
  // Agents see, and may change, the bytes of every class but hidden ones before they are parsed (JVMTI ClassFileLoadHook). Runs Java.
  // name: null if the definer gave none.
  virtual void file_arrived(JavaThread& /*self*/, LoaderData& /*loader*/, const Symbol* /*name*/, const MirrorFacts& /*facts*/, ClassFileBytes& /*file*/) {}
  // ClassLoader.loadClass on a user-defined loader (JVMS 5.3.2). ENSURES: the result has that name, or kPending.
  virtual Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) = 0;
  // The monitor of a loader that is not parallel-capable. False: it cannot be had.
  virtual bool lock_loader(JavaThread& self, LoaderData& loader) = 0;
  virtual void unlock_loader(JavaThread& self, LoaderData& loader) = 0;
  // REQUIRES: the lock. Wakes who waits on the monitor, and is without the lock for a while, however often this thread has entered it.
  virtual void give_way(JavaThread& self, LoaderData& loader) = 0;
  // A class was made and is not yet visible to others: give it its mirror (Class.mirror), complete. Called also for arrays and primitives.
  virtual Linked<void> make_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts) = 0;
  // After a class became visible in its dictionary: events, ClassLoader.addClass is the caller's.
  virtual void class_defined(JavaThread& self, Class& klass) = 0;
  // After it was linked, before anybody initialises it on this thread.
  virtual void class_prepared(JavaThread& self, Class& klass) = 0;
  // JVMS 4.10.2 for class files below version 50, by the JDK's libverify.
  virtual Linked<void> verify_old(JavaThread& self, Class& klass) = 0;

 protected:
  ~LoaderUpcalls() = default;
};
void set_loader_upcalls(LoaderUpcalls& upcalls);

// What JVM_LookupDefineClass adds to an ordinary definition.
struct DefineOptions {
  Symbol* expected_name = nullptr;   // null: whatever the bytes say
  bool hidden = false;
  std::string_view given_name = {};  // hidden: its name up to the '+'; empty: whatever the bytes say
  bool strong = true;                // false: may die before its loader
  bool vm_annotations = false;       // honour JDK-internal annotations although the loader is not boot or platform
  Class* lookup = nullptr;           // hidden: whose package, module and protection domain it shares
  Class* nest_host = nullptr;        // NESTMATE
  std::string_view source = {};      // where it came from, for the log
  bool is_redefinition = false;      // the name is taken, as it should be (redefinition.h)
  MirrorFacts facts = {};
};

// Whose bytecode is verified (JVMS 4.10): -XX:±BytecodeVerificationRemote (-Xverify:none: false) for classes of other loaders,
// -XX:±BytecodeVerificationLocal (-Xverify:all: true) for the boot loader's. Before the first class is made.
void set_verification(bool remote_classes, bool boot_classes);
// --enable-preview: class files of version 61.65535.
void set_preview_enabled(bool enabled);

// Who may say @Contended, and what it costs: -XX:±EnableContended, -XX:±RestrictContended, -XX:ContendedPaddingWidth. Before the first class is made.
struct ContentionRules {
  bool enabled = true;
  bool only_jdk_classes = true;
  std::uint32_t padding = 128;
};
void set_contention_rules(const ContentionRules& rules);

// JVMS 5.3.5: derives a class from bytes, loads its superclasses, lays out its fields, makes it visible in `loader`'s dictionary.
// A hidden class that is not strong comes with its `home` pinned: the caller makes a handle on its mirror, and unpins it.
Linked<Class*> define_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes, const DefineOptions& options);

// A copy that lives as long as the class, for Class::original_bytes; nothing for nothing.
std::span<const std::byte> keep_bytes(Class& klass, std::span<const std::byte> bytes);

// JVMS 5.3: the class, interface or array class that `name` ("java/lang/String", "[I", "[[Lpkg/C;") means to `loader`. ClassNotFound is
// reported as NoClassDefFoundError for the boot loader (message: the name); user loaders report what they threw (kPending).
Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name);
// Only a class for which `loader` is already a recorded initiating loader; null otherwise. Never loads.
Class* find_loaded_class(LoaderData& loader, const Symbol* name);

// JVMS 5.4: verifies (unless skipped) and prepares, superclasses first; makes vtable and itables. Idempotent, thread-safe.
Linked<void> link_class(JavaThread& self, Class& klass);

// JVMS 5.3.3: the array class with this component; made on demand.
Linked<Class*> array_class_of(JavaThread& self, Class& component);
// int.class and its kin; BasicType kVoid gives void.
Class* primitive_class(BasicType type);
Class* primitive_array_class(BasicType element);

// Visits every class that is loaded (arrays and hidden classes too). The visitor may not stop at a safepoint, where classes die.
class ClassVisitor {
 public:
  virtual void visit(Class& klass) = 0;

 protected:
  ~ClassVisitor() = default;
};
void for_each_class(ClassVisitor& visitor);
// Those for which the loader is a recorded initiating loader (JVMS 5.3), and the arrays of these; of the boot loader also arrays of primitive types.
void for_each_initiated_class(LoaderData& loader, ClassVisitor& visitor);

}  // namespace minijvm::runtime
