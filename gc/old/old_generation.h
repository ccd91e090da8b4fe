// The old generation holds objects that survived several young collections, in one run without
// gaps. Large objects may be allocated here directly. Allocation bumps a pointer, and the full
// collector makes the space dense again, so there is no free list.
// Tested by tests/gc/full_gc_test.cpp and scavenger_test.cpp.
//
//   base                                        top        limit          reserved_end
//   | object | object | filler | object | ...   | free ..... | not yet used ......... |
//   cards:   one byte per 512 bytes              (gc/heap/card_table.h)
//   offsets: which object covers a card's start  (gc/heap/offset_table.h)
#pragma once

#include <cstddef>

#include "gc/heap/card_table.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/offset_table.h"
#include "gc/heap/space.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::gc {

class OldGeneration {
 public:
  // Returns false if there is no memory for the tables or for initial_bytes.
  bool initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end,
                  std::size_t initial_bytes);

  // Allocates memory for one object and records it; grows the generation if necessary. Returns null
  // if the reservation is used up or the kernel has no more memory. REQUIRES: Heap::mutex is held.
  std::byte* allocate(std::size_t bytes) {
    std::byte* start = space_.bump(bytes);
    if (__builtin_expect(start == nullptr, 0)) {
      start = allocate_growing(bytes);
    }
    if (start != nullptr) {
      offsets_.record(start, bytes);
    }
    return start;
  }

  // Returns, for the workers of a young collection, `bytes` of memory that begin and end on card
  // edges, so that each worker can record() the objects in its own piece at the same time. Several
  // workers may call this at once. Returns null as above. REQUIRES: bytes is a multiple of 512.
  std::byte* take_piece(std::size_t bytes);
  // Allocates a piece whose first object is this one. The rest of the piece already holds a filler
  // object.
  std::byte* take_piece_for(std::size_t object_bytes);
  // Gives back the rest of a piece. If the piece is the last one, the rest can be allocated again;
  // otherwise it becomes a filler. REQUIRES: no other worker is at work.
  void give_back(std::byte* from, std::byte* to);
  // Makes [from, to) one filler object and records it.
  void fill(std::byte* from, std::byte* to);

  // --- for the compactor ---
  // Makes [base, end) usable; returns false if that fails, for the same reasons as above. Then the
  // compactor records each object's new place, stretch by stretch (OffsetTable::record_in_stretch),
  // and at last sets the new top.
  bool grow_to(std::byte* end);
  void record_in_stretch(const std::byte* stretch, const std::byte* object, std::size_t bytes) {
    offsets_.record_in_stretch(stretch, object, bytes);
  }
  void record_start_of_stretch(const std::byte* stretch) { offsets_.record_start(stretch); }
  // Records one worker's copy in a piece of the worker's own.
  void record(const std::byte* object, std::size_t bytes) { offsets_.record(object, bytes); }
  void finish_compaction(std::byte* new_top);
  void set_pretouch(bool on) { space_.set_pretouch(on); }
  // Sets the capacity: grows, as far as the kernel allows, or gives memory back. REQUIRES: `bytes`
  // is at least the number of bytes in use.
  void set_capacity(std::size_t bytes);

  // Calls visit(object, range) for each object that reaches into dirty cards of [first, end);
  // `range` is the dirty stretch. The cards are clean before the call, so the visitor marks the
  // cards again that must stay dirty.
  template <class Visit>
  void take_dirty_objects(std::byte* first, std::byte* end, Visit visit) {
    CardTable::take_dirty(first, end, [&](std::byte* from, std::byte* to) {
      std::byte* at = offsets_.walk_start(from);
      while (at < to) {
        auto* object = reinterpret_cast<runtime::Object*>(at);
        at += young_or_old_bytes(object);
        visit(object, SlotRange{from, to});
      }
    });
  }

  // Returns how many bytes can still be allocated, with the growth that is possible.
  std::size_t available() const {
    return static_cast<std::size_t>(space_.reserved_end() - space_.top());
  }
  const Space& space() const { return space_; }
  const OffsetTable& offsets() const { return offsets_; }

 private:
  std::byte* allocate_growing(std::size_t bytes);
  bool start_on_card_edge();

  // A worker holds the mutex while it takes a piece.
  sync::Mutex pieces_mutex_{sync::LockRank::kGang};
  Space space_;
  OffsetTable offsets_;
};

}  // namespace minijvm::gc
