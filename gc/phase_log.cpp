#include "gc/phase_log.h"

#include "gc/heap_parts.h"
#include "sync/clock.h"

namespace minijvm::gc {

PhaseLog::PhaseLog(const Heap& heap, LogLevel level, const char* name)
    : heap_(heap), name_(log_enabled(LogTag::gcphases, level) ? name : nullptr), level_(level) {
  if (name_ != nullptr) {
    start_ns_ = sync::monotonic_ns();
  }
}

PhaseLog::~PhaseLog() {
  if (name_ != nullptr) {
    const unsigned long long number = heap_.statistics.collections();
    log_detail::write(LogTag::gcphases, level_, "GC(%llu) %s %.3fms", number, name_, static_cast<double>(sync::monotonic_ns() - start_ns_) / 1e6);
  }
}

}  // namespace minijvm::gc
