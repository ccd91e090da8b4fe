// Finds which threads hang on their Continuation, and abandons those of dead ones. `of` runs on
// each worker of the gang, the rest on the coordinator.
#include "gc/references/hanging_threads.h"

#include <memory>
#include <utility>

#include "gc/gc_state.h"
#include "gc/heap/heap.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/continuation.h"

namespace minijvm::gc {

bool HangingThreads::take(runtime::JavaThread& thread) {
  thread.hangs = runtime::can_hang(thread);
  if (thread.hangs) {
    threads_.push_back(&thread);
  }
  return thread.hangs;
}

runtime::JavaThread* HangingThreads::of(runtime::Object* continuation) {
  runtime::JavaThread* thread = static_cast<java::Continuation*>(continuation)->thread();
  return thread != nullptr && thread->hangs ? thread : nullptr;
}

namespace {

// The coordinator fills the list, which one thread takes when the world runs again.
void add_abandoned(runtime::JavaThread& thread) {
  std::vector<runtime::JavaThread*>* list = gc_state.abandoned.load(std::memory_order_relaxed);
  if (list == nullptr) {
    list = new std::vector<runtime::JavaThread*>;
  }
  list->push_back(&thread);
  // release: pairs with the acquire of the taker.
  gc_state.abandoned.store(list, std::memory_order_release);
}

}  // namespace

std::vector<runtime::JavaThread*> take_abandoned_threads() {
  const std::unique_ptr<std::vector<runtime::JavaThread*>> list(
      gc_state.abandoned.exchange(nullptr, std::memory_order_acquire));
  return list == nullptr ? std::vector<runtime::JavaThread*>() : std::move(*list);
}

void HangingThreads::drop_dead(Liveness& liveness) {
  for (runtime::JavaThread* thread : threads_) {
    thread->hangs = false;
    if (liveness.forwarded_or_null(thread->continuation) == nullptr) {
      runtime::abandon(*thread);
      add_abandoned(*thread);
    }
  }
}

}  // namespace minijvm::gc
