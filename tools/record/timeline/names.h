// The names of what events name by number or address: threads, classes, methods, locks. Threads end
// and classes are unloaded before anybody looks, so the names of those that go are kept.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "runtime/fwd.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::record {

struct ThreadFacts {
  std::string name;
  std::int64_t java_id = 0;
};

class Names {
 public:
  // Reads the name of a thread: of self before it ends, or of any in a stopped world.
  void keep_thread(const sync::NoSafepoint& still, const runtime::JavaThread& thread);
  // Keeps the names of the classes that die. REQUIRES: the world is stopped.
  void keep_dying_classes();
  // Forgets all.
  void clear();

  std::map<std::uint32_t, ThreadFacts> threads();
  // Returns the names of classes as in source code, and of methods with their class, by address.
  // Addresses that belong to no class or method are left out. REQUIRES: kInVm.
  std::unordered_map<std::uint64_t, std::string> texts_of(
      const std::unordered_set<std::uint64_t>& addresses);

 private:
  sync::Mutex mutex_{sync::LockRank::kTable};
  std::map<std::uint32_t, ThreadFacts> threads_ MJ_GUARDED_BY(mutex_);
  std::unordered_map<std::uint64_t, std::string> dead_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm::vm::record
