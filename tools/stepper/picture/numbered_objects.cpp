// Keeps the table of numbered objects right while they move and die. Threads call under a
// NoSafepoint, the collector in a stopped world.
#include "tools/stepper/picture/numbered_objects.h"

#include <algorithm>
#include <utility>

namespace minijvm::vm::stepper {

using runtime::Object;

namespace {

// Returns the row of the number, or the end. Rows are in the order of their numbers.
template <class Rows>
auto row_of(Rows& rows, ObjectNo number) {
  auto row = std::ranges::lower_bound(rows, number, {}, &NumberedObjects::Numbered::number);
  return row != rows.end() && row->number == number ? row : rows.end();
}

}  // namespace

ObjectNo NumberedObjects::number(const sync::NoSafepoint&, Object* object) {
  if (object == nullptr)
    return 0;
  sync::MutexLock lock(mutex_);
  auto [entry, is_new] = part_of(object).try_emplace(object, last_ + 1);
  if (is_new)
    objects_.push_back({++last_, object});
  return entry->second;
}

// In the middle of a collection an object may have moved from the part that its address is in.
ObjectNo NumberedObjects::known_number(const sync::NoSafepoint&, const Object* object) const {
  sync::MutexLock lock(mutex_);
  for (const Numbers* part : {&young_, &old_}) {
    auto found = part->find(object);
    if (found != part->end())
      return found->second;
  }
  return 0;
}

Object* NumberedObjects::object(const sync::NoSafepoint&, ObjectNo number) const {
  sync::MutexLock lock(mutex_);
  auto found = row_of(objects_, number);
  return found == objects_.end() ? nullptr : found->object;
}

std::vector<NumberedObjects::Numbered> NumberedObjects::list(const sync::NoSafepoint&,
                                                             std::size_t most) const {
  sync::MutexLock lock(mutex_);
  const std::size_t count = std::min(most, objects_.size());
  return {objects_.end() - static_cast<std::ptrdiff_t>(count), objects_.end()};
}

void NumberedObjects::look_up(const sync::NoSafepoint&, std::vector<Numbered>& rows) const {
  sync::MutexLock lock(mutex_);
  auto known = rows.empty()
                   ? objects_.begin()
                   : std::ranges::lower_bound(objects_, rows.front().number, {}, &Numbered::number);
  for (Numbered& row : rows) {
    while (known != objects_.end() && known->number < row.number) ++known;
    const bool lives = known != objects_.end() && known->number == row.number;
    row.object = lives ? known->object : nullptr;
  }
}

void NumberedObjects::keep_living(const Numbers& numbers, gc::Liveness& liveness) {
  for (auto [object, number] : numbers) {
    Object* now = liveness.forwarded_or_null(const_cast<Object*>(object));
    row_of(objects_, number)->object = now;
    if (now != nullptr)
      part_of(now).emplace(now, number);
  }
}

void NumberedObjects::remove_dead() {
  std::erase_if(objects_, [](const Numbered& row) { return row.object == nullptr; });
}

// Both parts are taken out first, because keep_living inserts into either of them.
void NumberedObjects::sweep(gc::Liveness& liveness) {
  Numbers old = std::exchange(old_, {});
  Numbers young = std::exchange(young_, {});
  keep_living(old, liveness);
  keep_living(young, liveness);
  remove_dead();
}

void NumberedObjects::sweep_young(gc::Liveness& liveness) {
  Numbers young = std::exchange(young_, {});
  keep_living(young, liveness);
  remove_dead();
}

}  // namespace minijvm::vm::stepper
