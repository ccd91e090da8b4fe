// Keeps the memory of the stripe table. The plan of a full collection clears and fills it; its
// workers read it.
#include "gc/heap/stripe_table.h"

namespace minijvm::gc {

bool StripeTable::initialize(std::size_t most) {
  // The memory is committed at once, but the kernel makes its pages only when a plan writes them.
  stripes_memory_ = VirtualMemory::reserve(most * sizeof(Stripe), page_size());
  evacuated_memory_ = VirtualMemory::reserve(most * sizeof(sync::Atomic<bool>), page_size());
  if (!stripes_memory_.ok() || !evacuated_memory_.ok()) {
    return false;
  }
  stripes_ = reinterpret_cast<Stripe*>(stripes_memory_.base());
  // The memory is zero, and zero is false.
  evacuated_ = reinterpret_cast<sync::Atomic<bool>*>(evacuated_memory_.base());
  most_ = most;
  return stripes_memory_.commit(0, stripes_memory_.size()) &&
         evacuated_memory_.commit(0, evacuated_memory_.size());
}

void StripeTable::clear() {
  stripes_memory_.zero_pages(0, stripes_memory_.size());
  evacuated_memory_.zero_pages(0, evacuated_memory_.size());
  size_ = 0;
}

}  // namespace minijvm::gc
