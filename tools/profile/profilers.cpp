// Prepares for profilers, once.
#include "tools/profile/profilers.h"

#include <vector>

#include "base/atomic.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/thread_key.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_list.h"
#include "sync/threads/vm_mutex.h"
#include "tools/profile/profile_state.h"
#include "vm/interp/engine.h"
#include "vm/observer.h"

namespace minijvm::vm::profile {

constinit ProfileState profile_state;

namespace {

using runtime::JavaThread;

class Collections final : public Observer {
 public:
  void collection_begins() override {
    profile_state.collecting.store(true, std::memory_order_relaxed);
  }
  void collection_ended(const gc::CollectionRecord&) override {
    profile_state.collecting.store(false, std::memory_order_relaxed);
  }
};

// A thread that runs on and on never comes to a switch.
class PutInKey final : public sync::HandshakeOperation {
 public:
  void run(sync::ExecEnv& target) override {
    // The requester runs this for a thread that has left Java code meanwhile.
    if (sync::current_exec_env() == &target) {
      sync::put_current_in_key();
    }
  }
};

void tell_running_threads(JavaThread& self) {
  std::vector<sync::ExecEnv*> running;
  {
    sync::ThreadListLock lock;
    sync::for_each_exec_env([&](sync::ExecEnv& ee) {
      if (&ee != &self && ee.state() == sync::ThreadState::kInJava) {
        running.push_back(&ee);
      }
    });
  }
  for (sync::ExecEnv* ee : running) {
    PutInKey put;
    sync::run_handshake(self, *ee, put);
  }
}

}  // namespace

void make_ready(JavaThread& self) {
  if (profile_state.is_ready.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  engine().prepare_for_signals(self);
  observe(profile_state.collections.get([]() -> Observer* { return new Collections; }),
          kCollectionEvents);
  sync::follow_switches();
  sync::put_current_in_key();
  tell_running_threads(self);
}

bool is_collecting() { return profile_state.collecting.load(std::memory_order_relaxed); }

}  // namespace minijvm::vm::profile
