#include "gc/allocate.h"

#include <cstring>

#include "base/check.h"
#include "gc/allocation_count.h"
#include "gc/allocation_sampler.h"
#include "gc/collection.h"
#include "gc/heap_parts.h"
#include "gc/object_scan.h"
#include "gc/stress.h"

namespace minijvm::gc {
namespace {

using runtime::JavaThread;
using runtime::Object;

// A thread that others overtake again and again after each collection gives up in the end (allocate_after_last_ditch).
constexpr int kMaxTries = 64;

// Memory that this thread owns, and how much of it must be zeroed.
struct Chunk {
  std::byte* start = nullptr;
  std::size_t stale = 0;
};

void zero(Chunk chunk) {
  if (chunk.stale != 0) {
    std::memset(chunk.start, 0, chunk.stale);
  }
}

Object* make_object(Chunk chunk, std::uint64_t class_word) {
  zero(chunk);
  auto* object = reinterpret_cast<Object*>(chunk.start);
  object->class_word_for_gc() = class_word;
  return object;
}

// REQUIRES for the takers: heap.mutex is held.
Chunk take_from_eden(Heap& heap, std::size_t bytes) {
  std::byte* start = heap.eden.bump(bytes);
  return {start, start == nullptr ? 0 : heap.eden.stale_bytes(start, bytes)};
}

Chunk take_from_old(Heap& heap, std::size_t bytes) {
  std::byte* start = heap.old.allocate(bytes);
  return {start, start == nullptr ? 0 : heap.old.space().stale_bytes(start, bytes)};
}

// An object that no TLAB holds: eden, or the old generation if it is large, or as the last resort.
Chunk take_object(Heap& heap, std::size_t bytes, bool after_collection) {
  bool is_large = bytes > heap.eden.capacity() / 2;
  if (is_large && !heap.policy.full_collection_is_due(heap.old.space().used() + bytes)) {
    if (Chunk chunk = take_from_old(heap, bytes); chunk.start != nullptr) {
      return chunk;
    }
  }
  Chunk chunk = take_from_eden(heap, bytes);
  return chunk.start != nullptr || !after_collection ? chunk : take_from_old(heap, bytes);
}

// A fresh TLAB in which `bytes` fit; nothing if the object should go elsewhere.
Chunk refill_tlab(Heap& heap, JavaThread& self, std::size_t bytes) {
  std::size_t size = heap.tlabs.tlab_bytes(heap.eden.capacity(), self);
  if (is_sampling()) {
    size = std::min(size, room_before_sample(self));
  }
  if (kGcStress || !heap.tlabs.in_use() || bytes > size / 2) {
    return {};
  }
  if (self.tlab.start != nullptr && !heap.tlabs.worth_retiring(self.tlab, size)) {
    return {};
  }
  size = std::min(size, heap.eden.free());
  if (size < bytes + kMinFillerBytes) {
    return {};
  }
  retire_window(self);
  Chunk chunk = take_from_eden(heap, size);
  install_tlab(self, chunk.start, size);
  return chunk;
}

Object* try_allocate(Heap& heap, JavaThread& self, std::size_t bytes, std::uint64_t class_word, bool after_collection) {
  Chunk tlab;
  Chunk direct;
  {
    sync::MutexLock lock(heap.mutex);
    tlab = refill_tlab(heap, self, bytes);
    if (tlab.start == nullptr) {
      direct = take_object(heap, bytes, after_collection);
    }
  }
  if (tlab.start != nullptr) {
    self.tlab.top += bytes;
    return make_object(tlab, class_word);
  }
  if (direct.start == nullptr) {
    return nullptr;
  }
  if (!heap.is_young(direct.start)) {
    report_usage();
  }
  self.allocated_bytes += bytes;
  note_object();
  return make_object(direct, class_word);
}

Object* shown_to_sampler(JavaThread& self, Object* fresh) { return is_sampling() ? sampled(self, fresh) : fresh; }

// Soft references go before the error, even if it was not for want of memory that each try failed.
Object* allocate_after_last_ditch(Heap& heap, JavaThread& self, std::size_t bytes, std::uint64_t class_word) {
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
    std::uint64_t seen = heap.statistics.collections();
    if (Object* object = try_allocate(heap, self, bytes, class_word, tries != 0)) {
      return shown_to_sampler(self, object);
    }
    CollectForAllocation operation(heap, bytes, seen);
    run_collection(self, heap, operation);
    if (!operation.fits()) {
      self.over_gc_limit = operation.over_limit();
      return nullptr;
    }
  }
  return allocate_after_last_ditch(heap, self, bytes, class_word);
}

const char* out_of_memory_text(const JavaThread& self) { return self.over_gc_limit ? "GC overhead limit exceeded" : "Java heap space"; }

Object* allocate_fixed(JavaThread& self, std::size_t bytes, std::uint64_t class_word) {
  sync::check_may_stop(self);
  Heap& heap = the_heap();
  if (kGcStress) {
    stress_allocation(heap, self);
  }
  sync::MutexLock lock(heap.mutex);
  std::byte* start = heap.fixed.allocate(bytes);
  if (start == nullptr) {
    return nullptr;
  }
  note_object();
  return make_object({start, 0}, class_word);
}

Object* allocate_instance(JavaThread& self, const runtime::Class& klass) {
  return allocate(self, klass.instance_bytes, Object::make_class_word(&klass, 0));
}

Object* allocate_array(JavaThread& self, const runtime::Class& array_class, std::int32_t length) {
  MJ_DCHECK(length >= 0, "an array of %d elements", length);
  return allocate(self, array_bytes(array_class, length), Object::make_class_word(&array_class, length));
}

std::size_t object_bytes(const Object* object) {
  Heap& heap = the_heap();
  if (!heap.fixed.space().reserves(object)) {
    return young_or_old_bytes(object);
  }
  sync::MutexLock lock(heap.mutex);
  return heap.fixed.bytes_of(object);
}

}  // namespace minijvm::gc
