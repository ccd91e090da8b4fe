// Other bodies for the methods of a loaded class (JVMTI RedefineClasses; java.lang.instrument). The
// class keeps its name, hierarchy, fields and the signatures of its methods; its class file, pool,
// attributes and code change. With -XX:+AllowRedefinitionToAddDeleteMethods it may also gain and
// lose methods that are private and either static or final, because no table of another class holds
// these.
//
// runtime/class/class_versions.h draws which parts of the class move. The steps:
//
//   prepare    parse, build, compare with the class, verify    loads classes, may run Java;
//                                                              fails with the JVMTI error
//   install    exchange the bodies                             in the stopped world, for all
//                                                              classes at once
//
// After install the caller moves each frame of a method to its old version, and calls the engine
// (Engine::bodies_replaced).
// Tested by tests/runtime/redefinition_test.cpp and tests/java/instrument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>

#include "base/expected.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/fwd.h"

namespace minijvm::redefine {

using runtime::Class;
using runtime::JavaThread;
using runtime::Method;

// Named as in JVMTI, with JVMTI's numbers.
enum class RedefinitionError : std::uint8_t {
  INVALID_CLASS = 21,
  INVALID_CLASS_FORMAT = 60,
  CIRCULAR_CLASS_DEFINITION = 61,
  FAILS_VERIFICATION = 62,
  UNSUPPORTED_REDEFINITION_METHOD_ADDED = 63,
  UNSUPPORTED_REDEFINITION_SCHEMA_CHANGED = 64,
  UNSUPPORTED_REDEFINITION_HIERARCHY_CHANGED = 66,
  UNSUPPORTED_REDEFINITION_METHOD_DELETED = 67,
  UNSUPPORTED_VERSION = 68,
  NAMES_DONT_MATCH = 69,
  UNSUPPORTED_REDEFINITION_CLASS_MODIFIERS_CHANGED = 70,
  UNSUPPORTED_REDEFINITION_METHOD_MODIFIERS_CHANGED = 71,
  UNSUPPORTED_REDEFINITION_CLASS_ATTRIBUTE_CHANGED = 72,
  UNMODIFIABLE_CLASS = 79,
  OUT_OF_MEMORY = 110,
  INTERNAL = 113,
};

// False for arrays, primitive types and hidden classes.
bool is_modifiable_class(const Class& klass);

// Says whether a redefinition may add and delete methods.
enum class MethodSet : std::uint8_t { kKept, kMayChange };

// The next version of a class. It belongs to the caller of prepare until it is installed or
// discarded.
class NewVersion {
 public:
  // Builds and verifies the new version. No Java exception is pending afterwards, also not when it
  // fails.
  static Expected<NewVersion, RedefinitionError> prepare(JavaThread& self, Class& klass,
                                                         std::span<const std::byte> bytes,
                                                         MethodSet methods = MethodSet::kKept);
  // Frees a version that is not installed.
  void discard();
  // Returns true if the class has been redefined since prepare. Then its methods may be others than
  // those that were compared, and this version must be discarded.
  bool is_outdated() const { return klass_->version != based_on_; }
  // Exchanges the bodies. From now on klass().methods have the new bodies, and their `older` the
  // old ones. REQUIRES: the world is stopped, and !is_outdated().
  void install();
  Class& klass() const { return *klass_; }

 private:
  // The tables of both classes after an installation that adds or deletes methods. Empty: the
  // methods stay the same. Made in prepare, since install must not allocate.
  struct ChangedMethods {
    std::span<Method*> all;      // of the class, by slot
    std::span<Method*> by_name;  // of those, the ones not deleted
    std::span<Method*> older;    // of the old version
  };

  NewVersion(Class& klass, Class& made) : klass_(&klass), made_(&made), based_on_(klass.version) {}
  void plan_methods();
  void change_methods();

  // The class as the program knows it; the version that the builder made; and klass_->version as it
  // was then.
  Class* klass_;
  Class* made_;
  std::uint16_t based_on_;
  ChangedMethods changed_;
};

// Frees the class files and pools of old versions that no frame runs. Their Methods stay, without a
// body, as long as their loader: old code refers to them, and they lead to the current version. The
// two newest old versions stay whole, because C++ code that was stopped may be reading one.
// REQUIRES: the world is stopped; `running` has the methods of all frames.
void free_old_versions(Class& klass, const std::unordered_set<const Method*>& running);

}  // namespace minijvm::redefine
