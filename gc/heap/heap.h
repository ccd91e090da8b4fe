// The Java heap as the rooms above gc see it: options, requests for a collection, counts, and a
// visit of every object. There is one heap per process.
// Tested by tests/gc/heap_test.cpp.
//
// The heap consists of a young generation (eden and two survivor spaces), an old generation, and a
// fixed space for mirrors; gc/heap/heap_parts.h draws it. New objects are bumped from eden
// (gc/heap/allocate.h). gc/policy/collection.h says which collection runs when.
//
// Functions that take `JavaThread& self` may stop at a safepoint: the caller is in kInVm, and every
// raw Object* that it holds is stale afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/gang/gang_thread.h"
#include "gc/heap/heap_options.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::gc {

// The reason why a collection runs. The log prints it (cause_text in gc/policy/memory_pools.h).
enum class GcCause : std::uint8_t {
  kAllocationFailure,
  kSystemGc,
  kLastDitch,
  kStress,
  kHeapInspection,
  kHeapDump,
  kMetadataThreshold,
  kMetadataClearSoft,
  kContinuationStacks
};

// Makes the process's heap. Returns false when its address range cannot be reserved, after a
// message on stdout in HotSpot's words. The boot calls this once; a test may call it again.
bool initialize_heap(const HeapOptions& options);

// Runs a full collection: old, young, and reference processing.
void collect_full(runtime::JavaThread& self, GcCause cause);
// Does the same for System.gc() and equivalent requests. Returns false, without a collection, under
// -XX:+DisableExplicitGC.
bool collect_on_demand(runtime::JavaThread& self);
// Collects the young generation, for tests and tools that want objects to move. It becomes a full
// collection if the survivors might not fit (gc/policy/collection.h).
void collect_young(runtime::JavaThread& self, GcCause cause);
// Called before a class is defined. Classes lie outside of the heap, so they must ask for a
// collection by themselves; this call may run one. Returns false when the metadata still exceeds
// -XX:MaxMetaspaceSize afterwards.
bool has_room_for_metadata(runtime::JavaThread& self);
// Returns -XX:MaxMetaspaceSize in bytes; SIZE_MAX means that there is no limit.
std::size_t metadata_max_bytes();
// Takes back the TLAB of a thread that is about to end.
void retire_tlab(runtime::JavaThread& self);

// Sets -XX:MinHeapFreeRatio and -XX:MaxHeapFreeRatio, in percent, from the next full collection on.
// Any thread may call it.
void set_heap_free_percents(unsigned least, unsigned most);

// Returns -Xmx in bytes, rounded as the heap rounds it.
std::size_t heap_max_bytes();
// Returns true for any address in the heap's reserved range, not only for objects.
bool heap_contains(const void* address);

// The totals since the heap was made.
struct GcCounts {
  std::uint64_t young_collections;
  std::uint64_t full_collections;
};
GcCounts gc_counts();
// Returns the milliseconds since the last full collection ended, or since the heap was made
// (JVM_MaxObjectInspectionAge).
std::uint64_t ms_since_full_collection();

// Returns the collector's own threads, for thread dumps, which name them "GC Thread#0" and so on.
std::vector<GangThread> gc_threads();
unsigned gc_thread_count();

// Visits every object of the heap (JVMTI, heap dumps).
class ObjectVisitor {
 public:
  virtual void visit(runtime::Object* object) = 0;

 protected:
  ~ObjectVisitor() = default;
};
// Retires all TLABs and visits every object but fillers. REQUIRES: the world is stopped.
void for_each_object(ObjectVisitor& visitor);

// Returns the threads that collections have abandoned since the last call
// (gc/references/hanging_threads.h). The caller frees them. REQUIRES: kInVm.
std::vector<runtime::JavaThread*> take_abandoned_threads();

// --- pending references ---
// The collector links cleared references into a list; java.lang.ref.Reference's handler thread
// takes it.
//
// Takes the whole list and returns its head, or null. REQUIRES: kInVm.
runtime::Object* take_pending_references();
bool has_pending_references();
// Blocks, in kBlocked, until the list is not empty.
void wait_for_pending_references(runtime::JavaThread& self);

}  // namespace minijvm::gc
