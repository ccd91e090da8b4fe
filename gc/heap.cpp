#include "gc/heap.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "base/log.h"
#include "base/machine_memory.h"
#include "base/memory_tracking.h"
#include "gc/allocate.h"
#include "gc/collection.h"
#include "gc/compaction_plan.h"
#include "gc/heap_parts.h"
#include "gc/object_scan.h"
#include "gc/pretouch.h"
#include "gc/start_log.h"
#include "gc/stress.h"
#include "runtime/class_unloading.h"
#include "runtime/metadata_size.h"
#include "runtime/well_known.h"
#include "sync/clock.h"
#include "sync/safepoint.h"

namespace minijvm::gc {
namespace {

// Mirrors: 150 bytes each with few statics, so there is address space for more classes than the low 4 GiB hold.
constexpr std::size_t kFixedReserve = 512 * kMiB;
constexpr std::size_t kRangeAlignment = 2 * kMiB;

// Not destroyed when the process exits: its workers may be at work, and threads that go on may ask for memory.
Heap* heap_instance = nullptr;

std::size_t machine_memory(const HeapOptions& options) {
  std::size_t bytes = physical_memory_bytes();
  if (options.in_container) {
    bytes = std::min(bytes, control_group_limit());
  }
  return options.machine_bytes != 0 ? std::min(bytes, options.machine_bytes) : bytes;
}

unsigned stress_interval(const HeapOptions& options) {
  if (options.stress_interval != 0) {
    return options.stress_interval;
  }
  const char* text = std::getenv("MINIJVM_GC_STRESS_INTERVAL");
  long value = text == nullptr ? 1 : std::strtol(text, nullptr, 10);
  return value > 0 ? static_cast<unsigned>(value) : 1;
}

#ifdef MINIJVM_DEBUG
constexpr bool kAlwaysVerify = true;
#else
constexpr bool kAlwaysVerify = false;
#endif

}  // namespace

Heap& the_heap() {
  MJ_DCHECK(heap_instance != nullptr, "the heap is used before initialize_heap");
  return *heap_instance;
}

std::unique_ptr<Heap> Heap::create(const HeapOptions& options) {
  auto heap = std::make_unique<Heap>();
  if (!heap->initialize(options)) {
    heap.reset();
  }
  return heap;
}

bool Heap::initialize(const HeapOptions& options) {
  HeapSizes sizes = compute_sizes(options, machine_memory(options));
  take_options(options, sizes);
  const MemoryPurposeScope purpose(MemoryPurpose::kGc);  // of all tables
  if (!lay_out(sizes, options.large_pages)) {
    return false;
  }
  statistics.start_clock();
  bool has_memory = commit_first(sizes);
  history.initialize(usage());
  workers.initialize(options);
  if (has_memory && options.pretouch) {
    pretouch();
  }
  return has_memory;
}

void Heap::take_options(const HeapOptions& options, const HeapSizes& sizes) {
  policy.initialize(options, sizes);
  overhead_limit.initialize(options);
  tlabs.initialize(options.tlab_bytes, options.use_tlab);
  references.set_soft_keep_ms(options.soft_keep_ms_per_mb);
  explicit_gc_disabled = options.disable_explicit_gc;
  verify = options.verify || kAlwaysVerify;
  verify_interval = std::max(options.verify_interval, 1U);
  stress_interval = gc::stress_interval(options);
  metadata_minimum_ = std::min(options.metaspace_bytes, options.max_metaspace_bytes);
  metadata_maximum = options.max_metaspace_bytes;
  metadata_threshold_.store(metadata_minimum_, std::memory_order_relaxed);
}

// More addresses than -Xmx: survivors and eden grow at each other's cost, but not into each other.
// Each space begins with a stripe of its own (mark_bitmap.h).
bool Heap::lay_out(const HeapSizes& sizes, bool large_pages) {
  std::size_t old_reserve = align_up(sizes.old_max, kStripeBytes);
  std::size_t survivor_reserve = align_up(sizes.survivor_limit, kStripeBytes);
  {
    const MemoryPurposeScope heap_itself(MemoryPurpose::kJavaHeap);
    memory_ = VirtualMemory::reserve(kFixedReserve + old_reserve + 2 * survivor_reserve + sizes.eden_max, kRangeAlignment);
  }
  if (!memory_.ok() || !cards.initialize(memory_.base(), memory_.size())) {
    return false;
  }
  if (large_pages) {
    use_huge_pages();
  }
  std::byte* old_base = memory_.base() + kFixedReserve;
  fixed.initialize(memory_, memory_.base(), old_base);
  young_base_ = old_base + old_reserve;
  std::byte* second = young_base_ + survivor_reserve;
  eden_base_ = second + survivor_reserve;
  survivors_[0].initialize(memory_, young_base_, young_base_ + sizes.survivor_limit);
  survivors_[1].initialize(memory_, second, second + sizes.survivor_limit);
  eden.initialize(memory_, eden_base_, memory_.end());
  return true;
}

// The old generation and eden begin with some memory, and the collectors' tables have theirs.
bool Heap::commit_first(const HeapSizes& sizes) {
  std::byte* old_base = memory_.base() + kFixedReserve;
  auto moving_bytes = static_cast<std::size_t>(memory_.end() - old_base);
  return old.initialize(memory_, old_base, old_base + sizes.old_max, sizes.old_initial) && marks.initialize(old_base, moving_bytes) &&
         stripes.initialize(CompactionPlan::most_stripes(moving_bytes / kStripeBytes + 1)) && eden.set_capacity(policy.eden_capacity());
}

// What there is by the gang, and what comes later when it comes.
void Heap::pretouch() {
  PretouchTask task;
  for (const Space* space : std::initializer_list<const Space*>{&eden, &survivors_[0], &survivors_[1], &old.space()}) {
    task.add(space->base(), space->committed_end());
  }
  for (Space* space : {&eden, &survivors_[0], &survivors_[1]}) {
    space->set_pretouch(true);
  }
  old.set_pretouch(true);
  workers.run(task, workers.size());
}

// HOTSPOT: -XX:+UseLargePages without UseTransparentHugePages wants pages that the administrator set aside; they are not used here.
void Heap::use_huge_pages() {
  if (!has_transparent_huge_pages()) {
    std::fprintf(stderr, "OpenJDK 64-Bit Server VM warning: UseLargePages disabled, no large pages configured and available on the system.\n");
    return;
  }
  memory_.allow_huge_pages();
}

bool Heap::metadata_is_due() const {
  return runtime::collectable_metadata_bytes() > metadata_threshold_.load(std::memory_order_relaxed);
}

bool Heap::metadata_is_full() const { return runtime::class_metadata_size().used > metadata_maximum; }

void Heap::note_live_metadata() {
  std::size_t wanted = std::max(metadata_minimum_, 2 * runtime::collectable_metadata_bytes());
  metadata_threshold_.store(wanted, std::memory_order_relaxed);
}

void Heap::retire_all_tlabs() {
  auto for_each_thread = [](auto visit) { sync::for_each_exec_env([&visit](sync::ExecEnv& env) { visit(runtime::JavaThread::of(env)); }); };
  for_each_thread([](runtime::JavaThread& thread) { retire_window(thread); });
  tlabs.note_allocation(for_each_thread, eden.capacity() / 4);
}

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

void Heap::rotate_eden() {
  eden.protect();
  std::size_t window = policy.eden_capacity();
  auto region = static_cast<std::size_t>(memory_.end() - eden_base_);
  std::size_t windows = std::min(region / window, kStressEdenWindows);
  eden_window_ = (eden_window_ + 1) % windows;
  std::byte* base = eden_base_ + eden_window_ * window;
  eden.initialize(memory_, base, base + window);
}

void Heap::resize_eden() {
  if (kGcStress) {
    protect_what_was_left();
  }
  std::size_t capacity = std::min(policy.eden_capacity(), eden.reserved());
  if (capacity >= eden.used()) {
    eden.set_capacity(capacity);  // no memory for more: it stays as it is
  }
}

void Heap::resize_after_full_collection() {
  old.set_capacity(policy.adapt_old(old.space().used(), old.space().capacity()));
  resize_eden();
  eden.uncommit_above_limit();
  for (Space& survivor : survivors_) {
    if (survivor.is_empty() && survivor.capacity() > policy.survivor_capacity()) {
      survivor.set_capacity(policy.survivor_capacity());
      survivor.uncommit_above_limit();
    }
  }
  policy.after_full(old.space().used());
}

// --- gc/heap.h ---

bool initialize_heap(const HeapOptions& options) {
  runtime::set_class_unloading(options.class_unloading);
  delete heap_instance;  // of an earlier test
  heap_instance = initialize_filler() ? Heap::create(options).release() : nullptr;
  if (heap_instance == nullptr) {
    std::printf("Error occurred during initialization of VM\nCould not reserve enough space for %zuKB object heap\n", options.max_bytes / kKiB);
    return false;
  }
  MJ_LOG(gc, kInfo, "Using Parallel");  // HOTSPOT: its line for -XX:+UseParallelGC, which readers of gc logs look for
  log_start(*heap_instance, options);
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

void set_heap_free_percents(unsigned least, unsigned most) { the_heap().policy.set_free_percents(least, most); }

std::size_t heap_max_bytes() { return the_heap().max_bytes(); }
bool is_young(const runtime::Object* object) { return the_heap().is_young(object); }
bool heap_contains(const void* address) { return the_heap().contains(address); }
GcCounts gc_counts() { return the_heap().statistics.counts(); }

std::vector<GangThread> gc_threads() { return the_heap().workers.gang().threads(); }
unsigned gc_thread_count() { return the_heap().workers.size(); }

void print_gang_statistics() {
  if (heap_instance == nullptr || !the_heap().workers.prints_statistics()) {
    return;
  }
  const WorkGang& gang = the_heap().workers.gang();
  std::printf("GC gang: %u workers, %s\n%s", gang.size(), gang_synchronization_name(gang.synchronization()), gang.statistics().table().c_str());
  std::fflush(stdout);
}

std::uint64_t ms_since_full_collection() {
  return static_cast<std::uint64_t>((sync::monotonic_ns() - the_heap().statistics.last_full_ns()) / sync::kNanosPerMilli);
}

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

void wait_for_pending_references(runtime::JavaThread& self) {
  Heap& heap = the_heap();
  sync::MutexLock lock(self, heap.pending_mutex);
  sync::BlockedOn mark(self, sync::BlockKind::kCondition, nullptr);
  while (!heap.references.has_pending()) {
    heap.pending_added.wait(self, heap.pending_mutex);
  }
}

// --- gc/object_scan.h ---

runtime::Class* class_of_mirror(runtime::Object* mirror) {
  std::uint32_t offset = runtime::wk().Class_vm_class;
  return offset == 0 ? nullptr : reinterpret_cast<runtime::Class*>(mirror->load<std::uint64_t>(offset));
}

}  // namespace minijvm::gc
