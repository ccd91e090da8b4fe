// The write barrier: each store of a reference into the heap is followed by an unconditional mark
// of its card. Code that copies many references marks their cards afterwards, with mark_cards().
// Tested by tests/gc/barrier_test.cpp.
//
//   store_ref(holder, 24, value):
//       heap  ...| holder ......[value]....|...    the reference is stored
//                                |
//       cards  ff ff ff ff ff ff 00 ff ff ...      the byte of its 512-byte card becomes 0
//
// The barrier does not ask whether the holder is old or the value is young: a store of one byte is
// cheaper than these two comparisons. The price is that young objects have cards, too, which no
// collection reads. The mark dirties the card of the slot, not that of the object's header, so that
// a young collection scans only a stretch of a long array.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/object/object.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::gc {

// A card has 512 bytes.
inline constexpr int kCardShift = 9;
inline constexpr std::uint8_t kDirtyCard = 0;
inline constexpr std::uint8_t kCleanCard = 0xff;

// The card of an address is card_base[address >> kCardShift]. The pointer is biased by the heap's
// start, so that no subtraction is needed. It is set once, with the heap.
extern std::uint8_t* card_base [[gnu::visibility("hidden")]];

inline std::uintptr_t card_number(const void* where) {
  return reinterpret_cast<std::uintptr_t>(where) >> kCardShift;
}

// The store is relaxed: several threads may dirty one card at once, all with the same value, and
// the collector reads cards only while the world is stopped.
inline void mark_numbered_card(std::uintptr_t card) {
  std::atomic_ref<std::uint8_t>(card_base[card]).store(kDirtyCard, std::memory_order_relaxed);
}

inline void mark_card(const void* where) { mark_numbered_card(card_number(where)); }

// Dirties all cards that [from, from + bytes) touches.
inline void mark_cards(const void* from, std::size_t bytes) {
  if (bytes == 0) {
    return;
  }
  const std::uintptr_t last = card_number(static_cast<const std::byte*>(from) + bytes - 1);
  for (std::uintptr_t card = card_number(from); card <= last; ++card) {
    mark_numbered_card(card);
  }
}

// Stores a reference with a relaxed store, as for a plain Java field. A collection cannot come
// between the store and the mark, because the caller holds a NoSafepoint.
inline void store_ref(const sync::NoSafepoint&, runtime::Object* holder, std::size_t offset,
                      runtime::Object* value) {
  auto* where = reinterpret_cast<runtime::Object**>(reinterpret_cast<char*>(holder) + offset);
  std::atomic_ref<runtime::Object*>(*where).store(value, std::memory_order_relaxed);
  mark_card(where);
}

// Does the same for volatile fields and Unsafe.putReferenceVolatile (JLS 17.4).
inline void store_ref_volatile(const sync::NoSafepoint&, runtime::Object* holder,
                               std::size_t offset, runtime::Object* value) {
  auto* where = reinterpret_cast<runtime::Object**>(reinterpret_cast<char*>(holder) + offset);
  std::atomic_ref<runtime::Object*>(*where).store(value, std::memory_order_seq_cst);
  mark_card(where);
}

// Exchanges a reference. Returns the value that was found, which equals `expected` if and only if
// the exchange happened. The card is marked in either case.
inline runtime::Object* compare_exchange_ref(const sync::NoSafepoint&, runtime::Object* holder,
                                             std::size_t offset, runtime::Object* expected,
                                             runtime::Object* value) {
  auto* where = reinterpret_cast<runtime::Object**>(reinterpret_cast<char*>(holder) + offset);
  runtime::Object* found = expected;
  std::atomic_ref<runtime::Object*>(*where).compare_exchange_strong(found, value,
                                                                    std::memory_order_seq_cst);
  mark_card(where);
  return found;
}

}  // namespace minijvm::gc
