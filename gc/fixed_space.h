// The fixed space: mirrors (java.lang.Class instances with the static fields of their class). They never move, so that a quickened
// getstatic is one load from a constant address (design.md 3). Proved by tests/gc/scavenger_test.cpp.
// A side index knows each mirror's start and size. Mirrors live as long as their class; until classes are unloaded that is for ever, so
// all of them are roots of a full collection, and dirty cards find their references into the young generation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gc/card_table.h"
#include "gc/object_scan.h"
#include "gc/space.h"

namespace minijvm::gc {

class FixedSpace {
 public:
  void initialize(VirtualMemory& memory, std::byte* base, std::byte* reserved_end) { space_.initialize(memory, base, reserved_end); }

  // Zeroed; null: the space is full.
  std::byte* allocate(std::size_t bytes);

  // REQUIRES: an object of this space.
  std::size_t bytes_of(const runtime::Object* mirror) const;
  bool is_object_start(const runtime::Object* address) const;

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Entry& entry : entries_) {
      visit(reinterpret_cast<runtime::Object*>(entry.start));
    }
  }

  // visit(mirror, range), as OldGeneration::take_dirty_objects.
  template <class Visit>
  void take_dirty_objects(Visit visit) {
    CardTable::take_dirty(space_.base(), space_.top(), [&](std::byte* from, std::byte* to) {
      for (std::size_t i = index_covering(from); i < entries_.size() && entries_[i].start < to; ++i) {
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
  std::size_t index_covering(const std::byte* where) const;

  Space space_;
  std::vector<Entry> entries_;  // by address
};

}  // namespace minijvm::gc
