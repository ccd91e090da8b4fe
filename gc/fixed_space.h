// The fixed space: mirrors (java.lang.Class instances with the static fields of their class). They never move, so that a quickened
// getstatic is one load from a constant address. Proved by tests/gc/scavenger_test.cpp, tests/gc/class_unloading_test.cpp.
// A side index knows each mirror's start and size. A mirror lives as long as its class, which a full collection finds out; dirty cards find
// the mirrors' references into the young generation. Between mirrors are gaps that dead ones left; the next ones that fit go there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
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

  // Takes back the mirrors for which is_dead(mirror) holds. REQUIRES: the world is stopped.
  template <class IsDead>
  void sweep(IsDead is_dead) {
    auto goes = [&](const Entry& entry) { return is_dead(reinterpret_cast<runtime::Object*>(entry.start)); };
    if (std::erase_if(entries_, goes) != 0) {
      find_gaps();
    }
  }
  std::size_t mirrors() const { return entries_.size(); }

  // REQUIRES: an object of this space.
  std::size_t bytes_of(const runtime::Object* mirror) const;
  bool is_object_start(const runtime::Object* address) const;

  template <class Visit>
  void for_each(Visit visit) const {
    for_each_of(0, entries_.size(), visit);
  }
  // By their order: those from number `first` on, up to number `end`.
  template <class Visit>
  void for_each_of(std::size_t first, std::size_t end, Visit visit) const {
    for (std::size_t i = first; i < std::min(end, entries_.size()); ++i) {
      visit(reinterpret_cast<runtime::Object*>(entries_[i].start));
    }
  }

  // visit(mirror, range), as OldGeneration::take_dirty_objects.
  template <class Visit>
  void take_dirty_objects(std::byte* first, std::byte* end, Visit visit) {
    CardTable::take_dirty(first, end, [&](std::byte* from, std::byte* to) {
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
  std::byte* take_gap(std::size_t bytes);
  void find_gaps();
  void add_gap(std::byte* from, std::byte* to);

  Space space_;
  std::vector<Entry> entries_;  // by address
  std::multimap<std::size_t, std::byte*> gaps_;  // by size
};

}  // namespace minijvm::gc
