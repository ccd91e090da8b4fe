// Keeps the table of numbered objects right while they move and die. Threads call under a
// NoSafepoint, the collector in a stopped world.
#include "tools/stepper/picture/numbered_objects.h"

#include <algorithm>
#include <utility>

namespace minijvm::vm::stepper {

using runtime::Object;

ObjectNo NumberedObjects::number(const sync::NoSafepoint&, Object* object) {
  if (object == nullptr)
    return 0;
  sync::MutexLock lock(mutex_);
  auto [entry, is_new] = part_of(object).try_emplace(object, last_ + 1);
  if (is_new)
    objects_[++last_] = object;
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
  auto found = objects_.find(number);
  return found == objects_.end() ? nullptr : found->second;
}

std::vector<NumberedObjects::Numbered> NumberedObjects::list(const sync::NoSafepoint&,
                                                             std::size_t most) const {
  std::vector<Numbered> rows;
  sync::MutexLock lock(mutex_);
  rows.reserve(objects_.size());
  for (auto [number, object] : objects_) rows.push_back({number, object});
  std::sort(rows.begin(), rows.end(),
            [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
  if (rows.size() > most)
    rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(most));
  return rows;
}

void NumberedObjects::keep_living(const Numbers& numbers, gc::Liveness& liveness) {
  for (auto [object, number] : numbers) {
    if (Object* now = liveness.forwarded_or_null(const_cast<Object*>(object))) {
      part_of(now).emplace(now, number);
      objects_[number] = now;
    } else {
      objects_.erase(number);
    }
  }
}

// Both parts are taken out first, because keep_living inserts into either of them.
void NumberedObjects::sweep(gc::Liveness& liveness) {
  Numbers old = std::exchange(old_, {});
  Numbers young = std::exchange(young_, {});
  keep_living(old, liveness);
  keep_living(young, liveness);
}

void NumberedObjects::sweep_young(gc::Liveness& liveness) {
  Numbers young = std::exchange(young_, {});
  keep_living(young, liveness);
}

}  // namespace minijvm::vm::stepper
