// Makes the record of a frame. It reads no object, so the world may run.
#include "tools/stepper/film/shot.h"

#include <utility>

#include "gc/heap/heap_parts.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

const char* space_at(const void* address) {
  gc::Heap& heap = gc::the_heap();
  if (heap.eden.reserves(address))
    return "eden";
  if (heap.from().reserves(address))
    return "from";
  if (heap.to().reserves(address))
    return "to";
  return heap.old.space().reserves(address) ? "old" : "fixed";
}

namespace {

Json object_row(const Shot::Row& object) {
  Json row = Json::record();
  row.set("id", object.number).set("address", hex(object.address)).set("space", object.space);
  if (object.age)
    row.set("age", *object.age);
  if (object.is_marked)
    row.set("marked", *object.is_marked);
  if (object.forwarded_to != nullptr)
    row.set("forwarded_to", hex(object.forwarded_to));
  return row;
}

// An old object that a young collection leaves where it is. It lives.
Json resting_row(const Shot& shot, const NumberedObjects::Numbered& old) {
  Shot::Row row{old.object, space_at(old.object), nullptr, old.number, {}, {}};
  if (shot.phase == Event::gc_copied)
    row.is_marked = true;
  return object_row(row);
}

Json object_rows(const Shot& shot) {
  Json rows = Json::list();
  if (shot.leaves_out_old) {
    for (const NumberedObjects::Numbered& each : *shot.objects) {
      if (!gc::is_young(each.object))
        rows.add(resting_row(shot, each));
    }
  }
  for (const Shot::Row& row : shot.rows) rows.add(object_row(row));
  return rows;
}

Json piece_rows(const std::vector<Shot::Piece>& pieces) {
  Json rows = Json::list();
  for (const Shot::Piece& piece : pieces) {
    rows.add(Json::record()
                 .set("worker", piece.worker)
                 .set("space", piece.space)
                 .set("from", hex(piece.start))
                 .set("to", hex(piece.end)));
  }
  return rows;
}

template <class Numbers>
Json list_of(const Numbers& numbers) {
  Json list = Json::list();
  for (const auto number : numbers) list.add(number);
  return list;
}

}  // namespace

Json describe_shot(const Shot& shot) {
  const bool is_end = shot.phase == Event::gc_end;
  Json record = Json::record();
  record.set("event", "gc").set("phase", event_name(shot.phase)).set("collection", shot.collection);
  record.set("kind", shot.kind)
      .set("spaces", describe_spaces(shot.spaces))
      .set("objects", object_rows(shot));
  if (shot.phase == Event::gc_begin || is_end)
    record.set("dirty_stripes", list_of(shot.dirty_stripes));
  record.set("stripe_cards", static_cast<std::int64_t>(kStripeCards))
      .set("pieces", piece_rows(shot.pieces))
      .set("gang", Json::record()
                       .set("workers", shot.workers)
                       .set("posts", static_cast<std::int64_t>(shot.posts))
                       .set("steals", static_cast<std::int64_t>(shot.steals)));
  if (is_end)
    record.set("dead", list_of(shot.dead));
  return record;
}

}  // namespace minijvm::vm::stepper
