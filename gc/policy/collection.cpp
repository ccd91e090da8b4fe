// Decides which collection runs when, and makes the pause's statistics, the verification and the
// callbacks around it. Operations run on the requesting thread while the world is stopped;
// run_collection() is called in kInVm.
#include "gc/policy/collection.h"

#include "base/bits.h"
#include "base/log.h"
#include "gc/gc_state.h"
#include "gc/heap/heap_listener.h"
#include "gc/heap/heap_verifier.h"
#include "gc/heap/stress.h"
#include "gc/old/full_gc.h"
#include "gc/references/announce.h"
#include "gc/young/scavenger.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {
namespace {

// Returns by how much the heap can still grow; the policy of soft references uses it.
std::size_t free_bytes(const Heap& heap) {
  std::size_t used = heap.used_bytes();
  return used < heap.max_bytes() ? heap.max_bytes() - used : 0;
}

// Returns true if this collection is verified. Debug builds verify around each collection;
// gc-stress builds collect too often for that. The caller asks once, before the collection, because
// the answer depends on the number of collections, which the collection changes.
bool verifies_now(const Heap& heap) {
  std::uint64_t number = heap.statistics.collections();
  return heap.verify && number % (kGcStress ? kStressVerifyEvery : heap.verify_interval) == 0;
}

void verify_if(bool wanted, Heap& heap, const char* when) {
  if (wanted) {
    verify_heap(heap, when);
  }
}

// Returns how many bytes objects may still get.
std::size_t room(const Heap& heap) { return heap.eden.free() + heap.old.available(); }

void log_spaces(const char* when, Heap& heap) {
  MJ_LOG(gcheap, kTrace, "%s: eden %zuK, from %zuK, old %zuK, fixed %zuK", when,
         heap.eden.used() / kKiB, heap.from().used() / kKiB, heap.old.space().used() / kKiB,
         heap.fixed.space().used() / kKiB);
}

GcStatistics::Pause begin_pause(Heap& heap, Collector collector, GcCause cause) {
  if (HeapListener* listener = heap_listener()) {
    listener->collection_begins();
  }
  // The empty tasks of -XX:+GCEmptyTaskTest are outside of the pause.
  heap.workers.run_empty_tasks();
  announce(Event::gc_begin);
  return heap.statistics.begin(collector, cause, heap.usage());
}

std::int64_t finish_pause(Heap& heap, GcStatistics::Pause& pause) {
  // The work lists that grew large are freed within the pause.
  heap.workers.give_back_memory();
  heap.references.give_back_memory();
  std::int64_t length = heap.statistics.finish(pause, heap.usage());
  announce(Event::gc_end);
  if (HeapListener* listener = heap_listener()) {
    listener->collection_ended(pause.record);
  }
  return length;
}

// Runs a young collection. Returns false if promotion failed: then a full collection is needed,
// because eden and from-space hold live objects beside forwarded ones.
bool scavenge(Heap& heap, GcCause cause) {
  std::int64_t last_end = heap.statistics.last_end_ns();
  GcStatistics::Pause pause = begin_pause(heap, Collector::kYoung, cause);
  // To-space is empty, so it can get the size that the policy wants.
  heap.to().set_capacity(heap.policy.survivor_capacity());
  ScavengeOutcome outcome = Scavenger(heap, free_bytes(heap)).run();
  if (!outcome.promotion_failed()) {
    if (heap.access_shadow.exists()) {
      heap.access_shadow.forget(heap.eden.base(), heap.eden.top());
      heap.access_shadow.forget(heap.from().base(), heap.from().top());
    }
    heap.finish_young_collection();
  }
  outcome.old_bytes = heap.old.space().used();
  std::int64_t length = finish_pause(heap, pause);
  heap.policy.after_scavenge(outcome, length, pause.record.start_ns - last_end);
  return !outcome.promotion_failed();
}

// Runs a full collection. If `verifies` is true, the heap is verified afterwards. It is not
// verified before, because a failed young collection may have left forwarding pointers. REQUIRES:
// the TLABs are retired.
void collect_all(Heap& heap, GcCause cause, bool clear_all_soft, bool verifies) {
  log_spaces("Before full", heap);
  GcStatistics::Pause pause = begin_pause(heap, Collector::kFull, cause);
  const SpaceTops tops(heap);
  FullCollector(heap).run(clear_all_soft, free_bytes(heap));
  if (heap.access_shadow.exists()) {
    tops.forget_left(heap);
  }
  // The generations get their new sizes within the pause, so the log shows them.
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

// Follows the steps of the drawing in collection.h.
void collect_young_now(Heap& heap, GcCause cause) {
  heap.retire_all_tlabs();
  bool verifies = verifies_now(heap);
  verify_if(verifies, heap, "before a young collection");
  // To-space has objects if a full collection found no other place for them; then nothing can be
  // copied to it. A young collection whose survivors probably do not fit would be wasted work, too.
  std::size_t young_used = heap.eden.used() + heap.from().used();
  bool cannot_copy =
      !heap.to().is_empty() || heap.policy.promotion_is_risky(heap.old.available(), young_used);
  if (cannot_copy || !scavenge(heap, cause)) {
    collect_all(heap, cause, heap.overhead_limit.is_near(), verifies);
    return;
  }
  heap.resize_eden();
  log_spaces("After young", heap);
  verify_if(verifies, heap, "after a young collection");
  // The promotions of this collection may have made a full one due.
  if (heap.policy.full_collection_is_due(heap.old.space().used())) {
    collect_full_now(heap, cause, heap.overhead_limit.is_near());
  }
}

bool has_room(const Heap& heap, std::size_t bytes) {
  return heap.eden.free() >= bytes || heap.old.available() >= bytes;
}

bool CollectForAllocation::is_still_wanted() const {
  return heap_.statistics.collections() == seen_;
}

// A round of the overhead limit begins before the first of these collections and ends after the
// last.
void CollectForAllocation::run() {
  std::uint64_t full_before = full_collections();
  std::int64_t start = sync::machine_ns();
  std::int64_t program_ns = start - heap_.statistics.last_end_ns();
  collect_until_it_fits();
  fits_ = has_room(heap_, bytes_);
  bool full = full_collections() != full_before;
  // The pauses reach from `start` to the end of the last collection of this round; before `start`
  // the program ran.
  over_limit_ = heap_.overhead_limit.exceeded_after(
      {full, heap_.statistics.last_end_ns() - start, program_ns, room(heap_),
       heap_.eden.capacity() + heap_.policy.sizes().old_max});
}

void CollectForAllocation::collect_until_it_fits() {
  // An object of more than half of eden goes to the old generation, which only a full collection
  // can empty.
  std::uint64_t full_before = full_collections();
  bool is_for_old = bytes_ > heap_.eden.capacity() / 2;
  if (!is_for_old) {
    collect_young_now(heap_, GcCause::kAllocationFailure);
  }
  // The young collection may have become a full one.
  bool was_full = full_collections() != full_before;
  if (is_for_old || (!has_room(heap_, bytes_) && !was_full)) {
    collect_full_now(heap_, GcCause::kAllocationFailure, heap_.overhead_limit.is_near());
  }
  // As the last resort soft references are cleared.
  if (!has_room(heap_, bytes_)) {
    collect_full_now(heap_, GcCause::kLastDitch, true);
  }
}

// Called when it is this thread's turn: another thread may have unloaded classes meanwhile.
bool CollectForMetadata::is_still_wanted() const {
  return heap_.metadata_is_due() || heap_.metadata_is_full();
}

// run() tests again, since the world ran between is_still_wanted() and the stop.
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

// If the operation was not wanted any more, no collection has run; the steps after it then do no
// harm.
void run_collection(runtime::JavaThread& self, Heap& heap, sync::SafepointOperation& operation) {
  sync::run_at_safepoint(self, operation);
  // The lock orders this with the waiter's test: the waiter has either seen the list or is waiting.
  if (heap.references.has_pending()) {
    sync::MutexLock lock(heap.pending_mutex);
    heap.pending_added.notify_all();
  }
  report_usage();
  if (HeapListener* listener = heap_listener()) {
    listener->after_collection(self);
  }
}

// release: pairs with the acquire in heap_listener(), so that a collection sees a complete
// listener.
void set_heap_listener(HeapListener& listener) {
  gc_state.listener.store(&listener, std::memory_order_release);
}

HeapListener* heap_listener() { return gc_state.listener.load(std::memory_order_acquire); }

void report_usage() {
  if (HeapListener* listener = heap_listener()) {
    listener->usage_changed();
  }
}

}  // namespace minijvm::gc
