// Makes and lays out the heap, resizes its spaces around collections, and implements the functions
// of gc/heap/heap.h by way of the safepoint operations of gc/policy/collection.h. Callers with a
// JavaThread are in kInVm.
#include "gc/heap/heap.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "base/log.h"
#include "base/machine_memory.h"
#include "base/memory_tracking.h"
#include "gc/gc_state.h"
#include "gc/heap/allocate.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/large_pages.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/pretouch.h"
#include "gc/heap/stress.h"
#include "gc/old/compaction_plan.h"
#include "gc/policy/collection.h"
#include "gc/policy/start_log.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/metadata_size.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc {
namespace {

// A mirror with few static fields takes 150 bytes, so this range holds the mirrors of more classes
// than fit into the low 4 GiB, where classes must lie.
constexpr std::size_t kFixedReserve = 512 * kMiB;
// The alignment is 2 MiB, so that huge pages fit the range.
constexpr std::size_t kRangeAlignment = 2 * kMiB;

// Returns the memory from which the sizes are computed: that of the machine, or less if the control
// group or -XX:MaxRAM says so.
std::size_t machine_memory(const HeapOptions& options) {
  std::size_t bytes = physical_memory_bytes();
  if (options.in_container) {
    bytes = std::min(bytes, control_group_limit());
  }
  return options.machine_bytes != 0 ? std::min(bytes, options.machine_bytes) : bytes;
}

// The environment variable serves test runs whose command lines are fixed.
unsigned stress_interval(const HeapOptions& options) {
  if (options.stress_interval != 0) {
    return options.stress_interval;
  }
  const char* text = std::getenv("MINIJVM_GC_STRESS_INTERVAL");
  long value = text == nullptr ? 1 : std::strtol(text, nullptr, 10);
  return value > 0 ? static_cast<unsigned>(value) : 1;
}

// Prints, for -Xlog:gc+tlab=debug, how much of eden holds fillers: rests of TLABs that were not
// used up. The walk is made only if the line is wanted. REQUIRES: the TLABs are retired.
void log_tlab_waste(const Space& eden) {
  if (!log_enabled(LogTag::gctlab, LogLevel::kDebug)) {
    return;
  }
  std::size_t wasted = 0;
  Heap::walk(eden, [&wasted](runtime::Object* object) {
    wasted += is_filler(object) ? young_or_old_bytes(object) : 0;
  });
  MJ_LOG(gctlab, kDebug, "TLAB waste: %zuB of %zuB", wasted, eden.used());
}

#ifdef MINIJVM_DEBUG
constexpr bool kAlwaysVerify = true;
#else
constexpr bool kAlwaysVerify = false;
#endif

}  // namespace

// initialize_heap() sets the pointer before Java code runs, so no atomic access is needed.
Heap& the_heap() {
  MJ_DCHECK(gc_state.heap != nullptr, "the heap is used before initialize_heap");
  return *gc_state.heap;
}

std::unique_ptr<Heap> Heap::create(const HeapOptions& options) {
  auto heap = std::make_unique<Heap>();
  if (!heap->initialize(options)) {
    heap.reset();
  }
  return heap;
}

// The order matters: the sizes come first, then the policies that depend on the options, then the
// address range, then the first committed memory; the workers start last, because pre-touching
// needs them.
bool Heap::initialize(const HeapOptions& options) {
  HeapSizes sizes = compute_sizes(options, machine_memory(options));
  take_options(options, sizes);
  // All tables count as the collector's memory.
  const MemoryPurposeScope purpose(MemoryPurpose::kGc);
  if (!lay_out(sizes, options)) {
    return false;
  }
  statistics.start_clock();
  bool has_memory = commit_first(sizes);
  workers.initialize(options);
  if (has_memory && options.pretouch) {
    pretouch();
  }
  return has_memory;
}

void Heap::take_options(const HeapOptions& options, const HeapSizes& sizes) {
  policy.initialize(options, sizes);
  overhead_limit.initialize(options);
  tlabs.initialize(options);
  references.set_soft_keep_ms(options.soft_keep_ms_per_mb);
  explicit_gc_disabled = options.disable_explicit_gc;
  // Debug builds verify around every collection.
  verify = options.verify || kAlwaysVerify;
  verify_interval = std::max(options.verify_interval, 1U);
  stress_interval = gc::stress_interval(options);
  // -XX:MaxMetaspaceSize may be less than -XX:MetaspaceSize.
  metadata_minimum_ = std::min(options.metaspace_bytes, options.max_metaspace_bytes);
  metadata_maximum = options.max_metaspace_bytes;
  metadata_threshold_.store(metadata_minimum_, std::memory_order_relaxed);
}

// Reserves the whole range and divides it. The range has more addresses than -Xmx has bytes: eden
// may grow while the survivors shrink, and the other way round, but they must not grow into each
// other. Each space begins with a stripe of its own (mark_bitmap.h), because a worker that compacts
// a stripe must not meet another space's objects in it.
bool Heap::lay_out(const HeapSizes& sizes, const HeapOptions& options) {
  // All but the fixed space may lie in pages of a pool, which must fit it.
  std::size_t page = pool_page_bytes(options);
  std::size_t fixed_reserve = align_up(kFixedReserve, page);
  std::size_t old_reserve = align_up(sizes.old_max, kStripeBytes);
  std::size_t survivor_reserve = align_up(sizes.survivor_limit, kStripeBytes);
  // Only this reservation counts as the Java heap in the statistics of native memory.
  {
    const MemoryPurposeScope heap_itself(MemoryPurpose::kJavaHeap);
    memory_ = VirtualMemory::reserve(
        align_up(fixed_reserve + old_reserve + 2 * survivor_reserve + sizes.eden_max, page),
        std::max(kRangeAlignment, page));
  }
  if (!memory_.ok() || !cards.initialize(memory_.base(), memory_.size())) {
    return false;
  }
  if (options.has_shadow && !access_shadow.initialize(memory_.base(), memory_.size())) {
    return false;
  }
  if (options.large_pages) {
    use_large_pages(memory_, fixed_reserve, options);
  }
  // The spaces are, from low to high: the fixed space, the old generation, the two survivor spaces,
  // eden.
  std::byte* old_base = memory_.base() + fixed_reserve;
  fixed.initialize(memory_, memory_.base(), old_base);
  young_base_ = old_base + old_reserve;
  std::byte* second = young_base_ + survivor_reserve;
  eden_base_ = second + survivor_reserve;
  survivors_[0].initialize(memory_, young_base_, young_base_ + sizes.survivor_limit);
  survivors_[1].initialize(memory_, second, second + sizes.survivor_limit);
  eden.initialize(memory_, eden_base_, memory_.end());
  return true;
}

// Commits the initial memory of the old generation and of eden, and the tables of the full
// collector, which must exist before memory is short.
bool Heap::commit_first(const HeapSizes& sizes) {
  // One bitmap covers old and young, from old's base to the end of the range.
  std::byte* old_base = fixed.space().reserved_end();
  auto moving_bytes = static_cast<std::size_t>(memory_.end() - old_base);
  return old.initialize(memory_, old_base, old_base + sizes.old_max, sizes.old_initial) &&
         marks.initialize(old_base, moving_bytes) &&
         stripes.initialize(CompactionPlan::most_stripes(moving_bytes / kStripeBytes + 1)) &&
         eden.set_capacity(policy.eden_capacity());
}

// -XX:+AlwaysPreTouch: the workers of the gang touch the memory that exists now; the spaces touch
// the memory that they commit later.
void Heap::pretouch() {
  PretouchTask task;
  for (const Space* space :
       std::initializer_list<const Space*>{&eden, &survivors_[0], &survivors_[1], &old.space()}) {
    task.add(space->base(), space->committed_end());
  }
  for (Space* space : {&eden, &survivors_[0], &survivors_[1]}) {
    space->set_pretouch(true);
  }
  old.set_pretouch(true);
  workers.run(task, workers.size());
}

// relaxed: the threshold only decides when a collection is worth it.
bool Heap::metadata_is_due() const {
  return runtime::collectable_metadata_bytes() >
         metadata_threshold_.load(std::memory_order_relaxed);
}

bool Heap::metadata_is_full() const {
  return runtime::class_metadata_size().used > metadata_maximum;
}

// The next collection of this kind runs when the metadata has doubled.
void Heap::note_live_metadata() {
  std::size_t wanted = std::max(metadata_minimum_, 2 * runtime::collectable_metadata_bytes());
  metadata_threshold_.store(wanted, std::memory_order_relaxed);
}

// The shares of the threads are measured here, at each collection: enough was allocated for a
// measurement if it fills a quarter of eden.
void Heap::retire_all_tlabs() {
  // A dormant thread has had no TLAB since the collection that let it doze.
  auto for_each_thread = [](auto visit) {
    sync::for_each_awake_exec_env(
        [&visit](sync::ExecEnv& env) { visit(runtime::JavaThread::of(env)); });
  };
  for_each_thread([](runtime::JavaThread& thread) { retire_window(thread); });
  tlabs.note_allocation(for_each_thread, eden.capacity() / 4);
  log_tlab_waste(eden);
}

// REQUIRES: no live object is left in eden and in from-space.
void Heap::finish_young_collection() {
  eden.reset();
  from().reset();
  swap_survivors();
}

void Heap::protect_what_was_left() {
  for (Space& survivor : survivors_) {
    if (survivor.is_empty()) {
      survivor.protect();
    }
  }
  if (eden.is_empty()) {
    rotate_eden();
  }
}

// Eden moves to the next of up to 64 windows, so that the addresses of old objects are not reused
// soon.
void Heap::rotate_eden() {
  eden.protect();
  std::size_t window = policy.eden_capacity();
  auto region = static_cast<std::size_t>(memory_.end() - eden_base_);
  std::size_t windows = std::min(region / window, kStressEdenWindows);
  eden_window_ = (eden_window_ + 1) % windows;
  std::byte* base = eden_base_ + eden_window_ * window;
  eden.initialize(memory_, base, base + window);
}

// A smaller capacity than eden's use is possible after a full collection that left objects in eden;
// eden then keeps its size.
void Heap::resize_eden() {
  if (kGcStress) {
    protect_what_was_left();
  }
  std::size_t capacity = std::min(policy.eden_capacity(), eden.reserved());
  if (capacity >= eden.used()) {
    // The result is false if the kernel has no more memory. Eden then stays as it is.
    eden.set_capacity(capacity);
  }
}

// The old generation is resized first: adapt_old() also bounds eden's capacity.
void Heap::resize_after_full_collection() {
  old.set_capacity(policy.adapt_old(old.space().used(), old.space().capacity()));
  resize_eden();
  eden.uncommit_above_limit();
  // Survivor spaces give their memory back, unless they still hold objects: what survived has moved
  // to the old generation, which has become larger by as much.
  for (Space& survivor : survivors_) {
    if (survivor.is_empty()) {
      survivor.set_capacity(std::min(survivor.capacity(), policy.survivor_capacity()));
      survivor.uncommit_above_limit();
      survivor.release_stale_pages();
    }
  }
  policy.after_full(old.space().used());
}

// --- the functions of gc/heap/heap.h ---

bool initialize_heap(const HeapOptions& options) {
  runtime::set_class_unloading(options.class_unloading);
  // An earlier unit test may have made a heap.
  delete gc_state.heap;
  gc_state.heap = initialize_filler() ? Heap::create(options).release() : nullptr;
  if (gc_state.heap == nullptr) {
    std::printf(
        "Error occurred during initialization of VM\nCould not reserve enough space for %zuKB "
        "object heap\n",
        options.max_bytes / kKiB);
    return false;
  }
  // HOTSPOT: these are the lines for the two collectors, for programs that read gc logs.
  MJ_LOG(gc, kInfo, "Using %s", options.serial ? "Serial" : "Parallel");
  log_start(*gc_state.heap, options);
  return true;
}

void collect_full(runtime::JavaThread& self, GcCause cause) {
  CollectFull operation(the_heap(), cause);
  run_collection(self, the_heap(), operation);
}

bool collect_on_demand(runtime::JavaThread& self) {
  if (the_heap().explicit_gc_disabled) {
    return false;
  }
  collect_full(self, GcCause::kSystemGc);
  return true;
}

void collect_young(runtime::JavaThread& self, GcCause cause) {
  CollectYoung operation(the_heap(), cause);
  run_collection(self, the_heap(), operation);
}

// The first check needs no lock and stops no thread. CollectForMetadata checks again when it is its
// turn.
bool has_room_for_metadata(runtime::JavaThread& self) {
  Heap& heap = the_heap();
  if (heap.metadata_is_due() || heap.metadata_is_full()) {
    CollectForMetadata operation(heap);
    run_collection(self, heap, operation);
  }
  return !heap.metadata_is_full();
}

std::size_t metadata_max_bytes() { return the_heap().metadata_maximum; }

void retire_tlab(runtime::JavaThread& self) { retire_window(self); }

void set_heap_free_percents(unsigned least, unsigned most) {
  the_heap().policy.set_free_percents(least, most);
}

std::size_t heap_max_bytes() { return the_heap().max_bytes(); }
bool is_young(const runtime::Object* object) { return the_heap().is_young(object); }
bool heap_contains(const void* address) { return the_heap().contains(address); }
GcCounts gc_counts() { return the_heap().statistics.counts(); }

std::vector<GangThread> gc_threads() { return the_heap().workers.gang().threads(); }
unsigned gc_thread_count() { return the_heap().workers.size(); }

// Clock of JVM_MaxObjectInspectionAge: it counts from the last full collection.
std::uint64_t ms_since_full_collection() {
  return static_cast<std::uint64_t>((sync::machine_ns() - the_heap().statistics.last_full_ns()) /
                                    sync::kNanosPerMilli);
}

// Walks all five spaces and leaves out the fillers. To-space is usually empty, but a full
// collection of a nearly full heap may leave objects there.
void for_each_object(ObjectVisitor& visitor) {
  Heap& heap = the_heap();
  heap.retire_all_tlabs();
  auto show = [&visitor](runtime::Object* object) {
    if (!is_filler(object)) {
      visitor.visit(object);
    }
  };
  heap.fixed.for_each(show);
  Heap::walk(heap.old.space(), show);
  Heap::walk(heap.from(), show);
  Heap::walk(heap.to(), show);
  Heap::walk(heap.eden, show);
}

runtime::Object* take_pending_references() { return the_heap().references.take_pending(); }
bool has_pending_references() { return the_heap().references.has_pending(); }

// `self` lets this thread stop for a safepoint while it waits. The condition is tested again after
// each wake-up, because another thread may have taken the list.
void wait_for_pending_references(runtime::JavaThread& self) {
  Heap& heap = the_heap();
  sync::MutexLock lock(self, heap.pending_mutex);
  sync::BlockedOn mark(self, sync::BlockKind::kCondition, nullptr);
  while (!heap.references.has_pending()) {
    heap.pending_added.wait(self, heap.pending_mutex);
  }
}

// --- gc/heap/object_scan.h ---

runtime::Class* class_of_mirror(runtime::Object* mirror) {
  return java::ClassMirror::vm_class_offset() == 0
             ? nullptr
             : static_cast<java::ClassMirror*>(mirror)->vm_class();
}

}  // namespace minijvm::gc
