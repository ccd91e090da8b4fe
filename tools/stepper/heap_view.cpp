// Reads the heap's spaces and the wait graph; starts a collection for the command `gc`. The caller
// has the floor.
#include "tools/stepper/heap_view.h"

#include <string>

#include "gc/heap/heap_parts.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/stepper/roster.h"
#include "tools/threads/wait_graph.h"

namespace minijvm::vm::stepper {

namespace {

struct Point {
  const char* name;
  const char* what;
};

// The texts of the lock's points come from their table, so that `help points` cannot differ from
// it.
constexpr Point kPoints[] = {
#define MJ_LOCK_ARROW(name, from, to, what) {#name, what},
#include "sync/lock_arrows.def"
    {"gc_begin", "a collection begins: nothing has moved"},
    {"gc_copied",
     "young: what lives has been copied, the old places forward to the copies; weak references "
     "come next"},
    {"gc_marked", "full: what lives is marked, dead classes are known"},
    {"gc_planned", "full: each live object has its new place in the plan"},
    {"gc_adjusted",
     "full: all references say the new places, the objects still lie at the old ones"},
    {"gc_moved", "full: the objects have moved"},
    {"gc_end", "the collection is over"},
};

OneSpace facts_of(const char* name, const gc::Space& space) {
  return {name, space.used(), space.capacity(), space.base(), space.top(), space.limit()};
}

}  // namespace

SpaceFacts space_facts() {
  gc::Heap& heap = gc::the_heap();
  return {facts_of("eden", heap.eden), facts_of("from", heap.from()), facts_of("to", heap.to()),
          facts_of("old", heap.old.space()), facts_of("fixed", heap.fixed.space())};
}

Json describe_spaces(const SpaceFacts& spaces) {
  Json rows = Json::list();
  for (const OneSpace& space : spaces) {
    rows.add(Json::record()
                 .set("name", space.name)
                 .set("used", static_cast<std::int64_t>(space.used))
                 .set("capacity", static_cast<std::int64_t>(space.capacity))
                 .set("base", hex(space.base))
                 .set("top", hex(space.top))
                 .set("end", hex(space.end)));
  }
  return rows;
}

Json describe_heap() {
  gc::GcCounts counts = gc::gc_counts();
  return Json::record()
      .set("spaces", describe_spaces(space_facts()))
      .set("young_collections", static_cast<std::int64_t>(counts.young_collections))
      .set("full_collections", static_cast<std::int64_t>(counts.full_collections));
}

void collect_garbage(runtime::JavaThread& self, bool full) {
  if (full) {
    gc::collect_full(self, gc::GcCause::kSystemGc);
  } else {
    gc::collect_young(self, gc::GcCause::kSystemGc);
  }
}

void describe_wait(const View& view, const runtime::JavaThread& thread, Json& record) {
  // The thread waits for a monitor, or for the blocker that was passed to LockSupport.park.
  if (const runtime::Object* object = blocked_object(thread)) {
    record.set("waits_for", object_text(view, object));
  } else if (const runtime::Object* blocker =
                 thread.block_kind() == sync::BlockKind::kPark ? park_blocker(thread) : nullptr) {
    record.set("waits_for", object_text(view, blocker));
  }
  // This is the thread that must act first, also for class initialization and Thread.join.
  Wait wait = wait_of(thread);
  if (wait.holder != nullptr)
    record.set("held_by", thread_title(*wait.holder));
}

Json describe_points() {
  Json rows = Json::list();
  for (const Point& point : kPoints)
    rows.add(Json::record().set("name", point.name).set("what", point.what));
  return rows;
}

std::string point_meaning(std::string_view name) {
  for (const Point& point : kPoints) {
    if (name == point.name)
      return point.what;
  }
  return "";
}

}  // namespace minijvm::vm::stepper
