// Another body for the methods of a loaded class (JVMTI RedefineClasses; java.lang.instrument). A class keeps its name, hierarchy, fields and
// the signatures of its methods; its class file, pool, attributes and code change. If asked to (-XX:+AllowRedefinitionToAddDeleteMethods), it also
// gains and loses methods that are private and static or final, which no table of another class holds.
// Proved by tests/runtime/redefinition_test.cpp and tests/java/instrument.
//
// THE IDEA. A Method's address stays that of the method as the program knows it: tables, pools, MemberNames, reflection and jmethodIDs hold
// it and need no second look. What changes is its body; the old body moves to another Method, which only frames that are running name:
//
//                        before                              after
//   vtable, pools  ->    m: body 1, class file 1             m: body 2, class file 2        m.older -> o
//   a frame of m   ->    m                                   o: body 1, class file 1        o.newer -> m
//
//   Class c: file 2, pool 2, older -> Class p: file 1, pool 1, methods o...   (p is what the builder made of file 2, contents exchanged;
//   nobody but the lists of versions knows it)
//
// A deleted method keeps its slot and address, too, for who remembers it, but has no code; its body, for the frames that run it, moves as above.
// An added one is the Method that the builder made, moved to the class.
//
// Rejected: a new Method for the new body. Every place that remembers a method would have to be found and changed.
//
//   prepare    parse, build, compare with the class as it is, verify     loads classes, may run Java; fails with the JVMTI error
//   install    exchange                                                  in the stopped world, for all classes at once
//
// After install the caller gives each frame of a method its old version, and tells the engine (Engine::bodies_replaced).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>

#include "runtime/class.h"
#include "runtime/link_error.h"
#include "runtime/method.h"

namespace minijvm::runtime {

class JavaThread;

// Named as in JVMTI, with its numbers.
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

// Not of arrays, primitive types and hidden classes.
bool is_modifiable_class(const Class& klass);

enum class MethodSet : std::uint8_t { kKept, kMayChange };

// What a class will be. It belongs to who prepared it until it is installed or discarded.
class NewVersion {
 public:
  // No Java exception is pending afterwards.
  static Expected<NewVersion, RedefinitionError> prepare(JavaThread& self, Class& klass, std::span<const std::byte> bytes,
                                                         MethodSet methods = MethodSet::kKept);
  void discard();
  // Has the class been redefined since? Then its methods may be others than those that were compared.
  bool is_outdated() const { return klass_->version != based_on_; }
  // REQUIRES: the world is stopped. From now on klass().methods have the new bodies, their `older` the ones before.
  void install();
  Class& klass() const { return *klass_; }

 private:
  // The tables of both classes after it; empty: the methods stay the same.
  struct ChangedMethods {
    std::span<Method*> all;      // of the class, by slot
    std::span<Method*> by_name;  // of those, what is not deleted
    std::span<Method*> older;    // of the version
  };

  NewVersion(Class& klass, Class& made) : klass_(&klass), made_(&made), based_on_(klass.version) {}
  void plan_methods();
  void change_methods();

  Class* klass_;
  Class* made_;
  std::uint16_t based_on_;
  ChangedMethods changed_;
};

// Frees the class files and pools of old versions that no frame runs. The Methods stay, empty, as long as their loader: old code names them, which
// leads on to the current version. The two newest stay whole, since C++ code that was stopped may be reading one.
// REQUIRES: the world is stopped; `running` has the methods of all frames.
void free_old_versions(Class& klass, const std::unordered_set<const Method*>& running);

// All versions of all methods that code may still run, the current ones first: void visit(Method&).
template <class Visit>
void for_each_version(Class& klass, Visit visit) {
  for (Class* version = &klass; version != nullptr; version = version->older) {
    for (Method& method : version->methods) visit(method);
  }
}

}  // namespace minijvm::runtime
