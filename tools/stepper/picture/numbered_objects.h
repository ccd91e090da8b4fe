// Numbers the objects that the stepper has shown, so that #4 is the same object for the whole run
// although its address changes. An object gets its number when it is shown for the first time, or
// when a thread queues for its monitor for the first time.
//
//   number 4 -> object        what a picture shows; also the roots of the film of a collection.
//                             Rows in the order of the numbers: a film copies them in its pause
//   object   -> number 4      renewed by the collector, which moves objects and lets them die
//
// The table keeps no object alive, and the number of a dead object is not used again.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gc/heap/roots.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::stepper {

// Counts from 1; 0 stands for no object.
using ObjectNo = std::uint32_t;

// Any thread may use the table under a NoSafepoint. The collector sweeps it in a stopped world,
// without the mutex.
class NumberedObjects final : public gc::ReferenceTable {
 public:
  // Returns the number of the object, which gets one if it has none; 0 for null.
  ObjectNo number(const sync::NoSafepoint& still, runtime::Object* object);
  // Returns 0 if the object has no number so far. In the middle of a collection this finds objects
  // by their old addresses.
  ObjectNo known_number(const sync::NoSafepoint& still, const runtime::Object* object) const;
  // Returns null if there is no such number, or the object has died.
  runtime::Object* object(const sync::NoSafepoint& still, ObjectNo number) const;

  struct Numbered {
    ObjectNo number;
    runtime::Object* object;
  };
  // Returns the living objects in the order of their numbers, at most `most` of them: those with
  // the highest numbers.
  std::vector<Numbered> list(const sync::NoSafepoint& still, std::size_t most) const;
  // Sets each row, in the order of the numbers, to its object of now: null if that has died.
  void look_up(const sync::NoSafepoint& still, std::vector<Numbered>& rows) const;

  // gc::ReferenceTable
  void sweep(gc::Liveness& liveness) override;
  void sweep_young(gc::Liveness& liveness) override;

 private:
  using Numbers = std::unordered_map<const runtime::Object*, ObjectNo>;
  // Enters living objects at their new addresses. The rows of dead ones become null.
  void keep_living(const Numbers& numbers, gc::Liveness& liveness);
  void remove_dead();
  // A young collection looks at the young objects only; one that is promoted changes its table.
  Numbers& part_of(const runtime::Object* object) { return gc::is_young(object) ? young_ : old_; }

  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  // Guarded by mutex_ while the world runs; only the collector uses them while it is stopped.
  Numbers old_;
  Numbers young_;
  std::vector<Numbered> objects_;
  ObjectNo last_ = 0;
};

}  // namespace minijvm::vm::stepper
