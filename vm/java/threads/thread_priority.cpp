// Passes the priority of a Thread to the thread model, and to the kernel if that is wanted. Called
// in kInVm, by any thread for any other.
#include "vm/java/threads/thread_priority.h"

#include <sys/resource.h>

#include <algorithm>

#include "runtime/object/java_objects.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/threads/thread_handshake.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;

namespace {

constexpr JavaThreads& state = the_vm.java.threads;

// HOTSPOT: priorities 1 to 10 are the nice values 4 to -5. A user who may not set one gets none,
// and no message.
void set_nice_value(const JavaThread& thread, std::int32_t priority) {
  constexpr std::int32_t kNormal = static_cast<std::int32_t>(sync::kNormalPriority);
  // acquire: pairs with the release of a thread that begins. It takes on its priority itself then.
  const std::int32_t id = thread.kernel_id.load(std::memory_order_acquire);
  if (id > 0) {
    (void)setpriority(PRIO_PROCESS, static_cast<id_t>(id), kNormal - priority);
  }
}

// The number comes from a field that natives and reflection can set to anything.
void apply(JavaThread& thread, std::int32_t wanted) {
  const std::int32_t priority = std::clamp(wanted, 1, 10);
  sync::thread_model().set_priority(thread, static_cast<std::uint32_t>(priority));
  if (state.uses_nice_values) {
    set_nice_value(thread, priority);
  }
}

}  // namespace

void set_priority_policy(bool uses_priorities, bool uses_nice_values) {
  state.uses_priorities = uses_priorities;
  state.uses_nice_values = uses_nice_values;
}

void set_thread_priority(JavaThread& self, Handle<java::Thread> thread, std::int32_t priority) {
  if (state.uses_priorities) {
    (void)with_live_thread(self, thread, [&](JavaThread& target) { apply(target, priority); });
  }
}

void take_own_priority(JavaThread& self) {
  if (!state.uses_priorities) {
    return;
  }
  sync::NoSafepoint still(self);
  apply(self, runtime::facts_of(self.thread_object)->priority());
}

}  // namespace minijvm::vm
