// The collector calls the sweeps while the world is stopped.
#include "tools/races/side_records.h"

#include "runtime/object/object.h"

namespace minijvm::vm::races {

using ordering::Cell;

SideRecord& SideRecords::make(Cell& cell, runtime::Object* owner) {
  std::uint32_t index = 0;
  if (free_.empty()) {
    index = static_cast<std::uint32_t>(records_.size());
    records_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  SideRecord& record = records_[index];
  record.owner = owner;
  record.whole.cell = cell;
  cell = {ordering::kElsewhere | index, 0};
  if (gc::is_young(owner)) {
    young_.push_back(index);
  }
  return record;
}

void SideRecords::drop_if_bare(Cell& cell) {
  const std::uint32_t index = index_in(cell);
  const SideRecord& record = records_[index];
  if (!record.whole.readers.empty() || record.lanes != nullptr || record.released != nullptr ||
      record.wanted != nullptr) {
    return;
  }
  cell = records_[index].whole.cell;
  records_[index] = {};
  free_.push_back(index);
}

bool SideRecords::update(std::uint32_t index, gc::Liveness& liveness) {
  SideRecord& record = records_[index];
  if (record.owner == nullptr) {
    return false;
  }
  record.owner = liveness.forwarded_or_null(record.owner);
  if (record.owner == nullptr) {
    record = {};
    free_.push_back(index);
    return false;
  }
  return true;
}

void SideRecords::sweep(gc::Liveness& liveness) {
  young_.clear();
  for (std::uint32_t index = 0; index < records_.size(); ++index) {
    if (update(index, liveness) && gc::is_young(records_[index].owner)) {
      young_.push_back(index);
    }
  }
}

// An index may be in the list twice. The second time its object has its new address already, which
// a young collection leaves as it is.
void SideRecords::sweep_young(gc::Liveness& liveness) {
  std::erase_if(young_, [&](std::uint32_t index) {
    return !update(index, liveness) || !gc::is_young(records_[index].owner);
  });
}

}  // namespace minijvm::vm::races
