// Keeps what does not fit into the shadow of the heap (gc/shadow/access_shadow.h); few variables
// and objects need it. The cell says which record is its own.
//
//   a variable that several threads read, which nothing orders    their last reads
//   variables of one or two bytes that share a cell               a history for each byte
//   a volatile variable, or the monitor of an object              what its last releases knew
//   in a second run (second_run.h): variables that it is for      the calls of an access
//
// A record dies with its object. One thread runs at a time, so there is no lock.
// Tested by tests/vm/races.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gc/heap/roots.h"
#include "runtime/fwd.h"
#include "sync/ordering/history.h"

namespace minijvm::vm::races {

struct SideRecord {
  runtime::Object* owner = nullptr;  // null: the record is free
  ordering::History whole;
  std::unique_ptr<std::array<ordering::History, ordering::kLaneBits>> lanes;  // null: not split
  std::unique_ptr<ordering::VectorClock> released;                            // null: nothing yet
  std::unique_ptr<std::string> wanted;  // the calls of the access that a second run is for
};

class SideRecords final : public gc::ReferenceTable {
 public:
  // More would cost more memory than the program does.
  static constexpr std::size_t kMost = std::size_t{1} << 22;

  void begin() { gc::add_reference_table(*this); }
  bool is_full() const { return records_.size() - free_.size() >= kMost; }

  // Null: the cell has none.
  SideRecord* of(const ordering::Cell& cell) {
    return ordering::is_elsewhere(cell.write) ? &records_[index_in(cell)] : nullptr;
  }
  // Makes one, which takes over what the cell has. REQUIRES: it has none; !is_full().
  SideRecord& make(ordering::Cell& cell, runtime::Object* owner);
  // The cell goes on alone, with the history of the record, if that is all there is.
  void drop_if_bare(ordering::Cell& cell);

  // gc::ReferenceTable
  void sweep(gc::Liveness& liveness) override;
  void sweep_young(gc::Liveness& liveness) override;

 private:
  static std::uint32_t index_in(const ordering::Cell& cell) {
    return static_cast<std::uint32_t>(cell.write);
  }
  // Returns false if the record has become free.
  bool update(std::uint32_t index, gc::Liveness& liveness);

  std::vector<SideRecord> records_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> young_;  // those whose owner was young; some may be free by now
};

}  // namespace minijvm::vm::races
