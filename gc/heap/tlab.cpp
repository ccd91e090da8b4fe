// Computes the sizes of TLABs, and installs and retires windows. The allocator calls this under
// Heap::mutex, and a collection while the world is stopped.
#include "gc/heap/tlab.h"

#include <algorithm>

#include "base/bits.h"
#include "gc/policy/allocation_count.h"

namespace minijvm::gc {
namespace {

constexpr std::size_t kMinTlab = 2 * kKiB;
// A TLAB is zeroed when it is handed out. A larger one would leave the processor's cache before it
// is used.
constexpr std::size_t kMaxTlab = 256 * kKiB;
// A thread gets its share of eden in this many TLABs. On average half of the last one is unused at
// a collection, so 50 TLABs lose 1 % of eden.
constexpr std::size_t kRefillsPerCollection = 50;
// A rest of more than 1/64 of a TLAB is kept (worth_retiring).
constexpr std::size_t kWasteFraction = 64;
// The weight of the newest measurement (-XX:TLABAllocationWeight is 35 %).
constexpr float kNewest = 0.35F;

}  // namespace

void TlabPolicy::initialize(std::size_t fixed_bytes, bool use_tlab) {
  fixed_bytes_ = fixed_bytes;
  use_tlab_ = use_tlab;
}

std::size_t TlabPolicy::tlab_bytes(std::size_t eden_capacity,
                                   const runtime::JavaThread& thread) const {
  // A thread without a measurement gets an equal part of eden.
  float share = thread.allocation_share != 0 ? thread.allocation_share
                                             : 1.0F / static_cast<float>(active_threads_);
  auto by_share =
      static_cast<std::size_t>(static_cast<float>(eden_capacity / kRefillsPerCollection) * share);
  std::size_t bytes = fixed_bytes_ != 0 ? fixed_bytes_ : by_share;
  return align_up(std::clamp(bytes, kMinTlab, kMaxTlab), runtime::Object::kAlignment);
}

bool TlabPolicy::worth_retiring(const runtime::TlabWindow& window, std::size_t tlab_size) const {
  return static_cast<std::size_t>(window.end - window.top) <= tlab_size / kWasteFraction;
}

void TlabPolicy::note_share(runtime::JavaThread& thread, std::uint64_t total) {
  float newest = static_cast<float>(thread.allocated_bytes - thread.allocated_before) /
                 static_cast<float>(total);
  thread.allocated_before = thread.allocated_bytes;
  // The first measurement is used unchanged; an average with the initial 0 would be far too low.
  bool is_first = thread.allocation_share == 0;
  thread.allocation_share =
      is_first ? newest : thread.allocation_share + kNewest * (newest - thread.allocation_share);
}

void TlabPolicy::note_active_threads(unsigned threads) {
  // This is the rounded mean of the old average and the newest count.
  active_threads_ = std::max(1U, (active_threads_ + threads + 1) / 2);
}

void install_tlab(runtime::JavaThread& thread, std::byte* start, std::size_t bytes) {
  thread.tlab.start = start;
  thread.tlab.top = start;
  // `end` leaves the reserve out, so the fast path can never use it.
  thread.tlab.end = start + bytes - kMinFillerBytes;
}

bool retire_window(runtime::JavaThread& thread) {
  runtime::TlabWindow& window = thread.tlab;
  if (window.start == nullptr) {
    return false;
  }
  // The window's bytes and objects are counted, then its rest is made walkable. The filler covers
  // the reserve.
  thread.allocated_bytes += static_cast<std::uint64_t>(window.top - window.start);
  note_window(window.start, window.top);
  write_filler(window.top, static_cast<std::size_t>(window.end - window.top) + kMinFillerBytes);
  window = {};
  return true;
}

}  // namespace minijvm::gc
