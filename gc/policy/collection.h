// Decides which collection runs when. These operations stop the world for the collectors, and
// implement what gc/heap/heap.h declares.
// Tested by tests/gc/heap_test.cpp.
//
//   an allocation failed
//        |
//        v
//      young ----------------> enough room: done
//        |  promotion failed or is risky, still no room, or a full collection is due
//        v
//      full -----------------> enough room: done
//        |  still no room
//        v
//      full, soft references cleared
//
//   System.gc(), or too much metadata of unloadable loaders: full at once
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap/heap_parts.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc {

// These run a collection on the calling thread. A young collection becomes a full one if its
// survivors might not fit, and a full one follows if one is due. REQUIRES: the world is stopped.
void collect_young_now(Heap& heap, GcCause cause);
void collect_full_now(Heap& heap, GcCause cause, bool clear_all_soft);

// Returns true if there is room for an object of that size, in eden or in the old generation.
bool has_room(const Heap& heap, std::size_t bytes);

// The operation behind a failed allocation.
class CollectForAllocation final : public sync::SafepointOperation {
 public:
  // `collections_seen` is the number of collections when the caller's attempt failed. If another
  // thread has collected since then, nothing is done, and the caller tries again.
  CollectForAllocation(Heap& heap, std::size_t bytes, std::uint64_t collections_seen)
      : heap_(heap), bytes_(bytes), seen_(collections_seen) {}
  // Called when it is this thread's turn to stop the world (sync::SafepointOperation).
  bool is_still_wanted() const override;
  bool lets_doze() const override { return true; }
  void run() override;
  const char* name() const override { return "CollectForAllocation"; }
  // Returns true if the allocation should be tried again.
  bool fits() const { return fits_ && !over_limit_; }
  // Returns true if the limit of overhead_limit.h is exceeded.
  bool over_limit() const { return over_limit_; }

 private:
  std::uint64_t full_collections() const { return heap_.statistics.counts().full_collections; }
  void collect_until_it_fits();
  Heap& heap_;
  std::size_t bytes_;
  std::uint64_t seen_;
  bool fits_ = true;
  bool over_limit_ = false;
};

// The operation behind System.gc(), heap inspection, heap dumps and the last attempt of an
// allocation. Only the last attempt clears all soft references.
class CollectFull final : public sync::SafepointOperation {
 public:
  CollectFull(Heap& heap, GcCause cause) : heap_(heap), cause_(cause) {}
  bool lets_doze() const override { return true; }
  void run() override { collect_full_now(heap_, cause_, cause_ == GcCause::kLastDitch); }
  const char* name() const override { return "CollectFull"; }

 private:
  Heap& heap_;
  GcCause cause_;
};

// The operation behind collect_young().
class CollectYoung final : public sync::SafepointOperation {
 public:
  CollectYoung(Heap& heap, GcCause cause) : heap_(heap), cause_(cause) {}
  bool lets_doze() const override { return true; }
  void run() override { collect_young_now(heap_, cause_); }
  const char* name() const override { return "CollectYoung"; }

 private:
  Heap& heap_;
  GcCause cause_;
};

// The operation before a class is defined. When several threads wait for it, the first one collects
// for all.
class CollectForMetadata final : public sync::SafepointOperation {
 public:
  explicit CollectForMetadata(Heap& heap) : heap_(heap) {}
  bool is_still_wanted() const override;
  bool lets_doze() const override { return true; }
  void run() override;
  const char* name() const override { return "CollectForMetadata"; }

 private:
  Heap& heap_;
};

// The operation of gc-stress builds: a young collection, sometimes a full one.
class StressCollection final : public sync::SafepointOperation {
 public:
  StressCollection(Heap& heap, bool full) : heap_(heap), full_(full) {}
  bool lets_doze() const override { return true; }
  void run() override;
  const char* name() const override { return "StressCollection"; }

 private:
  Heap& heap_;
  bool full_;
};

// Stops the world, runs the operation, and wakes the ReferenceHandler thread if references are
// pending. Self stops at a safepoint. REQUIRES: self is in kInVm.
void run_collection(runtime::JavaThread& self, Heap& heap, sync::SafepointOperation& operation);

// Reports to the heap listener, if there is one, that the use of the heap has changed.
void report_usage();

}  // namespace minijvm::gc
