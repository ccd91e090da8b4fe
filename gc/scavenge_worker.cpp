#include "gc/scavenge_worker.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/bits.h"
#include "gc/drain.h"
#include "gc/forwarding.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

constexpr std::size_t kPieceBytes = 16 * kKiB;
constexpr std::size_t kLeastPiece = 1 * kKiB;
constexpr std::size_t kPiecesPerWorker = 8;  // in to-space, so that few of them are not wasted on large parts of it
constexpr std::size_t kLargeFraction = 4;    // of a piece: what is larger gets memory of its own

// Others may replace it at any moment. acquire: pairs with publish(), for those who look into the copy.
std::uint64_t shared_class_word(Object* object) {
  return std::atomic_ref<std::uint64_t>(object->class_word_for_gc()).load(std::memory_order_acquire);
}

// OPTIMIZATION: most objects are small, and a call of memcpy costs more than their few words. The first word is not copied (V3).
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
  if (bytes < 24) {
    __builtin_memcpy(to + kFirst, from + kFirst, sizeof(std::uint64_t));
    return;
  }
  // Two or four blocks that may overlap.
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
      young_piece_(align_down(std::clamp(heap.to().capacity() / (kPiecesPerWorker * workers), kLeastPiece, kPieceBytes), runtime::Object::kAlignment)),
      threshold_(heap.policy.tenuring_threshold()),
      number_(number),
      is_alone_(workers == 1) {}

// --- memory for copies ---

bool ScavengeWorker::refill_young() {
  std::byte* piece = heap_.to().bump_shared(young_piece_);
  if (piece == nullptr) {
    return false;
  }
  if (young_.is_installed() && piece == young_.piece_end()) {
    young_.extend(young_piece_);
    return true;
  }
  if (young_.is_installed()) {
    write_filler(young_.top(), static_cast<std::size_t>(young_.piece_end() - young_.top()));
  }
  young_.install(piece, young_piece_);
  return true;
}

std::byte* ScavengeWorker::allocate_young(std::size_t bytes) {
  std::byte* place = young_.allocate(bytes);
  if (place != nullptr) {
    return place;
  }
  bool is_large = bytes > young_piece_ / kLargeFraction;
  if (!is_large && refill_young()) {
    return young_.allocate(bytes);
  }
  return heap_.to().bump_shared(bytes);
}

bool ScavengeWorker::refill_old() {
  std::byte* piece = heap_.old.take_piece(kPieceBytes);
  if (piece == nullptr) {
    return false;
  }
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
  return heap_.old.take_piece_for(bytes);
}

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

// True: the object's class word is new_word now. False: class_word is what another worker made of it (V1).
bool ScavengeWorker::publish(Object* object, std::uint64_t& class_word, std::uint64_t new_word) {
  if (is_alone_) {
    object->class_word_for_gc() = new_word;
    return true;
  }
  std::atomic_ref<std::uint64_t> shared(object->class_word_for_gc());
  // release: acquire in shared_class_word(). acquire: we may look into the other's copy.
  return shared.compare_exchange_strong(class_word, new_word, std::memory_order_acq_rel, std::memory_order_acquire);
}

Object* ScavengeWorker::copy(Object* object, std::uint64_t class_word) {
  std::size_t bytes = bytes_by_word(class_word);
  unsigned age = sync::object_age(object->multi_use_word()) + 1;
  std::byte* place = age <= threshold_ ? allocate_young(bytes) : nullptr;
  if (place == nullptr) {
    place = allocate_old(bytes);
  }
  if (place == nullptr) {
    place = allocate_young(bytes);
  }
  if (place == nullptr) {
    return keep_in_place(object, class_word);
  }
  copy_after_class_word(place, reinterpret_cast<std::byte*>(object), bytes);
  auto* moved = reinterpret_cast<Object*>(place);
  moved->class_word_for_gc() = class_word;
  bool stays_young = is_young(place);
  unsigned capped = std::min(age, AgeTable::kAges - 1);
  sync::LockBits bits = moved->multi_use_word().load(std::memory_order_relaxed);
  bool has_own_age = sync::lock_state(bits) == sync::LockState::NEUTRAL;
  if (has_own_age) {
    moved->multi_use_word().store(sync::with_age(bits, capped), std::memory_order_relaxed);
  }
  if (!publish(object, class_word, forwarding_word(moved))) {
    take_back(place, bytes, stays_young);
    return is_forwarded(class_word) ? forwardee(class_word) : object;
  }
  if (!stays_young) {
    promoted_bytes_ += bytes;
    overflowed_bytes_ += age <= threshold_ ? bytes : 0;
    heap_.old.record(place, bytes);
  } else {
    if (!has_own_age) {
      sync::set_object_age(moved->multi_use_word(), capped);  // in the lock record, which all copies share: for the winner to change
    }
    survived_bytes_ += bytes;
    ages_.add(capped, bytes);
  }
  scan_all(moved);
  return moved;
}

// Another worker's copy counts. What came from a buffer goes back to it; a piece of its own becomes a filler.
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

Object* ScavengeWorker::keep_in_place(Object* object, std::uint64_t class_word) {
  if (!publish(object, class_word, class_word | kSelfForwardedBit)) {
    return is_forwarded(class_word) ? forwardee(class_word) : object;
  }
  kept_.push_back(object);
  scan_all(object);
  return object;
}

void ScavengeWorker::restore_kept_objects() {
  for (Object* object : kept_) {
    object->class_word_for_gc() &= ~kSelfForwardedBit;
  }
}

// REQUIRES: must_move(object).
Object* ScavengeWorker::evacuated(Object* object) {
  std::uint64_t word = shared_class_word(object);
  if (is_forwarded(word)) {
    return forwardee(word);
  }
  return is_self_forwarded(word) ? object : copy(object, word);
}

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

void ScavengeWorker::visit(Object** slot) {
  Object* object = *slot;
  if (must_move(object)) {
    *slot = evacuated(object);
  }
}

// REQUIRES: must_move(*slot).
void ScavengeWorker::process_slot(Object** slot) {
  Object* moved = evacuated(*slot);
  *slot = moved;
  if (is_young(moved) && !is_young(slot)) {
    mark_card(slot);
  }
}

// --- scanning ---

// The first chunk of a long array waits in the queue, where others can find it.
void ScavengeWorker::scan_all(Object* object) {
  const runtime::Class* klass = class_of(object);
  if (klass->kind == runtime::ClassKind::kObjectArray && static_cast<std::size_t>(object->array_length()) > kChunkedLength) {
    queue_.push(chunk_entry(object, 0));
    return;
  }
  scan(object, {});
}

void ScavengeWorker::scan(Object* object, SlotRange range) {
  auto push = [this](Object** slot) { push_slot(slot); };
  if (class_of(object)->reference_kind == runtime::ReferenceKind::kNone || referent_offset_ == 0) {
    for_each_slot(object, range, push);
    return;
  }
  for_each_strong_slot(object, range, referent_offset_, push);
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
    scan_chunk(queue_, entry, [this](Object** slot) { push_slot(slot); });
  } else {
    process_slot(slot_of(entry));
  }
}

void ScavengeWorker::drain() {
  drain_through_ring(queue_, is_alone_, [](WorkEntry entry) { return *slot_of(entry); }, [this](WorkEntry entry) { do_entry(entry); });
}

void ScavengeWorker::add_to(ScavengeOutcome& outcome) const {
  outcome.survived_bytes += survived_bytes_;
  outcome.promoted_bytes += promoted_bytes_;
  outcome.overflowed_bytes += overflowed_bytes_;
  outcome.kept_objects += kept_.size();
  outcome.ages.add(ages_);
}

}  // namespace minijvm::gc
