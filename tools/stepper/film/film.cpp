// Takes the frames of a film. All functions run in a stopped world, on the coordinator of the
// collection; between two phases only addresses and header words are read.
#include "tools/stepper/film/film.h"

#include <algorithm>
#include <utility>

#include "gc/heap/heap_parts.h"
#include "gc/old/mark_worker.h"
#include "gc/young/forwarding.h"
#include "runtime/object/object.h"
#include "tools/stepper/describe.h"
#include "tools/stepper/heap_view.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Object;

// Of more objects, those with the highest numbers are filmed.
constexpr std::size_t kMostObjects = 2000;
constexpr std::size_t kStripeCards = 256;
constexpr std::size_t kFilmStripeBytes = kStripeCards * gc::kCardBytes;

// Returns the space whose memory holds the address. During a collection the tops do not count.
const char* space_at(gc::Heap& heap, const void* address) {
  if (heap.eden.reserves(address))
    return "eden";
  if (heap.from().reserves(address))
    return "from";
  if (heap.to().reserves(address))
    return "to";
  return heap.old.space().reserves(address) ? "old" : "fixed";
}

// Returns the stripes of the old generation in which a card is dirty.
Json dirty_stripes(gc::Heap& heap) {
  Json stripes = Json::list();
  const gc::Space& old = heap.old.space();
  for (const std::byte* at = old.base(); at < old.top(); at += kFilmStripeBytes) {
    const std::byte* end = std::min<const std::byte*>(at + kFilmStripeBytes, old.top());
    for (const std::byte* card = at; card < end; card += gc::kCardBytes) {
      if (gc::CardTable::is_dirty(card)) {
        stripes.add((at - old.base()) / static_cast<std::int64_t>(kFilmStripeBytes));
        break;
      }
    }
  }
  return stripes;
}

// Pieces of one worker that lie side by side are shown as one.
Json piece_rows(gc::Heap& heap) {
  std::vector<gc::PieceList::Piece> pieces;
  for (std::size_t i = 0; i < heap.pieces.size(); ++i) {
    const gc::PieceList::Piece& next = heap.pieces[i];
    auto before = std::find_if(pieces.begin(), pieces.end(), [&next](const auto& piece) {
      return piece.worker == next.worker && piece.end == next.start;
    });
    if (before == pieces.end()) {
      pieces.push_back(next);
    } else {
      before->end = next.end;
    }
  }
  Json rows = Json::list();
  for (const gc::PieceList::Piece& piece : pieces) {
    rows.add(Json::record()
                 .set("worker", piece.worker)
                 .set("space", space_at(heap, piece.start))
                 .set("from", hex(piece.start))
                 .set("to", hex(piece.end)));
  }
  return rows;
}

// The counts are those since the beginning of the collection.
Json gang_record(gc::Heap& heap) {
  const gc::GcWorkers::Tally& tally = heap.workers.tally;
  auto count = [](const Atomic<std::uint64_t>& of) {
    return static_cast<std::int64_t>(of.load(std::memory_order_relaxed));
  };
  return Json::record()
      .set("workers", heap.workers.size())
      .set("posts", count(tally.posts))
      .set("steals", count(tally.steals));
}

void set_age(Object* object, Json& row) {
  row.set("age", sync::object_age(object->multi_use_word()));
}

// After the copying of a young collection, before the references are processed.
void set_copied(gc::Heap& heap, Object* object, Json& row) {
  const std::uint64_t word = object->class_word();
  const bool may_move = heap.eden.reserves(object) || heap.from().reserves(object);
  row.set("marked", !may_move || gc::is_forwarded(word) || gc::is_self_forwarded(word));
  if (gc::is_forwarded(word))
    row.set("forwarded_to", hex(gc::forwardee(word)));
}

// Returns whether the collector has reached the object. A mirror has no mark: it lives with its
// class.
bool is_marked(gc::Heap& heap, Object* object) {
  if (heap.marks.covers(object))
    return heap.marks.is_marked(object);
  return !heap.fixed.space().contains(object) || !gc::is_dead_mirror(object);
}

}  // namespace

void Film::turn(bool on) {
  is_on_.store(on, std::memory_order_relaxed);
  gc::the_heap().pieces.want(on);
  gc::the_heap().workers.tally.is_wanted.store(on, std::memory_order_relaxed);
  first_ = {};
}

Json Film::object_row(Event phase, const NumberedObjects::Numbered& each) const {
  gc::Heap& heap = gc::the_heap();
  const sync::NoSafepoint still = sync::NoSafepoint::in_stopped_world();
  Json row = Json::record();
  row.set("id", each.number)
      .set("address", hex(each.object))
      .set("space", space_at(heap, each.object));
  switch (phase) {
    case Event::gc_begin:
    case Event::gc_end:
      set_age(each.object, row);
      break;
    case Event::gc_copied:
      set_copied(heap, each.object, row);
      break;
    case Event::gc_marked:
      row.set("marked", is_marked(heap, each.object));
      break;
    case Event::gc_planned:
      row.set("marked", is_marked(heap, each.object));
      if (heap.marks.covers(each.object) && is_marked(heap, each.object))
        row.set("forwarded_to", hex(heap.marks.new_place(each.object)));
      break;
    // The weak tables have the new addresses already.
    default: {
      const Object* now = numbers_.object(still, each.number);
      row.set("marked", now != nullptr);
      if (now != nullptr)
        row.set("forwarded_to", hex(now));
    }
  }
  return row;
}

// At the end, the objects are those of the beginning that live, at their new addresses.
Json Film::object_rows(Event phase) const {
  const sync::NoSafepoint still = sync::NoSafepoint::in_stopped_world();
  Json rows = Json::list();
  for (NumberedObjects::Numbered each : objects_) {
    if (phase == Event::gc_end)
      each.object = numbers_.object(still, each.number);
    if (each.object != nullptr)
      rows.add(object_row(phase, each));
  }
  return rows;
}

Json Film::dead_rows() const {
  const sync::NoSafepoint still = sync::NoSafepoint::in_stopped_world();
  Json rows = Json::list();
  for (const NumberedObjects::Numbered& each : objects_) {
    if (numbers_.object(still, each.number) == nullptr)
      rows.add(each.number);
  }
  return rows;
}

Json Film::frame(Event phase) const {
  gc::Heap& heap = gc::the_heap();
  Json frame = Json::record();
  frame.set("event", "gc").set("phase", event_name(phase)).set("collection", collection_);
  frame.set("kind", kind_)
      .set("spaces", describe_heap()["spaces"])
      .set("objects", object_rows(phase));
  if (phase == Event::gc_begin || phase == Event::gc_end)
    frame.set("dirty_stripes", dirty_stripes(heap));
  frame.set("stripe_cards", static_cast<std::int64_t>(kStripeCards))
      .set("pieces", piece_rows(heap))
      .set("gang", gang_record(heap));
  if (phase == Event::gc_end)
    frame.set("dead", dead_rows());
  return frame;
}

void Film::take(Event phase, const std::function<void(const Json& frame)>& show) {
  if (phase == Event::gc_begin) {
    const gc::GcCounts counts = gc::gc_counts();
    collection_ = static_cast<std::int64_t>(counts.young_collections + counts.full_collections);
    objects_ = numbers_.list(sync::NoSafepoint::in_stopped_world(), kMostObjects);
    gc::Heap& heap = gc::the_heap();
    heap.pieces.clear();
    heap.workers.tally.posts.store(0, std::memory_order_relaxed);
    heap.workers.tally.steals.store(0, std::memory_order_relaxed);
    kind_.clear();
    first_ = frame(phase);
    return;
  }
  if (!first_.is_null()) {
    kind_ = phase == Event::gc_copied ? "young" : "full";
    const Json first = std::exchange(first_, {});
    Json begin = Json::record();
    for (const Json::Field& field : first.fields())
      begin.set(field.name, field.name == "kind" ? Json(kind_) : field.value);
    show(begin);
  }
  show(frame(phase));
  if (phase == Event::gc_end)
    kind_.clear();
}

}  // namespace minijvm::vm::stepper
