// Who collects when: the operations that stop the world for the collectors (heap.h's contract). Proved by tests/gc/heap_test.cpp.
//
//   allocation failed ---> young ---> still no room, or old is due ---> full ---> still no room ---> full, soft references given up
//                           |  promotion failed, or would probably ------^
//   System.gc, metadata of user loaders over its threshold ---------------^
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap_parts.h"
#include "sync/safepoint.h"

namespace minijvm::gc {

// REQUIRES for both: the world is stopped.
void collect_young_now(Heap& heap, GcCause cause);
void collect_full_now(Heap& heap, GcCause cause, bool clear_all_soft);

// Is there room for an object of that size?
bool has_room(const Heap& heap, std::size_t bytes);

class CollectForAllocation final : public sync::SafepointOperation {
 public:
  // collections_seen: how many there had been when the caller failed; if another thread's came in between, nothing is done.
  CollectForAllocation(Heap& heap, std::size_t bytes, std::uint64_t collections_seen) : heap_(heap), bytes_(bytes), seen_(collections_seen) {}
  bool is_still_wanted() const override;
  void run() override;
  const char* name() const override { return "CollectForAllocation"; }
  // Is it worth while to try again?
  bool fits() const { return fits_ && !over_limit_; }
  bool over_limit() const { return over_limit_; }  // overhead_limit.h

 private:
  std::uint64_t full_collections() const { return heap_.statistics.counts().full_collections; }
  void collect_until_it_fits();
  Heap& heap_;
  std::size_t bytes_;
  std::uint64_t seen_;
  bool fits_ = true;
  bool over_limit_ = false;
};

class CollectFull final : public sync::SafepointOperation {
 public:
  CollectFull(Heap& heap, GcCause cause) : heap_(heap), cause_(cause) {}
  void run() override { collect_full_now(heap_, cause_, cause_ == GcCause::kLastDitch); }
  const char* name() const override { return "CollectFull"; }

 private:
  Heap& heap_;
  GcCause cause_;
};

class CollectYoung final : public sync::SafepointOperation {
 public:
  CollectYoung(Heap& heap, GcCause cause) : heap_(heap), cause_(cause) {}
  void run() override { collect_young_now(heap_, cause_); }
  const char* name() const override { return "CollectYoung"; }

 private:
  Heap& heap_;
  GcCause cause_;
};

// For threads that define classes: the first of them collects, for all.
class CollectForMetadata final : public sync::SafepointOperation {
 public:
  explicit CollectForMetadata(Heap& heap) : heap_(heap) {}
  bool is_still_wanted() const override;
  void run() override;
  const char* name() const override { return "CollectForMetadata"; }

 private:
  Heap& heap_;
};

// gc-stress builds: a young collection, now and then a full one.
class StressCollection final : public sync::SafepointOperation {
 public:
  StressCollection(Heap& heap, bool full) : heap_(heap), full_(full) {}
  void run() override;
  const char* name() const override { return "StressCollection"; }

 private:
  Heap& heap_;
  bool full_;
};

// Runs one of them, and wakes the ReferenceHandler if it has work.
void run_collection(runtime::JavaThread& self, Heap& heap, sync::SafepointOperation& operation);

// Door: called by the thread that has collected, when the world runs again; it may stop, and run native code (JVMTI ObjectFree).
using AfterCollection = void (*)(runtime::JavaThread& self);
void set_after_collection(AfterCollection act);

// Tells the observer of memory_pools.h, if there is one.
void report_usage();

}  // namespace minijvm::gc
