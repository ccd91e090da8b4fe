// Raw monitors: the agents' own locks (JVMTI, "Raw Monitor"). Proved by tests/vm/jvmti.
//
// They work from any thread in the state it is in, attached or not, also in a callback of the collector: an agent's thread is in native code, so a
// stopped world does not wait for it, and it can always leave a monitor. Built on the VM's own mutex and condition variables:
//
//   owner none   enter          owner self, count 1
//   owner self   enter, exit    ++count, --count; at 0 owner none, one who enters is woken
//   owner self   wait           owner none; behind a notify: as enter, then the old count
//
// A suspended thread does not go on with a monitor: one that gets it gives it back, waits to be resumed, and queues anew. So a debugger agent's
// thread that is suspended while it waits stays there, and does not stop the agent's other threads.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sync/vm_mutex.h"

namespace minijvm::vm::jvmti {

class RawMonitor {
 public:
  explicit RawMonitor(const char* name) : name_(name) {}

  void enter();
  bool exit();                      // false: the caller is not the owner
  bool wait(std::int64_t millis);   // 0: for ever; false: as above
  bool notify(bool all);            // false: as above
  bool is_free_or_own();
  bool is_valid() const { return magic_ == kMagic; }
  void invalidate() { magic_ = 0; }

 private:
  static constexpr std::uint32_t kMagic = 0x4d4f4e52;
  struct Waiter {
    bool is_told = false;
  };
  void take_when_free();
  void enter_with(std::uint32_t count);
  void await_notify(sync::Deadline until);

  std::uint32_t magic_ = kMagic;
  std::string name_;  // for debuggers
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  // Guarded by mutex_:
  const void* owner_ = nullptr;     // the kernel thread
  std::uint32_t count_ = 0;
  std::vector<Waiter*> waiters_;    // not told yet, in their order
  sync::CondVar freed_;
  sync::CondVar told_;
};

}  // namespace minijvm::vm::jvmti
