// The Java heap as one object: its spaces, its tables, its policies and its workers. The collectors
// and the allocator include this header; upper rooms include gc/heap/heap.h only.
// Tested by tests/gc/heap_test.cpp.
//
//   low addresses                                                                    high
//   | fixed space (mirrors) | old generation ......... | survivor | survivor | eden ....... |
//                                                      ^ young_base: every address above is young
//
// The whole range of addresses is reserved once, and each space commits the memory that it uses.
// The young generation has the highest addresses, so the test "is this object young?" is one
// comparison. One contiguous range also lets one biased pointer serve as the whole card table
// (gc/heap/barrier.h).
//
// A thread that allocates while the program runs holds `mutex`, which guards the fields. The
// coordinator of a collection needs no lock, because every Java thread is stopped; the data that
// the collector's workers share during a collection follow their own rules
// (gc/young/scavenge_worker.h, gc/old/compactor.h).
#pragma once

#include <cstdint>
#include <memory>

#include "base/atomic.h"
#include "base/virtual_memory.h"
#include "gc/gang/gc_workers.h"
#include "gc/heap/card_table.h"
#include "gc/heap/fixed_space.h"
#include "gc/heap/heap.h"
#include "gc/heap/space.h"
#include "gc/heap/stripe_table.h"
#include "gc/heap/tlab.h"
#include "gc/old/mark_bitmap.h"
#include "gc/old/old_generation.h"
#include "gc/policy/gc_statistics.h"
#include "gc/policy/overhead_limit.h"
#include "gc/policy/sizing_policy.h"
#include "gc/references/reference_processor.h"
#include "gc/shadow/access_shadow.h"
#include "gc/young/piece_list.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::gc {

class Heap {
 public:
  // Reserves and lays out a heap. Returns null when the kernel refuses the range or the tables.
  static std::unique_ptr<Heap> create(const HeapOptions& options);

  bool is_young(const void* address) const { return address >= young_base_; }
  bool contains(const void* address) const {
    return address >= memory_.base() && address < memory_.end();
  }

  VirtualMemory::PageKind page_kind() const { return memory_.page_kind(); }
  const std::byte* young_base() const { return young_base_; }
  Space& from() { return survivors_[from_index_]; }
  Space& to() { return survivors_[1 - from_index_]; }
  void swap_survivors() { from_index_ = 1 - from_index_; }
  // Gives eden the capacity that the policy wants. In gc-stress builds eden also moves to another
  // window. If the kernel refuses the memory, eden keeps its capacity. REQUIRES: the world is
  // stopped.
  void resize_eden();
  // Gives the old generation, eden and the survivor spaces, after a full collection, the sizes that
  // the policy wants, and returns the memory above the new limits to the kernel.
  void resize_after_full_collection();
  // Empties eden and from-space, and swaps the survivor spaces, so that the space that was filled
  // becomes from-space. REQUIRES: a young collection has moved every live object.
  void finish_young_collection();

  std::size_t used_bytes() const {
    return eden.used() + survivors_[0].used() + survivors_[1].used() + old.space().used();
  }
  std::size_t max_bytes() const { return policy.sizes().max; }
  // Returns how full each pool is (gc/policy/memory_pools.h).
  HeapUsage usage() const;
  // Returns the size of any object. The class of a mirror does not give its size, because a mirror
  // also holds its class's static fields; the fixed space knows the size of each mirror.
  std::size_t bytes_of(const runtime::Object* object) const {
    return fixed.space().contains(object) ? fixed.bytes_of(object) : young_or_old_bytes(object);
  }

  // Takes back every thread's TLAB and fills its rest, so that every space can be walked. REQUIRES:
  // the world is stopped.
  void retire_all_tlabs();
  // Calls visit(object) for each object in [base, top) of a space, filler objects included.
  // REQUIRES: the TLABs are retired. The size is read before the call, so visit may change the
  // object.
  template <class Visit>
  static void walk(const Space& space, Visit visit) {
    for (std::byte* at = space.base(); at < space.top();) {
      auto* object = reinterpret_cast<runtime::Object*>(at);
      at += young_or_old_bytes(object);
      visit(object);
    }
  }

  FixedSpace fixed;
  OldGeneration old;
  Space eden;
  CardTable cards;
  // One bitmap covers the old and the young generation.
  MarkBitmap marks;
  StripeTable stripes;
  AccessShadow access_shadow;
  SizingPolicy policy;
  OverheadLimit overhead_limit;
  TlabPolicy tlabs;
  ReferenceProcessor references;
  GcWorkers workers;
  GcStatistics statistics;
  PieceList pieces;
  bool explicit_gc_disabled = false;
  bool verify = false;
  // The verifier runs only around each n-th collection.
  unsigned verify_interval = 1;
  // In gc-stress builds, the number of allocations per collection.
  unsigned stress_interval = 1;
  // Classes lie outside of the heap, so their size must ask for collections by itself. A full
  // collection is due when the metadata of unloadable loaders exceeds a threshold. The threshold is
  // twice the metadata that lived after the last full collection, so that these collections stay
  // rare.
  bool metadata_is_due() const;
  // Returns true when all metadata together exceeds -XX:MaxMetaspaceSize.
  bool metadata_is_full() const;
  // -XX:MaxMetaspaceSize, in bytes.
  std::size_t metadata_maximum = SIZE_MAX;
  // Sets the threshold from the metadata that lives now. REQUIRES: a full collection has ended.
  void note_live_metadata();

  // Held by a thread that takes memory from a space while the world runs.
  sync::Mutex mutex{sync::LockRank::kHeap};
  // The thread that waits for pending references (java.lang.ref.Reference's handler) sleeps on
  // pending_added under pending_mutex.
  sync::Mutex pending_mutex{sync::LockRank::kReferences};
  sync::CondVar pending_added;

 private:
  bool initialize(const HeapOptions& options);
  void take_options(const HeapOptions& options, const HeapSizes& sizes);
  bool lay_out(const HeapSizes& sizes, const HeapOptions& options);
  bool commit_first(const HeapSizes& sizes);
  void pretouch();
  // The threshold never falls below this (-XX:MetaspaceSize), in bytes.
  std::size_t metadata_minimum_ = 0;
  Atomic<std::size_t> metadata_threshold_{0};
  // In gc-stress builds these unmap every empty space, so that a stale pointer into it causes a
  // SIGSEGV at its first use, and give eden its next window.
  void protect_what_was_left();
  void rotate_eden();

  // The reservation that holds all spaces.
  VirtualMemory memory_;
  std::byte* young_base_ = nullptr;
  // The start of eden's reservation; in gc-stress builds eden's base moves above it.
  std::byte* eden_base_ = nullptr;
  Space survivors_[2];
  // survivors_[from_index_] is from-space, the other one is to-space.
  int from_index_ = 0;
  // The number of eden's window in gc-stress builds.
  std::size_t eden_window_ = 0;
};

// Returns the process's heap. REQUIRES: initialize_heap() has succeeded.
Heap& the_heap();

}  // namespace minijvm::gc
