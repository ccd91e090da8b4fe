// Makes classes, from bytes to a linked Class (JVMS 5.3, 5.4). It makes only native memory; the
// mirror comes through LoaderUpcalls.
//
//   load_class -> (boot loader, or the ClassLoader object) -> define_class -> link_class
//   JVMS 5.3       5.3.1            5.3.2                      5.3.5           5.4.1, 5.4.2
//
// A Class is complete before any other thread can find it: layout, vtable and itables are made by
// define_class. link_class only verifies, so two threads may link one class at the same time, and
// no lock is held while a loader runs Java.
// Tested by tests/runtime/resolution_test.cpp; with all of java.base in
// tests/runtime/java_base_test.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {

// The data that the definer of a class gives to the mirror. No other thread sees the class before
// they are stored there.
struct MirrorFacts {
  Handle<java::ProtectionDomain> protection_domain;
  Handle<> class_data;  // of Lookup.defineHiddenClassWithClassData
};

// A class file on its way to become a class.
struct ClassFileBytes {
  std::span<const std::byte> bytes;
  // The memory behind `bytes`, if an agent changed the bytes.
  std::vector<std::byte> changed;
  // The bytes that RetransformClasses begins with. Empty means that they are `bytes`.
  std::vector<std::byte> original;
};

// Door: linking calls the room above through this class (vm/java/loader_upcalls.h). Each call may
// stop at a safepoint.
class LoaderUpcalls {
 public:
  // Called with the bytes of every class but hidden ones before they are parsed, so that agents may
  // read and change them (JVMTI ClassFileLoadHook). Runs Java. `name` is null if the definer gave
  // none.
  virtual void file_arrived(JavaThread& /*self*/, LoaderData& /*loader*/, const Symbol* /*name*/,
                            const MirrorFacts& /*facts*/, ClassFileBytes& /*file*/) {}
  // Calls ClassLoader.loadClass on a user-defined loader (JVMS 5.3.2). ENSURES: the result has that
  // name, or the error is kPending.
  virtual Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) = 0;
  // Enters the monitor of a loader that is not parallel-capable. Returns false if that is not
  // possible.
  virtual bool lock_loader(JavaThread& self, LoaderData& loader) = 0;
  virtual void unlock_loader(JavaThread& self, LoaderData& loader) = 0;
  // Wakes all threads that wait on the monitor, and releases the lock for a while, however often
  // this thread has entered it. REQUIRES: this thread has the lock.
  virtual void give_way(JavaThread& self, LoaderData& loader) = 0;
  // Gives a class that is not yet visible its complete mirror (Class::mirror). Called for arrays
  // and primitives as well.
  virtual Linked<void> make_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts) = 0;
  // Asks the security manager, if there is one. `loader` has found `loaded` for code of this
  // protection domain, which is that of `from`; null stands for a class that is being made.
  // kPending: the security manager refused, and its exception is pending.
  virtual Linked<void> check_package_access(JavaThread& /*self*/, LoaderData& /*loader*/,
                                            Class& /*loaded*/,
                                            Handle<java::ProtectionDomain> /*domain*/,
                                            const Class* /*from*/) {
    return {};
  }
  // Called after a class has become visible in its dictionary, for events. ClassLoader.addClass is
  // the caller's task.
  virtual void class_defined(JavaThread& self, Class& klass) = 0;
  // Called after a class was linked, before this thread initialises it.
  virtual void class_prepared(JavaThread& self, Class& klass) = 0;
  // JVMS 4.10.2: verifies a class file below version 50, or one of version 50 that the newer
  // verifier refused, with the JDK's libverify.
  virtual Linked<void> verify_old(JavaThread& self, Class& klass) = 0;

 protected:
  ~LoaderUpcalls() = default;
};
// The boot calls this once, before the first class is made.
void set_loader_upcalls(LoaderUpcalls& upcalls);

// The parameters that JVM_LookupDefineClass adds to an ordinary definition. The default value gives
// an ordinary definition.
struct DefineOptions {
  Symbol* expected_name = nullptr;  // null if any name is accepted
  bool hidden = false;
  // The name of a hidden class up to the '+'. Empty means the name in the bytes.
  std::string_view given_name = {};
  bool strong = true;  // if false, the class may die before its loader
  // If true, JDK-internal annotations count although the loader is neither boot nor platform
  // loader.
  bool vm_annotations = false;
  // The class whose package, module and protection domain a hidden class shares.
  Class* lookup = nullptr;
  Class* nest_host = nullptr;    // with Lookup.ClassOption.NESTMATE
  std::string_view source = {};  // where it came from, for the log
  // The name is taken, as it must be for another version of a class (class_versions.h).
  bool is_redefinition = false;
  MirrorFacts facts = {};
};

// Chooses the classes whose bytecode is verified (JVMS 4.10). `remote_classes` is
// -XX:±BytecodeVerificationRemote, for classes of loaders other than the boot loader (-Xverify:none
// sets it to false). `boot_classes` is -XX:±BytecodeVerificationLocal (-Xverify:all sets it to
// true). REQUIRES: no class has been made yet.
void set_verification(bool remote_classes, bool boot_classes);
// Makes the parser accept class files of version 61.65535 (--enable-preview).
void set_preview_enabled(bool enabled);
// Chooses whether objects with a finalizer are finalized (--finalization). REQUIRES: no class has
// been made yet.
void set_finalization_enabled(bool enabled);

// Says which classes may use @Contended, and how much memory it takes: -XX:±EnableContended,
// -XX:±RestrictContended, -XX:ContendedPaddingWidth. It is set before the first class is made.
struct ContentionRules {
  bool enabled = true;
  bool only_jdk_classes = true;
  std::uint32_t padding = 128;  // bytes
};
void set_contention_rules(const ContentionRules& rules);

// JVMS 5.3.5: derives a class from bytes, loads its superclasses, lays out its fields, and makes it
// visible in `loader`'s dictionary. The `home` of a hidden class that is not strong is pinned when
// this returns: the caller makes a handle on the mirror and then unpins the home.
Linked<Class*> define_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes,
                            const DefineOptions& options);

// Returns a copy that lives as long as the class, for Class::original_bytes. An empty span stays
// empty.
std::span<const std::byte> keep_bytes(Class& klass, std::span<const std::byte> bytes);

// JVMS 5.3: loads the class, interface or array class that `name` ("java/lang/String", "[I",
// "[[Lpkg/C;") means to `loader`. If the boot loader does not find a class, the error is a
// NoClassDefFoundError with the name as its message. If a user-defined loader threw an exception,
// the error is kPending.
Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name);
// Returns a class for which `loader` is already recorded as an initiating loader; null if there is
// none. Never loads.
Class* find_loaded_class(LoaderData& loader, const Symbol* name);

// JVMS 5.4.1 and 5.4.2: verifies the class (unless it is skipped), superclasses first, and checks
// the loading constraints of its tables. Idempotent and thread-safe.
Linked<void> link_class(JavaThread& self, Class& klass);

// JVMS 5.3.3: returns the array class with this component, and makes it on demand.
Linked<Class*> array_class_of(JavaThread& self, Class& component);
// Returns the class of int or of another primitive type; kVoid gives the class of void.
Class* primitive_class(BasicType type);
// Returns the array class of a primitive type. Never fails. REQUIRES: load_well_known has made all
// eight.
Class* primitive_array_class(BasicType element);

// Visits every class that is loaded, arrays and hidden classes included. The visitor must not stop
// at a safepoint, because classes die there.
class ClassVisitor {
 public:
  virtual void visit(Class& klass) = 0;

 protected:
  ~ClassVisitor() = default;
};
void for_each_class(ClassVisitor& visitor);
// Visits the classes for which the loader is recorded as an initiating loader (JVMS 5.3), and the
// arrays of these. For the boot loader it visits the arrays of primitive types as well.
void for_each_initiated_class(LoaderData& loader, ClassVisitor& visitor);

}  // namespace minijvm::runtime
