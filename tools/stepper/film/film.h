// The film of a collection: while it is on, each phase of a collection is reported as an event,
// without a stop. A frame has the spaces, the numbered objects with their addresses, the dirty
// stripes of the old generation, and the pieces that the workers filled.
//
//   phase                  an object's row says
//   gc_begin               address, space, age
//   gc_copied              forwarded_to: its copy; marked: whether somebody has reached it so far
//   gc_marked              marked
//   gc_planned             marked, forwarded_to: its place in the plan
//   gc_adjusted, gc_moved  the same, as the weak tables know it
//   gc_end                 address, space, age; dead ones are listed by number
//
// The heap is not walked: a frame costs as much as there are numbered objects, at most 2000 of
// them. The first and the last frame also look at each card of the old generation. Off, the film
// costs a test of one flag at each phase.
// Tested by tests/vm/stepper.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/atomic.h"
#include "base/events/events.h"
#include "base/json/json.h"
#include "tools/stepper/picture/numbered_objects.h"

namespace minijvm::vm::stepper {

// Commands switch it in a conversation; the coordinator of a collection takes the frames, in the
// stopped world.
class Film {
 public:
  explicit Film(NumberedObjects& numbers) : numbers_(numbers) {}

  void turn(bool on);
  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  // Takes the frame of this phase and gives each frame that is complete to `show`. The first frame
  // of a collection is shown with the second, which tells the kind of the collection. REQUIRES: the
  // caller is the coordinator.
  void take(Event phase, const std::function<void(const Json& frame)>& show);

 private:
  Json frame(Event phase) const;
  Json object_rows(Event phase) const;
  Json dead_rows() const;
  Json object_row(Event phase, const NumberedObjects::Numbered& object) const;

  NumberedObjects& numbers_;
  Atomic<bool> is_on_{false};
  // The collection that is filmed: its number in the log of the collector, its kind, and the
  // objects with their addresses before it.
  std::int64_t collection_ = 0;
  std::string kind_;
  std::vector<NumberedObjects::Numbered> objects_;
  // The first frame, while it waits for the second.
  Json first_;
};

}  // namespace minijvm::vm::stepper
