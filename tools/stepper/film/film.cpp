// Takes the frames of a film. All functions but show() run in a stopped world, on the coordinator
// of the collection; between two phases only addresses and header words are read.
#include "tools/stepper/film/film.h"

#include <algorithm>
#include <array>
#include <cstring>
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
constexpr const char* kYoung = "young";
constexpr std::size_t kFilmStripeBytes = kStripeCards * gc::kCardBytes;

constexpr auto kCleanCards = [] {
  std::array<std::uint8_t, kStripeCards> cards{};
  cards.fill(gc::kCleanCard);
  return cards;
}();

// Returns the stripes of the old generation in which a card is dirty.
std::vector<std::int64_t> dirty_stripes(gc::Heap& heap) {
  std::vector<std::int64_t> stripes;
  const gc::Space& old = heap.old.space();
  for (const std::byte* at = old.base(); at < old.top(); at += kFilmStripeBytes) {
    const std::byte* last = std::min<const std::byte*>(at + kFilmStripeBytes, old.top()) - 1;
    const std::uint8_t* card = gc::CardTable::card_of(at);
    const auto count = static_cast<std::size_t>(gc::CardTable::card_of(last) - card) + 1;
    if (std::memcmp(card, kCleanCards.data(), count) != 0)
      stripes.push_back((at - old.base()) / static_cast<std::int64_t>(kFilmStripeBytes));
  }
  return stripes;
}

// Pieces of one worker that lie side by side are shown as one.
std::vector<Shot::Piece> pieces_of(gc::Heap& heap) {
  std::vector<Shot::Piece> pieces;
  for (std::size_t i = 0; i < heap.pieces.size(); ++i) {
    const gc::PieceList::Piece& next = heap.pieces[i];
    auto before = std::find_if(pieces.begin(), pieces.end(), [&next](const auto& piece) {
      return piece.worker == next.worker && piece.end == next.start;
    });
    if (before == pieces.end()) {
      pieces.push_back({next.worker, space_at(next.start), next.start, next.end});
    } else {
      before->end = next.end;
    }
  }
  return pieces;
}

// After the copying of a young collection, before the references are processed.
void set_copied(const Object* object, Shot::Row& row) {
  const std::uint64_t word = object->class_word();
  row.is_marked = gc::is_forwarded(word) || gc::is_self_forwarded(word);
  if (gc::is_forwarded(word))
    row.forwarded_to = gc::forwardee(word);
}

// In the stopped world.
std::uint8_t age_of(Object* object) {
  return static_cast<std::uint8_t>(sync::object_age(object->multi_use_word()));
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
  first_.reset();
}

// `before` is the object's place at the beginning, `now` the one that the weak tables know.
Shot::Row Film::row_of(Event phase, const NumberedObjects::Numbered& before, Object* now) {
  gc::Heap& heap = gc::the_heap();
  Shot::Row row{before.object, space_at(before.object), nullptr, before.number, {}, {}};
  switch (phase) {
    case Event::gc_begin:
    case Event::gc_end:
      row.address = now;
      row.space = now == before.object ? row.space : space_at(now);
      if (gc::is_young(before.object))
        row.age = age_of(now);
      break;
    case Event::gc_copied:
      set_copied(before.object, row);
      break;
    case Event::gc_marked:
      row.is_marked = is_marked(heap, before.object);
      break;
    case Event::gc_planned:
      row.is_marked = is_marked(heap, before.object);
      if (heap.marks.covers(before.object) && *row.is_marked)
        row.forwarded_to = heap.marks.new_place(before.object);
      break;
    // The weak tables have the new addresses already.
    default:
      row.forwarded_to = now;
      row.is_marked = now != nullptr;
  }
  return row;
}

// At the end, the objects are those of the beginning that live, at their new addresses.
void Film::add_rows(Event phase, Shot& shot) const {
  std::vector<NumberedObjects::Numbered> before;
  if (shot.leaves_out_old) {
    std::ranges::copy_if(*objects_, std::back_inserter(before),
                         [](const auto& each) { return gc::is_young(each.object); });
  } else {
    before = *objects_;
  }
  std::vector<NumberedObjects::Numbered> now = before;
  numbers_.look_up(sync::NoSafepoint::in_stopped_world(), now);
  shot.rows.reserve(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (phase != Event::gc_end || now[i].object != nullptr) {
      shot.rows.push_back(row_of(phase, before[i], now[i].object));
    } else {
      shot.dead.push_back(before[i].number);
    }
  }
}

Shot Film::shot_of(Event phase) const {
  gc::Heap& heap = gc::the_heap();
  const gc::GcWorkers::Tally& tally = heap.workers.tally;
  // An old object moves, and dies, in a full collection only.
  const bool leaves_out_old =
      phase == Event::gc_begin || phase == Event::gc_copied || kind_ == kYoung;
  Shot shot{phase, collection_, kind_, space_facts(),   objects_, leaves_out_old,
            {},    {},          {},    pieces_of(heap), 0,        0,
            0};
  add_rows(phase, shot);
  if (phase == Event::gc_begin || phase == Event::gc_end)
    shot.dirty_stripes = dirty_stripes(heap);
  shot.workers = heap.workers.size();
  shot.posts = tally.posts.load(std::memory_order_relaxed);
  shot.steals = tally.steals.load(std::memory_order_relaxed);
  return shot;
}

void Film::begin() {
  const gc::GcCounts counts = gc::gc_counts();
  collection_ = static_cast<std::int64_t>(counts.young_collections + counts.full_collections);
  objects_ = std::make_shared<const Shot::Objects>(
      numbers_.list(sync::NoSafepoint::in_stopped_world(), kMostObjects));
  gc::Heap& heap = gc::the_heap();
  heap.pieces.clear();
  heap.workers.tally.posts.store(0, std::memory_order_relaxed);
  heap.workers.tally.steals.store(0, std::memory_order_relaxed);
  kind_ = "";
  first_ = shot_of(Event::gc_begin);
}

void Film::take(Event phase) {
  if (phase == Event::gc_begin) {
    begin();
    return;
  }
  if (first_) {
    kind_ = phase == Event::gc_copied ? kYoung : "full";
    first_->kind = kind_;
    taken_.push_back(std::move(*first_));
    first_.reset();
  }
  taken_.push_back(shot_of(phase));
}

void Film::show(const std::function<void(const Json& frame)>& show_one) {
  sync::MutexLock in_order(showing_);
  for (const Shot& shot : std::exchange(taken_, {})) show_one(describe_shot(shot));
}

}  // namespace minijvm::vm::stepper
