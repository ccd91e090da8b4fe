// Keeps watched fields (JVMTI, "Watched Field"): which fields an agent watches, which methods may
// touch one of them, and what an instruction is about to do to one. The events FieldAccess and
// FieldModification come before the access, from bytecode and from JNI. HOTSPOT: reflection and
// Unsafe post no such events.
// Tested by tests/jdb, and by tests/vm/jvmti for JNI.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::jvmti {

// Describes a get or put of a watched field that is about to happen. The pointers refer to operands
// on the frame's stack, or to handles of a JNI call.
struct FieldAccess {
  runtime::Field* field;
  bool is_store;
  // Null for a static field.
  const runtime::Slot* object;
  // Null unless the access is a store.
  const runtime::Slot* value;
};

// The set changes only while the world is stopped, so reading it needs no lock. The answers of
// may_touch are computed while threads run, so they have a mutex.
class FieldWatches {
 public:
  enum class Kind { kAccess, kModification };

  bool is_empty() const { return watched_.empty(); }
  bool is_watched(const runtime::Field& field, Kind kind) const;
  // add returns false if the watch exists already, remove returns false if it does not exist.
  // REQUIRES: the world is stopped.
  bool add(runtime::Field& field, Kind kind);
  bool remove(runtime::Field& field, Kind kind);
  // REQUIRES: the world is stopped.
  void forget_dead_classes();
  // Called when methods have got other bodies. REQUIRES: the world is stopped.
  void forget_answers() { touching_.clear(); }

  // Returns whether the method refers to a watched field. Only name and descriptor are compared, so
  // a field of the same name in another class counts too: that costs time, not correctness. For
  // example, with a watch on Point.x every method that uses any int field x is observed.
  bool may_touch(const runtime::Method& method) const;
  // Returns the access that the instruction at bci of the innermost frame is about to do to a
  // watched field, if that kind of access is watched.
  std::optional<FieldAccess> access_at(const runtime::JavaThread& self,
                                       const runtime::Method& method, std::uint32_t bci) const;

 private:
  struct Watch {
    runtime::Field* field;
    Kind kind;
  };
  bool names_watched(const runtime::Method& method) const;
  std::vector<Watch>::iterator find(const runtime::Field& field, Kind kind);

  std::vector<Watch> watched_;
  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  // Caches the answers of may_touch. Guarded by mutex_ while threads run.
  mutable std::unordered_map<const runtime::Method*, bool> touching_;
};

}  // namespace minijvm::vm::jvmti
