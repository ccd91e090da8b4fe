// The old generation: objects that survived, in one gapless run; large objects may be born here. Proved by tests/gc/full_gc_test.cpp and scavenger_test.cpp.
// It is filled by bumping and made dense again by the full collector, so it has no free list.
#pragma once

#include <cstddef>

#include "gc/card_table.h"
#include "gc/object_scan.h"
#include "gc/offset_table.h"
#include "gc/space.h"
#include "sync/vm_mutex.h"

namespace minijvm::gc {

class OldGeneration {
 public:
  // False: no memory for the tables.
  bool initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end, std::size_t initial_bytes);

  // Grows if it must. Null: the reserve is used up, or the kernel has no more.
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

  // For the workers of a young collection, any at once: memory that begins and ends on card edges, so that they can record() the objects in
  // it at the same time. Null: as above.
  std::byte* take_piece(std::size_t bytes);
  // A piece for one object, which starts it; what it leaves is filled already.
  std::byte* take_piece_for(std::size_t object_bytes);
  // The rest of a piece: allocated again by others if it is the last one, else filled. REQUIRES: no other worker is at work.
  void give_back(std::byte* from, std::byte* to);
  // A filler object, recorded.
  void fill(std::byte* from, std::byte* to);

  // For the compactor: makes [base, end) usable; false as above. Then each object's new place, by stretches; then the new top.
  bool grow_to(std::byte* end);
  void record_in_stretch(const std::byte* stretch, const std::byte* object, std::size_t bytes) { offsets_.record_in_stretch(stretch, object, bytes); }
  void record_start_of_stretch(const std::byte* stretch) { offsets_.record_start(stretch); }
  void record(const std::byte* object, std::size_t bytes) { offsets_.record(object, bytes); }
  void finish_compaction(std::byte* new_top);
  void set_pretouch(bool on) { space_.set_pretouch(on); }
  // So large from now on: grows, as far as the kernel can, or gives memory back. REQUIRES: it holds what is used.
  void set_capacity(std::size_t bytes);

  // visit(object, range) for each object that reaches into dirty cards of [first, end); they are clean by then. The range is what is dirty.
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

  // Bytes that can still be allocated, growth included.
  std::size_t available() const { return static_cast<std::size_t>(space_.reserved_end() - space_.top()); }
  const Space& space() const { return space_; }
  const OffsetTable& offsets() const { return offsets_; }

 private:
  std::byte* allocate_growing(std::size_t bytes);
  bool start_on_card_edge();

  sync::Mutex pieces_mutex_{sync::LockRank::kGang};  // who takes a piece
  Space space_;
  OffsetTable offsets_;
};

}  // namespace minijvm::gc
