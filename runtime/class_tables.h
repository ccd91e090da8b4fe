// Between the files of the linker: dictionaries, classes in the making, the classes that make up arrays and primitives.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "runtime/class_linker.h"

namespace minijvm::classfile {
class ClassFile;
}

namespace minijvm::runtime {

class Symbol;

LoaderUpcalls& loader_upcalls();

// class_builder.cpp: steps 1 to 4 of JVMS 5.3.5 without the dictionary: a Class with layout and tables, seen by nobody.
Linked<Class*> build_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes, const DefineOptions& options);
void free_class(Class& klass);

// class_linker.cpp: JVMS 5.4.1 for another version of a class, which stands in `made` (redefinition.h).
Linked<void> verify_version(JavaThread& self, Class& klass, Class& made);

// class_tables.cpp.
// Gives it its mirror; until publish or discard it is in_making: a root, yet in no dictionary.
Linked<void> make_class_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts);
// Makes it visible: under its name unless hidden or an array. LinkageError: the name is taken, or a constraint forbids it.
Linked<void> publish_class(Class& klass, bool in_dictionary);
void discard_class(Class& klass);
// Records that `loader` initiated loading of klass (JVMS 5.3); LinkageError if a constraint or an earlier record says otherwise.
Linked<Class*> record_initiating_loader(LoaderData& loader, Symbol* name, Class& klass);

// `klass`, perhaps unnamed yet, may not be defined by `loader`: the name of `shown` is taken.
Unexpected<LinkError> duplicate_definition(const LoaderData& loader, const Class& klass, const Class& shown);

// "X is in unnamed module of loader 'u' @1b, parent loader 'app'".
std::string class_place_with_parent(const Class& klass);

// array_classes.cpp. Cloneable and Serializable, as soon as they are defined.
void note_array_interface(Class& klass);

// What this thread is loading, innermost first: who comes round to the same class gets a ClassCircularityError. Other threads look, too:
// two that follow one circle from different ends, each with a lock of the loader's, would wait for each other for ever.
class LoadInProgress {
 public:
  enum class Kind : std::uint8_t {
    kSupers,  // the class is being defined, and its supers are loaded
    kAsked,   // its loader, which is not parallel-capable, was asked for it
  };
  LoadInProgress(JavaThread& self, const LoaderData& loader, const Symbol* name, Kind kind);
  ~LoadInProgress();
  LoadInProgress(const LoadInProgress&) = delete;
  void load_super(Symbol* super);  // kSupers: the next one
  static bool is_in_progress(const JavaThread& self, const LoaderData& loader, const Symbol* name, Kind kind);
  // The same for other threads than self: is it there; and which super is it loading (null: none).
  static bool is_elsewhere(const JavaThread& self, const LoaderData& loader, const Symbol* name);
  static Symbol* super_loaded_elsewhere(const JavaThread& self, const LoaderData& loader, const Symbol* name);

 private:
  bool is_of(const LoaderData& loader, const Symbol* name) const { return &loader_ == &loader && name_ == name; }
  JavaThread& self_;
  const LoaderData& loader_;
  const Symbol* name_;
  Kind kind_;
  Symbol* super_ = nullptr;  // others read it: guarded by the mutex of all loads
  const LoadInProgress* previous_;
};

}  // namespace minijvm::runtime
