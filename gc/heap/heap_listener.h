// Door: collections and allocations report to the room above through this class. vm installs the
// only listener and passes the reports on to its observers (vm/observer.h). Without a listener the
// heap reports nothing.
#pragma once

#include "gc/fwd.h"
#include "runtime/fwd.h"
#include "sync/atomic.h"

namespace minijvm::gc {

class HeapListener {
 public:
  // These two are called in the stopped world, on the thread that collects.
  virtual void collection_begins() = 0;
  virtual void collection_ended(const CollectionRecord& record) = 0;
  // In the stopped world, by the full collection: classes have died
  // (runtime/class/class_unloading.h). What refers to such a class must be dropped now; its memory
  // is freed soon afterwards.
  virtual void classes_died() = 0;
  // By the thread that asked for the collection, when the world runs again. May stop, and run
  // native code.
  virtual void after_collection(runtime::JavaThread& self) = 0;
  // Called in kInVm, after each collection and each allocation outside of eden, perhaps by several
  // threads at once. Must not stop at a safepoint.
  virtual void usage_changed() = 0;
  // Called with a fresh object, whose fields are zero, that allocation_sampler.h has chosen. May
  // stop and run Java code. Returns the object's address afterwards.
  virtual runtime::Object* object_sampled(runtime::JavaThread& self, runtime::Object* fresh) = 0;

 protected:
  ~HeapListener() = default;
};

void set_heap_listener(HeapListener& listener);
// Returns the listener, or null if there is none.
HeapListener* heap_listener();

}  // namespace minijvm::gc
