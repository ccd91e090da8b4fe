// Roots: the places outside of the heap that hold references into it. gc knows threads, frames and
// loaders itself. What only vm knows (interned strings, JNI global references, and so on) registers
// here as a ReferenceTable.
// Tested by tests/gc/roots_test.cpp.
#pragma once

#include "runtime/object/object.h"

namespace minijvm::gc {

// Called for each slot that holds a reference or null. It may change the slot, because objects
// move.
class RootVisitor {
 public:
  virtual void visit(runtime::Object** slot) = 0;

 protected:
  ~RootVisitor() = default;
};

// Answers whether an object lives, and where it is now.
class Liveness {
 public:
  // Returns the object's address after the collection, or null if the object is dead.
  virtual runtime::Object* forwarded_or_null(runtime::Object* object) = 0;

 protected:
  ~Liveness() = default;
};

// Door: a table of the room above, outside of the heap, that refers to Java objects. A table that
// keeps its objects alive (JNI global references) overrides visit_roots. A table whose entries die
// with their objects (interned strings, JNI weak global references) overrides sweep.
class ReferenceTable {
 public:
  // Shows each slot that keeps its object alive. The caller may be a worker of the collector, which
  // has no ExecEnv, while other workers visit other tables.
  // (P1) A table shows each slot once per call. The full collector replaces each old address by the
  //      new one, and would replace a slot's new address again if it were shown twice. The slot may
  //      be a copy that the table writes back.
  virtual void visit_roots(RootVisitor& /*visitor*/) {}
  // True if these roots are JNI global references, for tools that name roots.
  virtual bool has_jni_globals() const { return false; }

  // Drops the entries whose objects died, and updates the others to their objects' new addresses.
  virtual void sweep(Liveness& /*liveness*/) {}
  // The same after a young collection. Such a collection neither moves nor frees an object for
  // which is_young() returned false before it, so a large table may keep its young entries apart.
  virtual void sweep_young(Liveness& liveness) { sweep(liveness); }

 protected:
  ~ReferenceTable() = default;
};
void add_reference_table(ReferenceTable& table);

// Returns true if the next young collection may move or free the object.
bool is_young(const runtime::Object* object);

}  // namespace minijvm::gc
