// The part that the linker's files share: the dictionaries, classes in the making, and the loads
// that are in progress. Other code uses the linker by link/class_linker.h.
//
// The life of a class on its way to a dictionary:
//
//   build_class  ->  make_class_mirror  ->  publish_class       define_class succeeds
//   (no thread      (in_making: a root,     (in the dictionary
//    sees it)        in no dictionary)       and in `classes`)
//                          |
//                          +-> discard_class -> free_class      it failed
// Tested by tests/runtime/resolution_test.cpp and tests/runtime/class_test.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "classfile/fwd.h"
#include "runtime/fwd.h"
#include "runtime/link/class_linker.h"

namespace minijvm::runtime {

// Returns the object that set_loader_upcalls installed. REQUIRES: there is one.
LoaderUpcalls& loader_upcalls();

// class_builder.cpp: steps 1 to 4 of JVMS 5.3.5 without the dictionary. The result is a Class with
// layout, vtable and itables, which no other thread sees. It may load classes, and so may stop and
// run Java.
Linked<Class*> build_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes,
                           const DefineOptions& options);
// Frees the class, its pool, its file and its older versions. REQUIRES: no thread can reach it.
void free_class(Class& klass);

// class_linker.cpp: JVMS 5.4.1. `made` is the class itself, or another version of it
// (class_versions.h).
Linked<void> verify_version(JavaThread& self, Class& klass, Class& made);

// class_tables.cpp: gives the class its mirror. Until publish_class or discard_class it is
// in_making: its mirror is a root, but the class is in no dictionary. After a failure the class is
// discarded already.
Linked<void> make_class_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts);
// Makes the class visible: in its loader's list, and under its name if `in_dictionary` (not for
// hidden classes and arrays). The error is a LinkageError if the name is taken or a loading
// constraint forbids the class; the caller must then discard the class.
Linked<void> publish_class(Class& klass, bool in_dictionary);
// Takes a class that is not published out of in_making. The caller frees it.
void discard_class(Class& klass);
// Records that `loader` initiated the loading of klass (JVMS 5.3). The error is a LinkageError if a
// constraint or an earlier record contradicts that.
Linked<Class*> record_initiating_loader(LoaderData& loader, Symbol* name, Class& klass);

// JVMS 5.3.5 step 1: returns the error that `loader` may not define `klass` because the name of
// `shown` is taken. `klass` may have no name yet.
Unexpected<LinkError> duplicate_definition(const LoaderData& loader, const Class& klass,
                                           const Class& shown);

// Returns a text such as "X is in unnamed module of loader 'u' @1b, parent loader 'app'".
std::string class_place_with_parent(const Class& klass);

// array_classes.cpp: keeps Cloneable and Serializable as soon as they are defined, since every
// array class implements them.
void note_array_interface(Class& klass);

// A load that this thread has begun, on a stack of such loads. A thread that meets the same class
// again gets a ClassCircularityError (JVMS 5.3.5).
//
// Other threads read these records, too. Suppose A extends B and B extends A, one thread begins
// with A and another with B, and each holds a lock of the loader: then each would wait for the
// other without end.
class LoadInProgress {
 public:
  enum class Kind : std::uint8_t {
    kSupers,  // its supers are being loaded, so that it can be defined
    kAsked,   // its loader, which is not parallel-capable, was asked
  };
  // Pushes itself onto the thread's stack; the destructor pops it. REQUIRES: the object is a local
  // variable, so that the order is kept.
  LoadInProgress(JavaThread& self, const LoaderData& loader, const Symbol* name, Kind kind);
  ~LoadInProgress();
  LoadInProgress(const LoadInProgress&) = delete;
  // Records which superclass or superinterface is loaded next. REQUIRES: the kind is kSupers.
  void load_super(Symbol* super);
  // Returns true if this thread has such a load on its stack.
  static bool is_in_progress(const JavaThread& self, const LoaderData& loader, const Symbol* name,
                             Kind kind);
  // These ask the same about all threads but self: if one of them loads this class, and which super
  // it loads for it. The super is null if there is no such load, or if it has not reached the
  // supers.
  static bool is_elsewhere(const JavaThread& self, const LoaderData& loader, const Symbol* name);
  static Symbol* super_loaded_elsewhere(const JavaThread& self, const LoaderData& loader,
                                        const Symbol* name);

 private:
  bool is_of(const LoaderData& loader, const Symbol* name) const {
    return &loader_ == &loader && name_ == name;
  }
  JavaThread& self_;
  const LoaderData& loader_;
  const Symbol* name_;
  Kind kind_;
  // Other threads read it, so the mutex of all loads guards it.
  Symbol* super_ = nullptr;
  const LoadInProgress* previous_;
};

}  // namespace minijvm::runtime
