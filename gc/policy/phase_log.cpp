// Prints the line of one phase of a collection. The object is made and destroyed on the coordinator
// while the world is stopped.
#include "gc/policy/phase_log.h"

#include "gc/heap/heap_parts.h"
#include "sync/block_events.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {

PhaseLog::PhaseLog(const Heap& heap, LogLevel level, const char* name)
    // A clock is read only if the line will be printed.
    : heap_(heap), name_(log_enabled(LogTag::gcphases, level) ? name : nullptr), level_(level) {
  if (is_wanted(Event::phase_begin)) {
    sync::record_here(Event::phase_begin, reinterpret_cast<std::uintptr_t>(name), 0);
    is_recorded_ = true;
  }
  if (name_ != nullptr) {
    start_ns_ = sync::machine_ns();
  }
}

PhaseLog::~PhaseLog() {
  if (is_recorded_) {
    sync::record_here(Event::phase_end, 0, 0);
  }
  if (name_ != nullptr) {
    // The collection's number is its index from 0: finish() counts the collection after its last
    // phase.
    const unsigned long long number = heap_.statistics.collections();
    log_detail::write(LogTag::gcphases, level_, "GC(%llu) %s %.3fms", number, name_,
                      static_cast<double>(sync::machine_ns() - start_ns_) / 1e6);
  }
}

}  // namespace minijvm::gc
