// One worker of a young collection. It copies objects out of eden and from-space, ages or promotes
// them, and scans its copies.
// Tested by tests/gc/scavenger_test.cpp.
//
//   the object that a slot refers to   the slot gets
//   is not in eden or from-space       nothing new
//   is forwarded                       the copy's address
//   is kept in place                   nothing new
//   is none of these                   the address of a new copy
//
// A new copy goes into to-space if the object is young enough, otherwise into the old generation.
// If that space is full, the copy goes into the other one. If both are full the object is kept in
// place.
//
// (V1) An object is copied by one worker: the one whose CAS turns its class word into a forwarding
//      pointer. Other workers that copied it, too, take their copies back.
// (V2) A slot is processed once. It is a root, or it belongs to one copy, one kept object or one
//      dirty card, each of which has one owner.
// (V3) A copy's contents are written before its address is published, and nobody writes to an
//      object that is being copied, except for its class word. There is one exception: a worker
//      that keeps an object in place updates its slots while another worker, which found room, may
//      still be reading them. That other worker's CAS fails, so its copy is never used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/gang/work_queue.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/roots.h"
#include "gc/heap/scan_entry.h"
#include "gc/young/promotion_buffer.h"

namespace minijvm::gc {

// Workers lie side by side in memory. Each has pairs of cache lines of its own, because otherwise
// one worker's writes would slow down the others.
class alignas(128) ScavengeWorker final : public RootVisitor, public Liveness {
 public:
  // `workers` is the number of workers that take part. A worker that is alone publishes with plain
  // stores and shares nothing.
  ScavengeWorker(Heap& heap, WorkQueue& queue, unsigned number, unsigned workers);

  // Visits a root slot: copies its object at once, and queues the slots of the copy.
  void visit(runtime::Object** slot) override;
  // Queues those slots of an object that lie in the range.
  void scan(runtime::Object* object, SlotRange range);
  // Does the same for the static fields in a mirror.
  void scan_static_slots(runtime::Object* mirror, SlotRange range);
  // Queues a slot of the heap. Its object is copied some time before drain() returns.
  void push_slot(runtime::Object** slot) {
    if (must_move(*slot)) {
      queue_.push(slot_entry(slot));
    }
  }

  // Copies the slot's object now, because reference processing has decided that it lives.
  void keep_alive(runtime::Object** slot) {
    if (must_move(*slot)) {
      process_slot(slot);
    }
  }

  // Works until the worker's own queue is empty.
  void drain();
  // Does the work of one entry (scan_entry.h).
  void do_entry(WorkEntry entry);

  // Returns, after steps 1 and 2, the address of an object's copy, or null if the object is dead.
  runtime::Object* forwarded_or_null(runtime::Object* object) override;

  // Gives back the rests of the promotion buffers. The coordinator calls this for one worker after
  // the other.
  void retire_buffers();
  // Clears the mark of the objects that this worker kept in place.
  void restore_kept_objects();
  // Adds this worker's numbers to the collection's.
  void add_to(ScavengeOutcome& outcome) const;

 private:
  // Returns true for an object in eden or from-space. Both survivor spaces lie above young_base_,
  // so to-space is excluded by one unsigned comparison.
  bool must_move(const runtime::Object* object) const {
    auto address = reinterpret_cast<std::uintptr_t>(object);
    return address >= young_base_ && address - to_base_ >= to_bytes_;
  }
  bool is_young(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) >= young_base_;
  }

  // These copy objects; scavenge_worker.cpp explains them.
  void process_slot(runtime::Object** slot);
  runtime::Object* evacuated(runtime::Object* object);
  runtime::Object* copy(runtime::Object* object, std::uint64_t class_word);
  runtime::Object* keep_in_place(runtime::Object* object, std::uint64_t class_word);
  void take_back(std::byte* place, std::size_t bytes, bool stays_young);
  bool publish(runtime::Object* object, std::uint64_t& class_word, std::uint64_t new_word);
  void scan_all(runtime::Object* object);
  void do_chunk(WorkEntry entry);

  // These return memory for copies, from a promotion buffer, or from the space itself for large
  // objects.
  std::byte* allocate_young(std::size_t bytes);
  std::byte* allocate_old(std::size_t bytes);
  bool refill_young();
  bool refill_old();

  Heap& heap_;
  WorkQueue& queue_;
  ReferenceProcessor& references_;
  // These two are copied from the heap, so that the hot path loads them from this worker's own
  // cache lines.
  std::uintptr_t young_base_;
  std::uintptr_t to_base_;
  std::size_t to_bytes_;
  // The offset of the referent in java.lang.ref.Reference; 0 until that class is loaded.
  std::size_t referent_offset_;
  // The size of this worker's pieces of to-space, in bytes.
  std::size_t young_piece_;
  // An object that has survived more collections is promoted.
  unsigned threshold_;
  unsigned number_;
  bool is_alone_;

  // The promotion buffers in to-space and in the old generation.
  PromotionBuffer young_;
  PromotionBuffer old_;
  // The bytes that survived, by age, from which the policy chooses the next threshold.
  AgeTable ages_;
  std::size_t survived_bytes_ = 0;
  std::size_t promoted_bytes_ = 0;
  // The bytes that were promoted although they were young enough, because to-space was full.
  std::size_t overflowed_bytes_ = 0;
  // The objects that this worker keeps in place.
  std::vector<runtime::Object*> kept_;
};

}  // namespace minijvm::gc
