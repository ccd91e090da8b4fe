#include "gc/stress.h"

#include "gc/collection.h"
#include "gc/heap_parts.h"
#include "runtime/java_thread.h"
#include "sync/safepoint.h"
#include "sync/thread_state.h"

namespace minijvm::gc {

using runtime::JavaThread;

void stress_allocation(Heap& heap, JavaThread& self) {
  static sync::Atomic<std::uint64_t> allocations{0};
  std::uint64_t number = allocations.fetch_add(1, std::memory_order_relaxed);
  if (number % heap.stress_interval != 0) return;
  std::uint64_t collection = number / heap.stress_interval;
  StressCollection operation(heap, collection % kStressFullEvery == kStressFullEvery - 1);
  run_collection(self, heap, operation);
  if (collection % kStressPollEvery == 0) {
    self.polls_before_stress = static_cast<std::uint32_t>(collection / kStressPollEvery % kStressPollsAhead);
    sync::arm_poll(self, sync::kPollStress);
  }
}

void stress_poll(JavaThread& self) {
  if ((self.poll_.load(std::memory_order_relaxed) & sync::kPollStress) == 0 || self.polls_before_stress-- != 0) return;
  sync::disarm_poll(self, sync::kPollStress);
  sync::JavaToVm in_vm(self);
  StressCollection operation(the_heap(), false);
  run_collection(self, the_heap(), operation);
}

}  // namespace minijvm::gc
