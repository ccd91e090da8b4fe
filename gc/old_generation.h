// The old generation: objects that survived, in one gapless run; large objects may be born here. Proved by tests/gc/full_gc_test.cpp and scavenger_test.cpp.
// It is filled by bumping and made dense again by the full collector, so it has no free list. Everything above its top is zero.
#pragma once

#include <cstddef>

#include "gc/card_table.h"
#include "gc/object_scan.h"
#include "gc/offset_table.h"
#include "gc/space.h"

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

  // For the compactor: makes [base, end) usable; false as above. Then each object's new place, in order; then the new top.
  bool grow_to(std::byte* end);
  void record(const std::byte* object, std::size_t bytes) { offsets_.record(object, bytes); }
  void finish_compaction(std::byte* new_top);

  // visit(object, range) for each object that reaches into dirty cards below `end`; they are clean by then.
  template <class Visit>
  void take_dirty_objects(std::byte* end, Visit visit) {
    CardTable::take_dirty(space_.base(), end, [&](std::byte* from, std::byte* to) {
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

  Space space_;
  OffsetTable offsets_;
};

}  // namespace minijvm::gc
