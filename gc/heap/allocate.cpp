// Implements the slow path of allocation. It follows the inline fast path in allocate.h and comes
// before policy/collection.cpp, which collects when no memory is left. The caller is a Java thread
// in kInVm; all memory is taken under Heap::mutex, zeroed and initialized after the mutex is
// released.
#include "gc/heap/allocate.h"

#include <cstring>

#include "base/check.h"
#include "gc/heap/allocation_sampler.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/stress.h"
#include "gc/policy/allocation_count.h"
#include "gc/policy/collection.h"

namespace minijvm::gc {
namespace {

using runtime::JavaThread;
using runtime::Object;

// The number of times that one allocation collects and tries again. After a collection another
// thread may take the freed memory first; a thread that loses 64 times makes a last attempt
// (allocate_after_last_ditch).
constexpr int kMaxTries = 64;

// Memory that this thread owns. Its first `stale` bytes must be zeroed.
struct Chunk {
  std::byte* start = nullptr;
  std::size_t stale = 0;
};

void zero(Chunk chunk) {
  if (chunk.stale != 0) {
    std::memset(chunk.start, 0, chunk.stale);
  }
}

// The memory becomes an object when its class word is written. No other thread can see it yet, so
// the stores need no order.
Object* make_object(Chunk chunk, std::uint64_t class_word) {
  zero(chunk);
  auto* object = reinterpret_cast<Object*>(chunk.start);
  object->class_word_for_gc() = class_word;
  return object;
}

// REQUIRES for the functions that take memory: heap.mutex is held.
Chunk take_from_eden(Heap& heap, std::size_t bytes) {
  std::byte* start = heap.eden.bump(bytes);
  return {start, start == nullptr ? 0 : heap.eden.stale_bytes(start, bytes)};
}

Chunk take_from_old(Heap& heap, std::size_t bytes) {
  std::byte* start = heap.old.allocate(bytes);
  return {start, start == nullptr ? 0 : heap.old.space().stale_bytes(start, bytes)};
}

// Takes memory for one object that does not go into a TLAB. The order is: the old generation for an
// object that would take more than half of eden; then eden; then, if a collection has just failed
// to make room in eden, the old generation again.
Chunk take_object(Heap& heap, std::size_t bytes, bool after_collection) {
  bool is_large = bytes > heap.eden.capacity() / 2;
  // When a full collection is due anyway, it should run instead of filling the old generation
  // further.
  if (is_large && !heap.policy.full_collection_is_due(heap.old.space().used() + bytes)) {
    if (Chunk chunk = take_from_old(heap, bytes); chunk.start != nullptr) {
      return chunk;
    }
  }
  Chunk chunk = take_from_eden(heap, bytes);
  return chunk.start != nullptr || !after_collection ? chunk : take_from_old(heap, bytes);
}

// Gives the thread a fresh TLAB in which `bytes` fit. Returns no memory if the object should be
// allocated elsewhere.
Chunk refill_tlab(Heap& heap, JavaThread& self, std::size_t bytes) {
  std::size_t size = heap.tlabs.next_bytes(heap.eden.capacity(), self);
  // A TLAB ends where the next sample is due, so that the sampled object takes the slow path.
  if (is_sampling()) {
    size = std::min(size, room_before_sample(self));
  }
  // An object of more than half a TLAB goes to eden itself: because it would waste the rest of the
  // TLAB.
  if (kGcStress || bytes > size / 2) {
    return {};
  }
  // A TLAB whose rest is still large is kept, and this one object is allocated outside of it.
  const bool has_window = self.tlab.start != nullptr;
  if (has_window && !TlabPolicy::worth_retiring(self.tlab, size)) {
    self.tlab.passed_bytes += bytes;
    return {};
  }
  // The last TLAB of eden may be smaller. The reserve for a filler must fit in any case.
  size = std::min(size, heap.eden.free());
  if (size < bytes + kMinFillerBytes) {
    return {};
  }
  retire_window(self);
  Chunk chunk = take_from_eden(heap, size);
  install_tlab(self, chunk.start, size);
  if (!has_window) {
    heap.tlabs.note_first_window(size);
  }
  return chunk;
}

Object* try_allocate(Heap& heap, JavaThread& self, std::size_t bytes, std::uint64_t class_word,
                     bool after_collection) {
  Chunk tlab;
  Chunk direct;
  // Only the step that takes the memory needs the lock. A TLAB of 256 KiB is zeroed without it.
  {
    sync::MutexLock lock(heap.mutex);
    tlab = refill_tlab(heap, self, bytes);
    if (tlab.start == nullptr) {
      direct = take_object(heap, bytes, after_collection);
    }
  }
  if (tlab.start != nullptr) {
    // The object is the first one of the new window. make_object zeroes the whole window.
    self.tlab.top += bytes;
    return make_object(tlab, class_word);
  }
  if (direct.start == nullptr) {
    return nullptr;
  }
  // Allocation in eden is reported when it is collected; allocation in the old generation is
  // reported at once, so that a usage threshold of java.lang.management is noticed.
  if (!heap.is_young(direct.start)) {
    report_usage();
  }
  // TLABs count their bytes and objects when they are retired; direct allocations count here.
  self.allocated_bytes += bytes;
  note_object();
  return make_object(direct, class_word);
}

// Offers the object to the sampling callback, which may move it by running Java code.
Object* shown_to_sampler(JavaThread& self, Object* fresh) {
  return is_sampling() ? sampled(self, fresh) : fresh;
}

// Makes the last attempt, after a full collection that clears all soft references. The
// specification of java.lang.ref.SoftReference guarantees that they are cleared before an
// OutOfMemoryError, whatever made the earlier attempts fail.
Object* allocate_after_last_ditch(Heap& heap, JavaThread& self, std::size_t bytes,
                                  std::uint64_t class_word) {
  collect_full(self, GcCause::kLastDitch);
  self.over_gc_limit = false;
  Object* object = try_allocate(heap, self, bytes, class_word, true);
  return object == nullptr ? nullptr : shown_to_sampler(self, object);
}

}  // namespace

Object* allocate_slow(JavaThread& self, std::size_t bytes, std::uint64_t class_word) {
  sync::check_may_stop(self);
  Heap& heap = the_heap();
  if (kGcStress) {
    stress_allocation(heap, self);
  }
  for (int tries = 0; tries < kMaxTries; ++tries) {
    // The count of collections is read before the attempt. If it has changed when this thread gets
    // its turn, another thread has collected meanwhile. The operation then does nothing, and this
    // thread tries to allocate again first.
    std::uint64_t seen = heap.statistics.collections();
    if (Object* object = try_allocate(heap, self, bytes, class_word, tries != 0)) {
      return shown_to_sampler(self, object);
    }
    CollectForAllocation operation(heap, bytes, seen);
    run_collection(self, heap, operation);
    // Either even a full collection left no room for the object, or nearly all time goes to
    // collections. The two cases give different messages.
    if (!operation.fits()) {
      self.over_gc_limit = operation.over_limit();
      return nullptr;
    }
  }
  return allocate_after_last_ditch(heap, self, bytes, class_word);
}

const char* out_of_memory_text(const JavaThread& self) {
  return self.over_gc_limit ? "GC overhead limit exceeded" : "Java heap space";
}

Object* allocate_fixed(JavaThread& self, std::size_t bytes, std::uint64_t class_word) {
  sync::check_may_stop(self);
  Heap& heap = the_heap();
  if (kGcStress) {
    stress_allocation(heap, self);
  }
  sync::MutexLock lock(heap.mutex);
  std::byte* start = heap.fixed.allocate(bytes);
  if (start == nullptr) {
    // No collection is tried: the fixed space has room for the mirrors of more classes than fit
    // below 4 GiB (kFixedReserve in heap.cpp). So an overhead limit that an earlier allocation met
    // is not the reason.
    self.over_gc_limit = false;
    return nullptr;
  }
  note_object();
  // The fixed space returns zeroed memory, so no byte is stale.
  return make_object({start, 0}, class_word);
}

Object* allocate_instance(JavaThread& self, const runtime::Class& klass) {
  return allocate(self, klass.instance_bytes, Object::make_class_word(&klass, 0));
}

Object* allocate_array(JavaThread& self, const runtime::Class& array_class, std::int32_t length) {
  MJ_DCHECK(length >= 0, "an array of %d elements", length);
  return allocate(self, array_bytes(array_class, length),
                  Object::make_class_word(&array_class, length));
}

std::size_t object_bytes(const Object* object) {
  Heap& heap = the_heap();
  if (!heap.fixed.space().reserves(object)) {
    return young_or_old_bytes(object);
  }
  // Another thread may be adding a mirror to the index.
  sync::MutexLock lock(heap.mutex);
  return heap.fixed.bytes_of(object);
}

}  // namespace minijvm::gc
