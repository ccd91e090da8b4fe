// Tags: a number for an object, of one environment (JVMTI, "Heap"). Proved by tests/vm/jvmti_heap and under gc-stress.
//
// A table by address that does not keep its objects: after each collection the entries of those that moved stand elsewhere, and the tags of
// those that died are told (ObjectFree). Young objects stand apart, so that a young collection looks at few.
// ObjectFree is told when the world runs again: an agent may wait in it for a thread that the collection has stopped.
#pragma once

#include <unordered_map>
#include <vector>

#include "gc/roots.h"
#include "sync/vm_mutex.h"
#include "vm/inspect/jvmti/env.h"

namespace minijvm::vm::jvmti {

class TagMap final : public gc::WeakTable {
 public:
  explicit TagMap(const Env& env) : env_(env) {}
  jlong get(const NoSafepoint& still, Object* object);
  void set(const NoSafepoint& still, Object* object, jlong tag);  // 0: none. Of an environment that is disposed of: nothing
  // visit(Object*, jlong tag).
  template <class Visit>
  void for_each(const NoSafepoint&, Visit visit) {
    sync::MutexLock lock(mutex_);
    for (const Tags* tags : {&old_, &young_}) {
      for (auto [object, tag] : *tags) visit(object, tag);
    }
  }
  std::vector<jlong> take_freed();
  void clear();

  void sweep(gc::Liveness& liveness) override;
  void sweep_young(gc::Liveness& liveness) override;

 private:
  using Tags = std::unordered_map<Object*, jlong>;
  Tags& part_of(Object* object) { return gc::is_young(object) ? young_ : old_; }
  void keep_living(const Tags& tags, gc::Liveness& liveness);

  const Env& env_;
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  // Guarded by mutex_ while the world runs:
  Tags old_;
  Tags young_;
  std::vector<jlong> freed_;
};

// Null: it has tagged nothing yet.
TagMap* existing_tags(const Env& env);
TagMap& tags_of(Env& env);
// Of an environment that is disposed of. Its map stays, empty: gc's list of weak tables only grows, and costs it a look. REQUIRES: as dispose().
void forget_tags(Env& env);

// ObjectFree for all that has died until now. REQUIRES: kInVm, the anchor published.
void tell_freed_objects(JavaThread& self);

}  // namespace minijvm::vm::jvmti
