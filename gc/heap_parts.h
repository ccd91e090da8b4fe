// The heap's parts in one place, for the collectors and the allocator; the rooms above see gc/heap.h only.
// Proved by tests/gc/heap_test.cpp.
//
//   low addresses                                                                    high
//   | fixed space (mirrors) | old generation ......... | survivor | survivor | eden ....... |
//                                                      ^ young_base: all that lies above is young
//
// One range, reserved once; each space commits what it uses. Young lies on top, so "is it young" is one comparison.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/virtual_memory.h"
#include "gc/card_table.h"
#include "gc/fixed_space.h"
#include "gc/gc_statistics.h"
#include "gc/gc_workers.h"
#include "gc/heap.h"
#include "gc/mark_bitmap.h"
#include "gc/old_generation.h"
#include "gc/overhead_limit.h"
#include "gc/reference_processor.h"
#include "gc/sizing_policy.h"
#include "gc/space.h"
#include "gc/stripe_table.h"
#include "gc/tlab.h"
#include "gc/usage_history.h"
#include "sync/vm_mutex.h"

namespace minijvm::gc {

class Heap {
 public:
  // Null: the range or the tables cannot be had.
  static std::unique_ptr<Heap> create(const HeapOptions& options);

  bool is_young(const void* address) const { return address >= young_base_; }
  bool contains(const void* address) const { return address >= memory_.base() && address < memory_.end(); }

  const std::byte* young_base() const { return young_base_; }
  Space& from() { return survivors_[from_index_]; }
  Space& to() { return survivors_[1 - from_index_]; }
  void swap_survivors() { from_index_ = 1 - from_index_; }
  // Eden gets its capacity from the policy; in gc-stress builds, another place as well. REQUIRES: the world is stopped.
  void resize_eden();
  // After a full collection: the generations get the sizes that the policy thinks right; what is free beyond is the kernel's again.
  void resize_after_full_collection();
  // After a young collection that moved everything: eden and from are empty, from becomes to.
  void finish_young_collection();

  std::size_t used_bytes() const { return eden.used() + survivors_[0].used() + survivors_[1].used() + old.space().used(); }
  std::size_t max_bytes() const { return policy.sizes().max; }
  HeapUsage usage() const;  // pool by pool
  // From mirror to mirror, or by its class.
  std::size_t bytes_of(const runtime::Object* object) const {
    return fixed.space().contains(object) ? fixed.bytes_of(object) : young_or_old_bytes(object);
  }

  // Takes back all windows, so that every space can be walked. REQUIRES: the world is stopped.
  void retire_all_tlabs();
  // visit(object) for each object in [base, top) of a walkable space, fillers included.
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
  MarkBitmap marks;  // of old and young
  StripeTable stripes;
  SizingPolicy policy;
  OverheadLimit overhead_limit;
  TlabPolicy tlabs;
  ReferenceProcessor references;
  GcWorkers workers;
  GcStatistics statistics;
  UsageHistory history;
  bool explicit_gc_disabled = false;
  bool verify = false;
  unsigned verify_interval = 1;  // collections
  unsigned stress_interval = 1;
  // Metadata of user loaders beyond this asks for a full collection; it grows with what lives, so that these stay rare.
  bool metadata_is_due() const;
  bool metadata_is_full() const;
  std::size_t metadata_maximum = SIZE_MAX;  // -XX:MaxMetaspaceSize
  void note_live_metadata();

  sync::Mutex mutex{sync::LockRank::kHeap};  // who takes memory from a space while the world runs
  sync::Mutex pending_mutex{sync::LockRank::kReferences};
  sync::CondVar pending_added;

 private:
  bool initialize(const HeapOptions& options);
  void take_options(const HeapOptions& options, const HeapSizes& sizes);
  bool lay_out(const HeapSizes& sizes, bool large_pages);
  bool commit_first(const HeapSizes& sizes);
  void use_huge_pages();
  void pretouch();
  std::size_t metadata_minimum_ = 0;
  std::atomic<std::size_t> metadata_threshold_{0};
  // gc-stress builds: whatever is empty now is unmapped, and eden moves on.
  void protect_what_was_left();
  void rotate_eden();

  VirtualMemory memory_;
  std::byte* young_base_ = nullptr;
  std::byte* eden_base_ = nullptr;
  Space survivors_[2];
  int from_index_ = 0;
  std::size_t eden_window_ = 0;
};

Heap& the_heap();

}  // namespace minijvm::gc
