// Computes the sizes of TLABs, and installs and retires windows. The allocator calls this under
// Heap::mutex, and a collection while the world is stopped.
#include "gc/heap/tlab.h"

#include <algorithm>

#include "base/bits.h"
#include "gc/policy/allocation_count.h"

namespace minijvm::gc {
namespace {

// A TLAB is zeroed when it is handed out. A larger one would leave the processor's cache before it
// is used. Only TLABSize and MinTLABSize may ask for more.
constexpr std::size_t kMaxTlab = 256 * kKiB;
// A rest of more than 1/64 of a TLAB is kept (worth_retiring).
constexpr std::size_t kWasteFraction = 64;
// The weight of the newest measurement (-XX:TLABAllocationWeight is 35 %).
constexpr float kNewest = 0.35F;

// Half of a thread's last TLAB is unused at a collection, on average. So the part of eden that is
// unused is half of a piece: 1/(2 * pieces).
// HOTSPOT: there are at least 2 pieces.
std::size_t pieces_for(unsigned waste_percent) {
  return std::max<std::size_t>(2, 100 / (2 * std::size_t{waste_percent}));
}

std::size_t allocated_since_collection(const runtime::JavaThread& thread) {
  return thread.allocated_bytes - thread.allocated_before +
         static_cast<std::size_t>(thread.tlab.top - thread.tlab.start);
}

}  // namespace

void TlabPolicy::initialize(const HeapOptions& options) {
  use_tlab_ = options.use_tlab;
  resizes_ = options.resize_tlabs;
  first_bytes_ = options.tlab_bytes;
  min_bytes_ = align_up(options.min_tlab_bytes, runtime::Object::kAlignment);
  max_bytes_ = std::max({kMaxTlab, first_bytes_, min_bytes_});
  waste_percent_ = options.tlab_waste_percent;
  pieces_ = pieces_for(waste_percent_);
}

// Returns the size by the table in the header, before its limits.
std::size_t TlabPolicy::wanted_bytes(std::size_t eden_capacity,
                                     const runtime::JavaThread& thread) const {
  const std::size_t piece = eden_capacity / pieces_;
  if (!resizes_) {
    return first_bytes_ != 0 ? first_bytes_ : piece / active_threads_;
  }
  const bool is_measured = thread.allocation_share != 0;
  if (!is_measured && first_bytes_ != 0) {
    return first_bytes_;
  }
  const auto share = static_cast<std::size_t>(static_cast<float>(piece) * thread.allocation_share);
  return std::max(share, allocated_since_collection(thread) / pieces_);
}

std::size_t TlabPolicy::next_bytes(std::size_t eden_capacity,
                                   const runtime::JavaThread& thread) const {
  if (!use_tlab_) {
    return 0;
  }
  const std::size_t wanted = wanted_bytes(eden_capacity, thread);
  if (wanted >= min_bytes_) {
    return align_up(std::min(wanted, max_bytes_), runtime::Object::kAlignment);
  }
  // A thread that has used its small TLAB up may go on with another one. One thread may have one
  // in any case, so that a program with one thread has TLABs in a tiny eden, too.
  const bool has_window = thread.tlab.start != nullptr;
  const std::size_t all_small = eden_capacity / 100 * waste_percent_;
  return has_window || small_bytes_ == 0 || small_bytes_ + min_bytes_ <= all_small ? min_bytes_ : 0;
}

void TlabPolicy::note_first_window(std::size_t bytes) {
  small_bytes_ += bytes <= min_bytes_ ? bytes : 0;
}

bool TlabPolicy::worth_retiring(const runtime::TlabWindow& window, std::size_t next_bytes) {
  const auto rest = static_cast<std::size_t>(window.end - window.top);
  return rest <= (next_bytes + window.passed_bytes) / kWasteFraction;
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
