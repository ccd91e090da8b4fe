// Roots: where references into the heap stand outside of it. gc knows threads, frames and loaders itself; what only vm knows (interned strings,
// JNI globals, ...) registers here. Proved by tests/gc/roots_test.cpp.
#pragma once

#include "runtime/object.h"

namespace minijvm::gc {

// Called for every slot that holds a reference (or null); may change it: objects move.
class RootVisitor {
 public:
  virtual void visit(runtime::Object** slot) = 0;

 protected:
  ~RootVisitor() = default;
};

// Door: strong roots of the room above. A provider shows each slot once per call: the full collector maps old addresses to new ones, and
// would map twice what it is shown twice. The slot may be a copy that the provider writes back. The caller may be a worker of the collector,
// which has no ExecEnv, while others ask other providers.
class RootProvider {
 public:
  virtual void visit_roots(RootVisitor& visitor) = 0;
  // Are they JNI's global references? For those who name roots.
  virtual bool has_jni_globals() const { return false; }

 protected:
  ~RootProvider() = default;
};
void add_root_provider(RootProvider& provider);

// Tells, and forwards: the object's new address, or null if it is dead.
class Liveness {
 public:
  virtual runtime::Object* forwarded_or_null(runtime::Object* object) = 0;

 protected:
  ~Liveness() = default;
};

// Door: tables whose entries do not keep objects alive (interned strings, JNI weak globals).
class WeakTable {
 public:
  // Drops the entries whose objects died, updates the others.
  virtual void sweep(Liveness& liveness) = 0;
  // The same after a young collection, which neither moves nor frees what is_young() denies: a large table keeps its young entries apart.
  virtual void sweep_young(Liveness& liveness) { sweep(liveness); }

 protected:
  ~WeakTable() = default;
};
void add_weak_table(WeakTable& table);

// May the next young collection move or free it?
bool is_young(const runtime::Object* object);

}  // namespace minijvm::gc
