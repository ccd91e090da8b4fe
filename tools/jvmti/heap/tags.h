// Keeps tags, which are numbers that an environment attaches to objects (JVMTI, chapter "Heap",
// "Object Tags"). A tag map is a table by address that does not keep its objects alive. After each
// collection, entries of objects that moved get new keys, and the tags of objects that died are
// kept for ObjectFree.
//
// Young objects have a table of their own, so that a young collection looks at few entries.
// ObjectFree is posted after the world runs again, because its callback may wait for a thread that
// the collection had stopped.
// Tested by tests/vm/jvmti_heap, and under preset gc-stress.
#pragma once

#include <unordered_map>
#include <vector>

#include "gc/heap/roots.h"
#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/env.h"

namespace minijvm::vm::jvmti {

// One for each environment that has tagged anything. Threads use it under a NoSafepoint, as it is
// keyed by addresses; the collector sweeps it in a stopped world, without the mutex.
class TagMap final : public gc::ReferenceTable {
 public:
  explicit TagMap(const Env& env) : env_(env) {}
  // Returns 0 if the object has no tag.
  jlong get(const NoSafepoint& still, Object* object);
  // A tag of 0 removes the entry. Does nothing if the environment has been disposed of.
  void set(const NoSafepoint& still, Object* object, jlong tag);
  // Calls visit(Object*, jlong tag) with the mutex held.
  template <class Visit>
  void for_each(const NoSafepoint&, Visit visit) {
    sync::MutexLock lock(mutex_);
    for (const Tags* tags : {&old_, &young_}) {
      for (auto [object, tag] : *tags) visit(object, tag);
    }
  }
  // Returns the tags of objects that have died since the last call.
  std::vector<jlong> take_freed();
  // Drops all entries and gives the memory back.
  void clear();

  // gc::ReferenceTable: after a full collection all entries are checked, after a young one only
  // young_.
  void sweep(gc::Liveness& liveness) override;
  void sweep_young(gc::Liveness& liveness) override;

 private:
  using Tags = std::unordered_map<Object*, jlong>;
  // An object that is promoted moves to the other table when its entry is inserted again.
  Tags& part_of(Object* object) { return gc::is_young(object) ? young_ : old_; }
  // Inserts the entries of living objects at their new addresses, and records the others' tags.
  void keep_living(const Tags& tags, gc::Liveness& liveness);

  const Env& env_;
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  // Guarded by mutex_ while the world runs; only the collector uses them while it is stopped.
  Tags old_;
  Tags young_;
  std::vector<jlong> freed_;
};

// Returns null if the environment has tagged nothing.
TagMap* existing_tags(const Env& env);
// Makes the map if there is none, and registers it with the collector.
TagMap& tags_of(Env& env);
// Empties the map of an environment that has been disposed of. The map itself stays, since the
// collector's list of weak tables only grows; an empty map costs it one look. REQUIRES: as
// dispose().
void forget_tags(Env& env);

// Posts ObjectFree for all tagged objects that have died. REQUIRES: kInVm, the anchor is published.
void tell_freed_objects(JavaThread& self);

}  // namespace minijvm::vm::jvmti
