// Watched fields (JVMTI, "Watched Field"): which methods may touch one, and what an instruction is about to do to one.
// Proved by tests/jdb, and by tests/vm/jvmti for JNI. Reflection and Unsafe are not told of, nor by HotSpot.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "sync/vm_mutex.h"

namespace minijvm::vm::jvmti {

// A get or put of a watched field, before it happens. The operands stand on the frame's stack.
struct FieldAccess {
  runtime::Field* field;
  bool is_store;
  const runtime::Slot* object;  // null: a static field
  const runtime::Slot* value;   // of a store
};

class FieldWatches {
 public:
  enum class Kind { kAccess, kModification };

  bool is_empty() const { return watched_.empty(); }
  bool is_watched(const runtime::Field& field, Kind kind) const;
  // False: it is there already; it was not there. REQUIRES: the world is stopped.
  bool add(runtime::Field& field, Kind kind);
  bool remove(runtime::Field& field, Kind kind);
  void forget_dead_classes();
  // Some methods have other bodies.
  void forget_answers() { touching_.clear(); }

  // Does the method name a watched field? By name and descriptor, so perhaps another class's.
  bool may_touch(const runtime::Method& method) const;
  // What the instruction at bci of the innermost frame is about to do to a watched field, in the way that is watched.
  std::optional<FieldAccess> access_at(const runtime::JavaThread& self, const runtime::Method& method, std::uint32_t bci) const;

 private:
  struct Watch {
    runtime::Field* field;
    Kind kind;
  };
  bool names_watched(const runtime::Method& method) const;
  std::vector<Watch>::iterator find(const runtime::Field& field, Kind kind);

  std::vector<Watch> watched_;
  mutable sync::Mutex mutex_{sync::LockRank::kLeaf};
  mutable std::unordered_map<const runtime::Method*, bool> touching_;  // guarded by it: the answers of may_touch
};

}  // namespace minijvm::vm::jvmti
