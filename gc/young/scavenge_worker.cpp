// Copies and scans for one worker, from a root slot to an empty queue. The code runs on a worker of
// the gang or on the coordinator, while the world is stopped; the other workers run at the same
// time.
#include "gc/young/scavenge_worker.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/bits.h"
#include "gc/gang/drain.h"
#include "gc/heap/root_tasks.h"
#include "gc/references/hanging_threads.h"
#include "gc/young/forwarding.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

// The size of a piece of the old generation, and of the largest pieces of to-space.
constexpr std::size_t kPieceBytes = 16 * kKiB;
constexpr std::size_t kLeastPiece = 1 * kKiB;
// Each worker can get at least this many pieces of to-space, so that the unused ends are a small
// part of it.
constexpr std::size_t kPiecesPerWorker = 8;
// A copy that is larger than a quarter of a piece gets memory of its own.
constexpr std::size_t kLargeFraction = 4;

// Reads a class word that other workers may replace at any moment. acquire: pairs with publish(),
// for workers that read the copy.
std::uint64_t shared_class_word(Object* object) {
  return std::atomic_ref<std::uint64_t>(object->class_word_for_gc())
      .load(std::memory_order_acquire);
}

// Copies all but the class word, which another worker may be replacing (V3); the caller writes it.
// OPTIMIZATION: most objects are small, and a call of memcpy costs more than moving their few
// words.
void copy_after_class_word(std::byte* to, const std::byte* from, std::size_t bytes) {
  struct Sixteen {
    std::uint64_t words[2];
  };
  auto move16 = [to, from](std::size_t offset) {
    Sixteen sixteen;
    __builtin_memcpy(&sixteen, from + offset, sizeof sixteen);
    __builtin_memcpy(to + offset, &sixteen, sizeof sixteen);
  };
  constexpr std::size_t kFirst = sizeof(std::uint64_t);
  if (bytes > 72) {
    std::memcpy(to + kFirst, from + kFirst, bytes - kFirst);
    return;
  }
  // Objects are multiples of 8 bytes, so this object has 16 bytes, with one word after the class
  // word.
  if (bytes < 24) {
    __builtin_memcpy(to + kFirst, from + kFirst, sizeof(std::uint64_t));
    return;
  }
  // An object of 24 to 40 bytes takes two blocks of 16 bytes, one of up to 72 bytes takes four. The
  // last block ends with the object, so blocks may overlap; they then write the same bytes twice.
  move16(kFirst);
  if (bytes > 40) {
    move16(kFirst + 16);
    move16(bytes - 32);
  }
  move16(bytes - 16);
}

}  // namespace

ScavengeWorker::ScavengeWorker(Heap& heap, WorkQueue& queue, unsigned number, unsigned workers)
    : heap_(heap),
      queue_(queue),
      references_(heap.references),
      young_base_(reinterpret_cast<std::uintptr_t>(heap.young_base())),
      to_base_(reinterpret_cast<std::uintptr_t>(heap.to().base())),
      to_bytes_(heap.to().reserved()),
      referent_offset_(heap.references.referent_offset()),
      // The piece shrinks with to-space, between 1 and 16 KiB, so that all workers get several
      // pieces.
      young_piece_(align_down(
          std::clamp(heap.to().capacity() / (kPiecesPerWorker * workers), kLeastPiece, kPieceBytes),
          runtime::Object::kAlignment)),
      threshold_(heap.policy.tenuring_threshold()),
      number_(number),
      is_alone_(workers == 1) {}

// --- memory for copies ---

// Gets another piece of to-space. Returns false if to-space is full.
bool ScavengeWorker::refill_young() {
  std::byte* piece = heap_.to().bump_shared(young_piece_);
  if (piece == nullptr) {
    return false;
  }
  heap_.pieces.note(piece, young_piece_, number_);
  // The new piece follows the old one, so no other worker took memory in between. The two are
  // joined, and nothing of the old piece is lost.
  if (young_.is_installed() && piece == young_.piece_end()) {
    young_.extend(young_piece_);
    return true;
  }
  // The rest of the old piece becomes a filler; the space must stay walkable.
  if (young_.is_installed()) {
    write_filler(young_.top(), static_cast<std::size_t>(young_.piece_end() - young_.top()));
  }
  young_.install(piece, young_piece_);
  return true;
}

// Tries the buffer, then a new piece, and then, for large copies or when no whole piece is left,
// the space itself. Returns null if to-space is full.
std::byte* ScavengeWorker::allocate_young(std::size_t bytes) {
  std::byte* place = young_.allocate(bytes);
  if (place != nullptr) {
    return place;
  }
  bool is_large = bytes > young_piece_ / kLargeFraction;
  if (!is_large && refill_young()) {
    return young_.allocate(bytes);
  }
  place = heap_.to().bump_shared(bytes);
  if (place != nullptr) {
    heap_.pieces.note(place, bytes, number_);
  }
  return place;
}

// Does the same for the old generation. There, pieces begin and end on card edges, so that the
// offset table can be written by several workers.
bool ScavengeWorker::refill_old() {
  std::byte* piece = heap_.old.take_piece(kPieceBytes);
  if (piece == nullptr) {
    return false;
  }
  heap_.pieces.note(piece, kPieceBytes, number_);
  if (old_.is_installed() && piece == old_.piece_end()) {
    old_.extend(kPieceBytes);
    return true;
  }
  if (old_.is_installed()) {
    heap_.old.fill(old_.top(), old_.piece_end());
  }
  old_.install(piece, kPieceBytes);
  return true;
}

std::byte* ScavengeWorker::allocate_old(std::size_t bytes) {
  std::byte* place = old_.allocate(bytes);
  if (place != nullptr) {
    return place;
  }
  bool is_large = bytes > kPieceBytes / kLargeFraction;
  if (!is_large && refill_old()) {
    return old_.allocate(bytes);
  }
  // The object gets a piece of its own, which ends on a card's edge.
  place = heap_.old.take_piece_for(bytes);
  if (place != nullptr) {
    heap_.pieces.note(place, bytes, number_);
  }
  return place;
}

// The piece that was taken last from a space goes back to it; the others become fillers.
void ScavengeWorker::retire_buffers() {
  if (young_.is_installed() && !heap_.to().give_back(young_.top(), young_.piece_end())) {
    write_filler(young_.top(), static_cast<std::size_t>(young_.piece_end() - young_.top()));
  }
  if (old_.is_installed()) {
    heap_.old.give_back(old_.top(), old_.piece_end());
  }
  young_.forget();
  old_.forget();
}

// --- copying ---

// Tries to make new_word the object's class word. Returns true if that succeeds. If another worker
// was first (V1), returns false, and class_word receives the word that the other worker has
// written.
bool ScavengeWorker::publish(Object* object, std::uint64_t& class_word, std::uint64_t new_word) {
  if (is_alone_) {
    object->class_word_for_gc() = new_word;
    return true;
  }
  std::atomic_ref<std::uint64_t> shared(object->class_word_for_gc());
  // release: pairs with the acquire in shared_class_word(). acquire: this worker may read the other
  // one's copy.
  return shared.compare_exchange_strong(class_word, new_word, std::memory_order_acq_rel,
                                        std::memory_order_acquire);
}

// Copies an object and returns the address of the copy that counts, which may be another worker's.
//
// 1. Choose the place: to-space if the object is young enough, else the old generation, else the
//    other one; without any room the object is kept in place.
// 2. Copy the contents, and set the age in the copy.
// 3. Publish the copy's address by CAS. A worker that loses takes its copy back.
// 4. The winner counts the copy and queues what it refers to.
Object* ScavengeWorker::copy(Object* object, std::uint64_t class_word) {
  std::size_t bytes = bytes_by_word(class_word);
  // The age counts the collections that the object has survived, this one included.
  unsigned age = sync::object_age(object->multi_use_word()) + 1;
  std::byte* place = age <= threshold_ ? allocate_young(bytes) : nullptr;
  if (place == nullptr) {
    place = allocate_old(bytes);
  }
  // The old generation is full, but to-space may have room for the object.
  if (place == nullptr) {
    place = allocate_young(bytes);
  }
  if (place == nullptr) {
    return keep_in_place(object, class_word);
  }
  copy_after_class_word(place, reinterpret_cast<std::byte*>(object), bytes);
  // The copy gets the class word that was read before, because the object's own may have changed.
  auto* moved = reinterpret_cast<Object*>(place);
  moved->class_word_for_gc() = class_word;
  bool stays_young = is_young(place);
  unsigned capped = std::min(age, AgeTable::kAges - 1);
  // The age of an unlocked object is in its multi-use word, so it belongs only to this copy. The
  // age of a locked object is in its lock record.
  sync::LockBits bits = moved->multi_use_word().load(std::memory_order_relaxed);
  bool has_own_age = sync::lock_state(bits) == sync::LockState::NEUTRAL;
  if (has_own_age) {
    moved->multi_use_word().store(sync::with_age(bits, capped), std::memory_order_relaxed);
  }
  if (!publish(object, class_word, forwarding_word(moved))) {
    take_back(place, bytes, stays_young);
    // class_word is now the winner's word: the address of its copy, or the mark of a kept object.
    return is_forwarded(class_word) ? forwardee(class_word) : object;
  }
  heap_.access_shadow.follow(place, object, bytes);
  if (!stays_young) {
    promoted_bytes_ += bytes;
    // If the object was young enough to stay, the policy enlarges the survivor spaces because of
    // these bytes.
    overflowed_bytes_ += age <= threshold_ ? bytes : 0;
    // Without the offset table, a dirty card of the copy could not be scanned later.
    heap_.old.record(place, bytes);
  } else {
    if (!has_own_age) {
      // All copies share the lock record, so only the winner changes the age in it.
      sync::set_object_age(moved->multi_use_word(), capped);
    }
    survived_bytes_ += bytes;
    ages_.add(capped, bytes);
  }
  scan_all(moved);
  return moved;
}

// Frees a copy that lost the race. The memory goes back to its buffer if the copy is the last one
// there; otherwise it becomes a filler, since another copy may already lie behind it.
void ScavengeWorker::take_back(std::byte* place, std::size_t bytes, bool stays_young) {
  PromotionBuffer& buffer = stays_young ? young_ : old_;
  if (place + bytes == buffer.top()) {
    buffer.take_back(place);
  } else if (stays_young) {
    write_filler(place, bytes);
  } else {
    heap_.old.fill(place, place + bytes);
  }
}

// Handles a promotion failure: marks the object as kept and scans it where it is. The mark must be
// published by CAS, because another worker may have found room for a copy.
Object* ScavengeWorker::keep_in_place(Object* object, std::uint64_t class_word) {
  if (!publish(object, class_word, class_word | kSelfForwardedBit)) {
    return is_forwarded(class_word) ? forwardee(class_word) : object;
  }
  kept_.push_back(object);
  scan_all(object);
  return object;
}

// Removes the marks of kept objects, so that their class words are as before.
void ScavengeWorker::restore_kept_objects() {
  for (Object* object : kept_) {
    object->class_word_for_gc() &= ~kSelfForwardedBit;
  }
}

// Returns the object's new address, and copies the object if no worker has. REQUIRES:
// must_move(object).
Object* ScavengeWorker::evacuated(Object* object) {
  std::uint64_t word = shared_class_word(object);
  if (is_forwarded(word)) {
    return forwardee(word);
  }
  return is_self_forwarded(word) ? object : copy(object, word);
}

// Returns the object's new address without copying; null if no worker has copied or kept the
// object.
Object* ScavengeWorker::forwarded_or_null(Object* object) {
  if (!must_move(object)) {
    return object;
  }
  std::uint64_t word = shared_class_word(object);
  if (is_forwarded(word)) {
    return forwardee(word);
  }
  return is_self_forwarded(word) ? object : nullptr;
}

// A root slot is outside of the heap and has no card.
void ScavengeWorker::visit(Object** slot) {
  Object* object = *slot;
  if (must_move(object)) {
    *slot = evacuated(object);
  }
}

// Processes a slot of the heap. If it lies in the old or fixed space and its object is still young,
// its card must be dirty for the next young collection. REQUIRES: must_move(*slot).
void ScavengeWorker::process_slot(Object** slot) {
  Object* moved = evacuated(*slot);
  *slot = moved;
  if (is_young(moved) && !is_young(slot)) {
    mark_card(slot);
  }
}

// --- scanning ---

// Queues the slots of a new copy. Of a long array only the first chunk is queued, so that other
// workers can steal the chunks after it.
void ScavengeWorker::scan_all(Object* object) {
  const runtime::Class* klass = class_of(object);
  if (klass->kind == runtime::ClassKind::kObjectArray &&
      static_cast<std::size_t>(object->array_length()) > kChunkedLength) {
    queue_.push(chunk_entry(object, 0));
    return;
  }
  scan(object, {});
}

void ScavengeWorker::do_chunk(WorkEntry entry) {
  Object* object = object_of(entry);
  if (class_of(object)->reference_kind != runtime::ReferenceKind::kContinuation) {
    scan_chunk(queue_, entry, [this](Object** slot) { push_slot(slot); });
  } else if (runtime::JavaThread* thread = HangingThreads::of(object)) {
    visit_thread_roots(*thread, *this);
  }
}

void ScavengeWorker::scan(Object* object, SlotRange range) {
  auto push = [this](Object** slot) { push_slot(slot); };
  const runtime::ReferenceKind kind = class_of(object)->reference_kind;
  // If the object is no java.lang.ref.Reference, or none can exist yet, all slots are strong.
  if (kind == runtime::ReferenceKind::kNone || referent_offset_ == 0) {
    for_each_slot(object, range, push);
    return;
  }
  if (kind == runtime::ReferenceKind::kContinuation) {
    for_each_slot(object, range, push);
    // Its thread's roots come later, since copies would nest as deep as continuations do.
    queue_.push(chunk_entry(object, 0));
    return;
  }
  for_each_strong_slot(object, range, referent_offset_, push);
  // The referent is a strong slot unless the reference was discovered; then reference processing
  // decides. The slot is visited only if it lies in the range, that is, on a dirty card.
  Object** referent = slot_at(object, referent_offset_);
  if (range.holds(referent) && !references_.discover(object, *this, number_)) {
    push_slot(referent);
  }
}

void ScavengeWorker::scan_static_slots(Object* mirror, SlotRange range) {
  for_each_static_slot(mirror, range, [this](Object** slot) { push_slot(slot); });
}

void ScavengeWorker::do_entry(WorkEntry entry) {
  if (kind_of(entry) == ScanKind::kChunk) {
    do_chunk(entry);
  } else {
    process_slot(slot_of(entry));
  }
}

// Only slots go through the prefetching ring; the object of the slot is prefetched.
void ScavengeWorker::drain() {
  drain_through_ring(
      queue_, is_alone_, [](WorkEntry entry) { return *slot_of(entry); },
      [this](WorkEntry entry) { do_entry(entry); });
}

void ScavengeWorker::add_to(ScavengeOutcome& outcome) const {
  outcome.survived_bytes += survived_bytes_;
  outcome.promoted_bytes += promoted_bytes_;
  outcome.overflowed_bytes += overflowed_bytes_;
  outcome.kept_objects += kept_.size();
  outcome.ages.add(ages_);
}

}  // namespace minijvm::gc
