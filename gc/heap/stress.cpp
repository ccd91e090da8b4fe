// Decides, in gc-stress builds, which allocations and polls collect. The allocator calls this in
// kInVm, and the interpreter in kInJava.
#include "gc/heap/stress.h"

#include "gc/gc_state.h"
#include "gc/heap/heap_parts.h"
#include "gc/policy/collection.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::gc {

using runtime::JavaThread;

void stress_allocation(Heap& heap, JavaThread& self) {
  std::uint64_t number = gc_state.stressed_allocations.fetch_add(1, std::memory_order_relaxed);
  if (number % heap.stress_interval != 0)
    return;
  std::uint64_t collection = number / heap.stress_interval;
  StressCollection operation(heap, collection % kStressFullEvery == kStressFullEvery - 1);
  run_collection(self, heap, operation);
  // A collection at a poll is planned soon after this one. The distance grows from 0 to 15 polls in
  // turn, so that over time every kind of poll is hit.
  if (collection % kStressPollEvery == 0) {
    self.polls_before_stress =
        static_cast<std::uint32_t>(collection / kStressPollEvery % kStressPollsAhead);
    sync::arm_poll(self, sync::kPollStress);
  }
}

void stress_poll(JavaThread& self) {
  // Each poll of this thread counts down; the thread's poll word stays armed until then.
  if ((self.poll_.load(std::memory_order_relaxed) & sync::kPollStress) == 0 ||
      self.polls_before_stress-- != 0)
    return;
  sync::disarm_poll(self, sync::kPollStress);
  // The poll is in kInJava; an operation needs kInVm.
  sync::JavaToVm in_vm(self);
  StressCollection operation(the_heap(), false);
  run_collection(self, the_heap(), operation);
}

}  // namespace minijvm::gc
