#include "gc/collection.h"

#include "base/bits.h"
#include "base/log.h"
#include "gc/announce.h"
#include "gc/full_gc.h"
#include "gc/heap_verifier.h"
#include "gc/scavenger.h"
#include "gc/stress.h"
#include "sync/clock.h"

namespace minijvm::gc {
namespace {

sync::Atomic<UsageObserver> usage_observer{nullptr};
sync::Atomic<CollectionWatcher> collection_watcher{nullptr};

class ToldCollection {
 public:
  ToldCollection() { tell(true); }
  ~ToldCollection() { tell(false); }
  ToldCollection(const ToldCollection&) = delete;

 private:
  static void tell(bool begins) {
    if (CollectionWatcher watcher = collection_watcher.load(std::memory_order_acquire)) {  // acquire: pairs with set_collection_watcher
      watcher(begins);
    }
  }
};
sync::Atomic<AfterCollection> after_collection{nullptr};

std::size_t free_bytes(const Heap& heap) {
  std::size_t used = heap.used_bytes();
  return used < heap.max_bytes() ? heap.max_bytes() - used : 0;
}

// Debug builds look at the whole heap around each collection; gc-stress builds collect too often for that. Asked once for a collection,
// since its number is another one afterwards.
bool verifies_now(const Heap& heap) {
  std::uint64_t number = heap.statistics.collections();
  return heap.verify && number % (kGcStress ? kStressVerifyEvery : heap.verify_interval) == 0;
}

void verify_if(bool wanted, Heap& heap, const char* when) {
  if (wanted) {
    verify_heap(heap, when);
  }
}

// What objects may still get.
std::size_t room(const Heap& heap) { return heap.eden.free() + heap.old.available(); }

void log_spaces(const char* when, Heap& heap) {
  MJ_LOG(gcheap, kTrace, "%s: eden %zuK, from %zuK, old %zuK, fixed %zuK", when, heap.eden.used() / kKiB, heap.from().used() / kKiB,
         heap.old.space().used() / kKiB, heap.fixed.space().used() / kKiB);
}

GcStatistics::Pause begin_pause(Heap& heap, bool full, GcCause cause) {
  heap.workers.run_empty_tasks();
  HeapUsage usage = heap.usage();
  heap.history.begin_collection(usage);
  announce(Event::gc_begin);
  return heap.statistics.begin(full, cause, usage);
}

std::int64_t finish_pause(Heap& heap, const GcStatistics::Pause& pause) {
  heap.workers.give_back_memory();
  heap.references.give_back_memory();
  std::int64_t length = heap.statistics.finish(pause, heap.usage());
  Collector collector = pause.full ? Collector::kFull : Collector::kYoung;
  heap.history.end_collection(collector, pause.cause, pause.start_ns, pause.start_ns + length, heap.usage());
  announce(Event::gc_end);
  return length;
}

// False: promotion failed, only a full collection helps now.
bool scavenge(Heap& heap, GcCause cause) {
  ToldCollection told;
  std::int64_t last_end = heap.statistics.last_end_ns();
  GcStatistics::Pause pause = begin_pause(heap, false, cause);
  heap.to().set_capacity(heap.policy.survivor_capacity());
  ScavengeOutcome outcome = Scavenger(heap, free_bytes(heap)).run();
  if (!outcome.promotion_failed()) {
    heap.finish_young_collection();
  }
  std::int64_t length = finish_pause(heap, pause);
  heap.policy.after_scavenge(outcome, length, pause.start_ns - last_end);
  return !outcome.promotion_failed();
}

// REQUIRES: TLABs are retired. verifies: afterwards; before it a failed scavenge may have left forwarding words.
void collect_all(Heap& heap, GcCause cause, bool clear_all_soft, bool verifies) {
  ToldCollection told;
  log_spaces("Before full", heap);
  GcStatistics::Pause pause = begin_pause(heap, true, cause);
  FullCollector(heap).run(clear_all_soft, free_bytes(heap));
  heap.resize_after_full_collection();
  heap.note_live_metadata();
  finish_pause(heap, pause);
  log_spaces("After full", heap);
  verify_if(verifies, heap, "after a full collection");
}

}  // namespace

void collect_full_now(Heap& heap, GcCause cause, bool clear_all_soft) {
  heap.retire_all_tlabs();
  bool verifies = verifies_now(heap);
  verify_if(verifies, heap, "before a full collection");
  collect_all(heap, cause, clear_all_soft, verifies);
}

void collect_young_now(Heap& heap, GcCause cause) {
  heap.retire_all_tlabs();
  bool verifies = verifies_now(heap);
  verify_if(verifies, heap, "before a young collection");
  std::size_t young_used = heap.eden.used() + heap.from().used();
  bool cannot_copy = !heap.to().is_empty() || heap.policy.promotion_is_risky(heap.old.available(), young_used);
  if (cannot_copy || !scavenge(heap, cause)) {
    collect_all(heap, cause, heap.overhead_limit.is_near(), verifies);
    return;
  }
  heap.resize_eden();
  log_spaces("After young", heap);
  verify_if(verifies, heap, "after a young collection");
  if (heap.policy.full_collection_is_due(heap.old.space().used())) {
    collect_full_now(heap, cause, heap.overhead_limit.is_near());
  }
}

bool has_room(const Heap& heap, std::size_t bytes) { return heap.eden.free() >= bytes || heap.old.available() >= bytes; }

bool CollectForAllocation::is_still_wanted() const { return heap_.statistics.collections() == seen_; }

void CollectForAllocation::run() {
  std::uint64_t full_before = full_collections();
  std::int64_t start = sync::monotonic_ns();
  std::int64_t program_ns = start - heap_.statistics.last_end_ns();
  collect_until_it_fits();
  fits_ = has_room(heap_, bytes_);
  bool full = full_collections() != full_before;
  over_limit_ = heap_.overhead_limit.exceeded_after(
      {full, heap_.statistics.last_end_ns() - start, program_ns, room(heap_), heap_.eden.capacity() + heap_.policy.sizes().old_max});
}

void CollectForAllocation::collect_until_it_fits() {
  std::uint64_t full_before = full_collections();
  bool is_for_old = bytes_ > heap_.eden.capacity() / 2;
  if (!is_for_old) {
    collect_young_now(heap_, GcCause::kAllocationFailure);
  }
  bool was_full = full_collections() != full_before;  // a young one may end as one
  if (is_for_old || (!has_room(heap_, bytes_) && !was_full)) {
    collect_full_now(heap_, GcCause::kAllocationFailure, heap_.overhead_limit.is_near());
  }
  if (!has_room(heap_, bytes_)) {
    collect_full_now(heap_, GcCause::kLastDitch, true);
  }
}

bool CollectForMetadata::is_still_wanted() const { return heap_.metadata_is_due() || heap_.metadata_is_full(); }

void CollectForMetadata::run() {
  if (heap_.metadata_is_due() || heap_.metadata_is_full()) {
    collect_full_now(heap_, GcCause::kMetadataThreshold, false);
  }
  if (heap_.metadata_is_full()) {
    collect_full_now(heap_, GcCause::kMetadataClearSoft, true);
  }
}

void StressCollection::run() {
  if (full_) {
    collect_full_now(heap_, GcCause::kStress, false);
  } else {
    collect_young_now(heap_, GcCause::kStress);
  }
}

void run_collection(runtime::JavaThread& self, Heap& heap, sync::SafepointOperation& operation) {
  sync::run_at_safepoint(self, operation);
  if (heap.references.has_pending()) {
    sync::MutexLock lock(heap.pending_mutex);
    heap.pending_added.notify_all();
  }
  report_usage();
  if (AfterCollection act = after_collection.load(std::memory_order_acquire)) {  // acquire: pairs with set_after_collection
    act(self);
  }
}

void set_after_collection(AfterCollection act) { after_collection.store(act, std::memory_order_release); }

// release and acquire: what the observer works on was made before it was set.
void set_usage_observer(UsageObserver observer) { usage_observer.store(observer, std::memory_order_release); }

void set_collection_watcher(CollectionWatcher watcher) { collection_watcher.store(watcher, std::memory_order_release); }

void report_usage() {
  if (UsageObserver observer = usage_observer.load(std::memory_order_acquire)) {
    observer();
  }
}

}  // namespace minijvm::gc
