// What one worker of a young collection does: copies objects out of eden and from-space, ages or promotes them, and scans what it copied.
// Proved by tests/gc/scavenger_test.cpp.
//
//   a slot's object is            the slot gets
//   not in eden or from           nothing new
//   forwarded                     the copy's address
//   kept where it is              nothing new
//   none of these                 a copy in to-space if it is young enough, else in the old generation; whoever has room; else it is kept
//
// (V1) An object is copied by one worker: the one whose CAS makes its class word a forwarding word. The others take their copy back.
// (V2) A slot is processed once: it is a root, or belongs to one copy, one kept object or one dirty card, each of which has one owner.
// (V3) What a copy holds is written before its address is published; nobody writes to what was copied but for the class word. Who keeps an
//      object in place updates its slots while others, who found room, may still be reading it: their CAS fails, so no such copy is ever used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/heap_parts.h"
#include "gc/object_scan.h"
#include "gc/promotion_buffer.h"
#include "gc/roots.h"
#include "gc/scan_entry.h"
#include "gc/work_queue.h"

namespace minijvm::gc {

// Workers lie side by side: a line pair each, or they slow each other down.
class alignas(128) ScavengeWorker final : public RootVisitor, public Liveness {
 public:
  // workers: how many take part; one alone publishes with plain stores and shares nothing.
  ScavengeWorker(Heap& heap, WorkQueue& queue, unsigned number, unsigned workers);

  // A root slot: its object is copied at once, what that refers to later.
  void visit(runtime::Object** slot) override;
  // The slots of an object that lie in the range.
  void scan(runtime::Object* object, SlotRange range);
  void scan_static_slots(runtime::Object* mirror, SlotRange range);
  // A slot of the heap: its object is copied some time before drain() returns.
  void push_slot(runtime::Object** slot) {
    if (must_move(*slot)) {
      queue_.push(slot_entry(slot));
    }
  }

  // The slot's object lives: it is copied now.
  void keep_alive(runtime::Object** slot) {
    if (must_move(*slot)) {
      process_slot(slot);
    }
  }

  // Does all work of the own queue.
  void drain();
  void do_entry(WorkEntry entry);

  runtime::Object* forwarded_or_null(runtime::Object* object) override;

  // Gives back what is left of the buffers. By the coordinator, worker after worker.
  void retire_buffers();
  void restore_kept_objects();
  void add_to(ScavengeOutcome& outcome) const;

 private:
  bool must_move(const runtime::Object* object) const {
    auto address = reinterpret_cast<std::uintptr_t>(object);
    return address >= young_base_ && address - to_base_ >= to_bytes_;
  }
  bool is_young(const void* address) const { return reinterpret_cast<std::uintptr_t>(address) >= young_base_; }

  void process_slot(runtime::Object** slot);
  runtime::Object* evacuated(runtime::Object* object);
  runtime::Object* copy(runtime::Object* object, std::uint64_t class_word);
  runtime::Object* keep_in_place(runtime::Object* object, std::uint64_t class_word);
  void take_back(std::byte* place, std::size_t bytes, bool stays_young);
  bool publish(runtime::Object* object, std::uint64_t& class_word, std::uint64_t new_word);
  void scan_all(runtime::Object* object);

  std::byte* allocate_young(std::size_t bytes);
  std::byte* allocate_old(std::size_t bytes);
  bool refill_young();
  bool refill_old();

  Heap& heap_;
  WorkQueue& queue_;
  ReferenceProcessor& references_;
  std::uintptr_t young_base_;
  std::uintptr_t to_base_;
  std::size_t to_bytes_;
  std::size_t referent_offset_;
  std::size_t young_piece_;
  unsigned threshold_;
  unsigned number_;
  bool is_alone_;

  PromotionBuffer young_;
  PromotionBuffer old_;
  AgeTable ages_;
  std::size_t survived_bytes_ = 0;
  std::size_t promoted_bytes_ = 0;
  std::size_t overflowed_bytes_ = 0;
  std::vector<runtime::Object*> kept_;
};

}  // namespace minijvm::gc
