// The methods of the class library whose calls a history writes down. They are observed as by a
// debugger (vm/interp/hooks.h), so all others cost what they cost without a history.
// Tested by tests/vm/hangs.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "runtime/fwd.h"

namespace minijvm::vm::hangs {

enum class Role : std::uint8_t {
  kNone,
  kWait,  // Object.wait
  kNotify,
  kNotifyAll,
  kAwait,  // of a Condition
  kSignal,
  kSignalAll,
  kSleep,  // and park
  kLock,   // these four: of java.util.concurrent's locks, or a permit of a semaphore
  kUnlock,
  kReadLock,
  kReadUnlock,
  kCountDown,
  kInterrupt,
  kYield,
};

class WatchedMethods {
 public:
  // The class was linked.
  void add_methods_of(const runtime::Class& klass);
  bool contains(const runtime::Method& method) const { return roles_.contains(&method); }
  // REQUIRES: it has a role.
  Role role_of(const runtime::Method& method) const { return roles_.at(&method); }

 private:
  std::unordered_map<const runtime::Method*, Role> roles_;
};

}  // namespace minijvm::vm::hangs
