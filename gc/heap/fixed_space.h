// The fixed space holds the mirrors: the java.lang.Class instances, each with the static fields of
// its class. Mirrors never move, so a quickened getstatic is one load from a constant address.
// Tested by tests/gc/scavenger_test.cpp, tests/gc/class_unloading_test.cpp.
//
//   | mirror | mirror | gap | mirror | gap ..... | mirror | (not yet used) |
//
// An index beside the space knows the start and the size of each mirror, so no walk over the space
// is needed, and gaps need no filler objects. A mirror lives as long as its class; a full
// collection finds the classes that died, and their mirrors leave gaps that later mirrors fill.
// Young collections find the mirrors' references to young objects through the card table, as they
// do for the old generation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "gc/heap/card_table.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/space.h"

namespace minijvm::gc {

class FixedSpace {
 public:
  void initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end) {
    space_.initialize(memory, base, reserved_end);
  }

  // Returns zeroed memory, from a gap if one is large enough, otherwise from the end. Returns null
  // when the space is full. REQUIRES: Heap::mutex is held.
  std::byte* allocate(std::size_t bytes);

  // Frees each mirror for which is_dead(mirror, bytes) returns true. REQUIRES: the world is
  // stopped.
  template <class IsDead>
  void sweep(IsDead is_dead) {
    auto goes = [&](const Entry& entry) {
      return is_dead(reinterpret_cast<runtime::Object*>(entry.start), entry.bytes);
    };
    if (std::erase_if(entries_, goes) != 0) {
      find_gaps();
    }
  }
  std::size_t mirrors() const { return entries_.size(); }

  // These queries use the index. REQUIRES of bytes_of: the object is in this space.
  std::size_t bytes_of(const runtime::Object* mirror) const;
  bool is_object_start(const runtime::Object* address) const;

  template <class Visit>
  void for_each(Visit visit) const {
    for_each_of(0, entries_.size(), visit);
  }
  // Visits the mirrors whose index is in [first, end), in address order. Workers share out the
  // mirrors by these numbers.
  template <class Visit>
  void for_each_of(std::size_t first, std::size_t end, Visit visit) const {
    for (std::size_t i = first; i < std::min(end, entries_.size()); ++i) {
      visit(reinterpret_cast<runtime::Object*>(entries_[i].start));
    }
  }

  // Calls visit(mirror, range) for each mirror that reaches into dirty cards of [first, end);
  // `range` is the dirty stretch. The cards are cleaned before the call, as in
  // OldGeneration::take_dirty_objects.
  template <class Visit>
  void take_dirty_objects(std::byte* first, std::byte* end, Visit visit) {
    CardTable::take_dirty(first, end, [&](std::byte* from, std::byte* to) {
      for (std::size_t i = index_covering(from); i < entries_.size() && entries_[i].start < to;
           ++i) {
        visit(reinterpret_cast<runtime::Object*>(entries_[i].start), SlotRange{from, to});
      }
    });
  }

  const Space& space() const { return space_; }

 private:
  struct Entry {
    std::byte* start;
    std::size_t bytes;
  };
  // Returns the entry that covers the address, or else the nearest entry before it; 0 if there is
  // none.
  std::size_t index_covering(const std::byte* where) const;
  // These are parts of allocate() and sweep().
  std::byte* take_gap(std::size_t bytes);
  void find_gaps();
  void add_gap(std::byte* from, std::byte* to);

  Space space_;
  // The mirrors in address order.
  std::vector<Entry> entries_;
  // The map leads from the size to the start, so that the smallest gap that fits is found first.
  std::multimap<std::size_t, std::byte*> gaps_;
};

}  // namespace minijvm::gc
