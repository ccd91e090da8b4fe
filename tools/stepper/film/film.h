// The film of a collection: while it is on, each phase of a collection is reported as an event,
// without a stop. A frame has the spaces, the numbered objects with their addresses, the dirty
// stripes of the old generation, and the pieces that the workers filled.
//
//   phase                  an object's row says
//   gc_begin               address, space, age if it is young
//   gc_copied              forwarded_to: its copy; marked: whether somebody has reached it so far
//   gc_marked              marked
//   gc_planned             marked, forwarded_to: its place in the plan
//   gc_adjusted, gc_moved  the same, as the weak tables know it
//   gc_end                 address, space, age if it was young; dead ones are listed by number
//
// The heap is not walked: a frame costs as much as there are numbered objects, at most 2000 of
// them. In a young collection it costs as much as there are young ones: the old ones rest, and are
// written down once. The first and the last frame also look at each card of the old generation.
// The pause only notes numbers and addresses; their text is made and sent when it is over (shot.h).
// Off, the film costs a test of one flag at each phase. bench/stepper/film measures what it adds to
// a pause.
// Tested by tests/vm/stepper.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/atomic.h"
#include "base/events/events.h"
#include "base/json/json.h"
#include "sync/threads/vm_mutex.h"
#include "tools/stepper/film/shot.h"
#include "tools/stepper/picture/numbered_objects.h"

namespace minijvm::vm::stepper {

// Commands switch it in a conversation; the coordinator of a collection takes the frames, in the
// stopped world.
class Film {
 public:
  explicit Film(NumberedObjects& numbers) : numbers_(numbers) {}

  void turn(bool on);
  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  // Takes the frame of this phase. REQUIRES: the caller is the coordinator.
  void take(Event phase);
  // Gives the frames that are complete to `show_one`, each once and in their order. The first frame
  // of a collection is complete with the second, which tells the kind of the collection. Any thread
  // that stands in no collection may call this, and the coordinator of one may.
  void show(const std::function<void(const Json& frame)>& show_one);

 private:
  void begin();
  Shot shot_of(Event phase) const;
  void add_rows(Event phase, Shot& shot) const;
  static Shot::Row row_of(Event phase, const NumberedObjects::Numbered& before,
                          runtime::Object* now);

  NumberedObjects& numbers_;
  Atomic<bool> is_on_{false};
  // The collection that is filmed: its number, its kind as far as it is known, and the objects with
  // their addresses before it.
  std::int64_t collection_ = 0;
  const char* kind_ = "";
  std::shared_ptr<const Shot::Objects> objects_;
  // The first frame, while it waits for the second.
  std::optional<Shot> first_;
  // Frames that nobody has seen. The coordinator adds to them in the stopped world, in which no
  // other thread shows them; threads of a running world take turns by the mutex.
  std::vector<Shot> taken_;
  sync::Mutex showing_{sync::LockRank::kLeaf};
};

}  // namespace minijvm::vm::stepper
