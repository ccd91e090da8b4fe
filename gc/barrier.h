// How references are stored into the heap: the store, then an unconditional card mark. Who copies many of them at
// once marks their cards afterwards.
// Proved by tests/gc/barrier_test.cpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/object.h"
#include "sync/no_safepoint.h"

namespace minijvm::gc {

inline constexpr int kCardShift = 9;  // 512-byte cards
inline constexpr std::uint8_t kDirtyCard = 0;
inline constexpr std::uint8_t kCleanCard = 0xff;

// card_base[address >> kCardShift] is the card of an address: biased, so that no subtraction is needed. Set once with the heap.
extern std::uint8_t* card_base;

inline std::uintptr_t card_number(const void* where) { return reinterpret_cast<std::uintptr_t>(where) >> kCardShift; }

// Relaxed: threads may dirty one card at once with the same value; the collector reads cards in a stopped world.
inline void mark_numbered_card(std::uintptr_t card) { std::atomic_ref<std::uint8_t>(card_base[card]).store(kDirtyCard, std::memory_order_relaxed); }

inline void mark_card(const void* where) { mark_numbered_card(card_number(where)); }

// All cards that [from, from + bytes) touches.
inline void mark_cards(const void* from, std::size_t bytes) {
  if (bytes == 0) {
    return;
  }
  const std::uintptr_t last = card_number(static_cast<const std::byte*>(from) + bytes - 1);
  for (std::uintptr_t card = card_number(from); card <= last; ++card) {
    mark_numbered_card(card);
  }
}

inline void store_ref(const sync::NoSafepoint&, runtime::Object* holder, std::size_t offset, runtime::Object* value) {
  auto* where = reinterpret_cast<runtime::Object**>(reinterpret_cast<char*>(holder) + offset);
  std::atomic_ref<runtime::Object*>(*where).store(value, std::memory_order_relaxed);
  mark_card(where);
}

// volatile stores, and Unsafe.putReferenceVolatile (JLS 17.4).
inline void store_ref_volatile(const sync::NoSafepoint&, runtime::Object* holder, std::size_t offset, runtime::Object* value) {
  auto* where = reinterpret_cast<runtime::Object**>(reinterpret_cast<char*>(holder) + offset);
  std::atomic_ref<runtime::Object*>(*where).store(value, std::memory_order_seq_cst);
  mark_card(where);
}

// The value found; equal to `expected` when the exchange happened.
inline runtime::Object* compare_exchange_ref(const sync::NoSafepoint&, runtime::Object* holder, std::size_t offset, runtime::Object* expected,
                                             runtime::Object* value) {
  auto* where = reinterpret_cast<runtime::Object**>(reinterpret_cast<char*>(holder) + offset);
  runtime::Object* found = expected;
  std::atomic_ref<runtime::Object*>(*where).compare_exchange_strong(found, value, std::memory_order_seq_cst);
  mark_card(where);
  return found;
}

}  // namespace minijvm::gc
