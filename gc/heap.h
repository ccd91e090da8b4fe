// The heap: young (eden, two survivors), old, fixed space; who collects when. One heap per process.
// Proved by tests/gc/heap_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/gang_thread.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"

namespace minijvm::gc {

struct HeapOptions {
  std::size_t initial_bytes = 0;    // -Xms; 0: by ergonomics
  std::size_t max_bytes = 0;        // -Xmx; 0: by the machine's memory
  std::size_t young_bytes = 0;      // -Xmn; 0: by NewRatio
  std::size_t machine_bytes = 0;    // -XX:MaxRAM; 0: what the machine has, or the control group allows
  double max_machine_percent = 25;  // -XX:MaxRAMPercentage: what -Xmx is if nobody says; of a small machine, MinRAMPercentage
  double min_machine_percent = 50;
  double initial_machine_percent = 0;  // -XX:InitialRAMPercentage: what -Xms is if nobody says; 0: eden starts small
  bool in_container = true;         // -XX:-UseContainerSupport: control groups do not count
  unsigned new_ratio = 2;
  unsigned survivor_ratio = 8;
  unsigned min_free_percent = 40;  // -XX:MinHeapFreeRatio, -XX:MaxHeapFreeRatio: of the heap, after a full collection
  unsigned max_free_percent = 70;
  bool pretouch = false;           // -XX:+AlwaysPreTouch: memory is touched when it is committed, not when it is used
  bool large_pages = false;        // -XX:+UseLargePages, -XX:+UseTransparentHugePages: the latter, both
  unsigned max_tenuring_threshold = 15;
  unsigned initial_tenuring_threshold = 7;
  unsigned max_pause_ms = 0;              // -XX:MaxGCPauseMillis: eden shrinks while young pauses are longer; 0: no goal
  unsigned gc_time_ratio = 99;            // -XX:GCTimeRatio: eden grows while collections take more than 1 part of 1 + ratio
  bool use_overhead_limit = true;         // -XX:-UseGCOverheadLimit: a heap that is nearly full is collected for ever (overhead_limit.h)
  unsigned time_limit_percent = 98;       // -XX:GCTimeLimit
  unsigned free_limit_percent = 2;        // -XX:GCHeapFreeLimit
  bool adaptive_sizes = true;             // -XX:-UseAdaptiveSizePolicy: eden and survivors stay as the other flags say
  unsigned target_survivor_percent = 50;  // -XX:TargetSurvivorRatio: how full collections should leave to-space
  std::size_t tlab_bytes = 0;       // -XX:TLABSize; 0: by ergonomics
  bool use_tlab = true;
  unsigned cores = 0;               // what the process may use of the machine; 0: all
  unsigned gc_threads = 0;          // -XX:ParallelGCThreads; 0: by the number of cores, as HotSpot
  bool dynamic_gc_threads = true;   // -XX:-UseDynamicNumberOfGCThreads: small collections employ all of them, too
  bool semaphore_gang = true;       // -XX:-UseSemaphoreGCThreadsSynchronization: a monitor dispatches them
  bool sequence_gang = false;       // -XX:+UseSequencedGCThreadsSynchronization: the baseline that semaphores replaced
  bool empty_task_test = false;     // -XX:+GCEmptyTaskTest: ten empty tasks with each collection, for the table
  bool print_gang_statistics = false;
  unsigned stress_interval = 0;     // gc-stress builds: allocations per collection; 0: MINIJVM_GC_STRESS_INTERVAL, else 1
  bool disable_explicit_gc = false;  // -XX:+DisableExplicitGC: System.gc does nothing
  unsigned soft_keep_ms_per_mb = 1000;  // -XX:SoftRefLRUPolicyMSPerMB
  bool verify = false;              // -XX:+VerifyBeforeGC / AfterGC; debug builds verify always
  unsigned verify_interval = 1;     // -XX:GCVerifyInterval: around each n-th collection only
  bool class_unloading = true;      // -XX:-ClassUnloading, -Xnoclassgc: loaders live for ever
  std::size_t max_metaspace_bytes = SIZE_MAX;
  std::size_t metaspace_bytes = 21'807'104;  // -XX:MetaspaceSize: how much metadata of user loaders there is before a collection looks
};

enum class GcCause : std::uint8_t { kAllocationFailure, kSystemGc, kLastDitch, kStress, kHeapInspection, kHeapDump, kMetadataThreshold, kMetadataClearSoft };

// False: the range cannot be reserved; the message says so on stdout.
bool initialize_heap(const HeapOptions& options);

// A full collection with reference processing.
void collect_full(runtime::JavaThread& self, GcCause cause);
// The same for System.gc and who asks in the same way. False: -XX:+DisableExplicitGC forbids it.
bool collect_on_demand(runtime::JavaThread& self);
// Only the young generation, unless that cannot be (collection.h). For who wants to see objects move.
void collect_young(runtime::JavaThread& self, GcCause cause);
// Before a class is defined: classes lie outside of the heap, so that they have to ask for a collection by themselves. False: there is as
// much of them as -XX:MaxMetaspaceSize allows.
bool has_room_for_metadata(runtime::JavaThread& self);
std::size_t metadata_max_bytes();  // SIZE_MAX: no limit
// A thread's TLAB goes back before it ends.
void retire_tlab(runtime::JavaThread& self);

// -XX:MinHeapFreeRatio and MaxHeapFreeRatio anew, for the next full collection.
void set_heap_free_percents(unsigned least, unsigned most);

std::size_t heap_max_bytes();
bool heap_contains(const void* address);

struct GcCounts {
  std::uint64_t young_collections;
  std::uint64_t full_collections;
  std::uint64_t pause_us_total;
};
GcCounts gc_counts();
// Milliseconds since the last full collection (JVM_MaxObjectInspectionAge).
std::uint64_t ms_since_full_collection();

// The collector's own threads, for thread dumps ("GC Thread#0").
std::vector<GangThread> gc_threads();
unsigned gc_thread_count();
// -XX:+PrintGangStatistics, to stdout, when the VM ends.
void print_gang_statistics();

// Visits every object, at a safepoint (JVMTI, heap dumps).
class ObjectVisitor {
 public:
  virtual void visit(runtime::Object* object) = 0;

 protected:
  ~ObjectVisitor() = default;
};
void for_each_object(ObjectVisitor& visitor);

// --- pending references: the list the collector builds for java.lang.ref.Reference's handler thread ---
runtime::Object* take_pending_references();          // head or null; the list is empty afterwards. REQUIRES: kInVm
bool has_pending_references();
void wait_for_pending_references(runtime::JavaThread& self);  // blocks until there are some

}  // namespace minijvm::gc
