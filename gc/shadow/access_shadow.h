// The shadow of the heap: sixteen bytes for each four of the heap, in which a detector of races
// keeps who has accessed the variable there (sync/ordering/history.h).
//
//   heap     | header 16 bytes | int x | int y | ...        at address a
//   shadow   | 4 cells         | cell  | cell  | ...        at bias + 4 * a
//
// A variable of eight bytes uses the cell of its first half; variables of one or two bytes share a
// cell. The cells of an object's header are free for what is kept of the object itself.
//
// The shadow moves with its object, and that of free memory is zero (S1). It is reserved as a
// whole, and costs memory only where it was written. Without -XX:+DetectRaces there is none, and a
// collection pays a test for each object that it moves.
// (S1) Kept by: follow, forget. A collection calls follow for each object that it copies, then
//      forget for what the objects have left.
// REQUIRES: one thread runs at a time, and one worker collects, as under -XX:+Deterministic.
// Tested by tests/gc/access_shadow_test.cpp and tests/vm/races.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/virtual_memory.h"
#include "gc/gc_state.h"
#include "sync/ordering/history.h"

namespace minijvm::gc {

class Heap;

inline constexpr std::size_t kShadowScale = sizeof(ordering::Cell) / sizeof(std::uint32_t);

// Returns the cell of the variable at this address. REQUIRES: there is a shadow, and the address is
// in the heap.
inline ordering::Cell* shadow_of(const void* address) {
  const auto word = reinterpret_cast<std::uintptr_t>(address) & ~(sizeof(std::uint32_t) - 1);
  return reinterpret_cast<ordering::Cell*>(gc_state.shadow_bias + word * kShadowScale);
}
inline bool has_shadow() { return gc_state.shadow_bias != 0; }

class AccessShadow {
 public:
  AccessShadow() = default;
  AccessShadow(const AccessShadow&) = delete;
  ~AccessShadow();
  // Reserves the shadow of these addresses. Returns false if the kernel has no such range.
  bool initialize(const std::byte* base, std::size_t bytes);
  bool exists() const { return memory_.ok(); }

  // The object at `from`, or several side by side, now lies at `to`. The two may overlap if `to` is
  // lower. The cells at `from` stay as they are.
  void follow(std::byte* to, const void* from, std::size_t bytes) {
    if (exists()) [[unlikely]] {
      move(to, static_cast<const std::byte*>(from), bytes);
    }
  }
  // Nothing lies there any more.
  void forget(const std::byte* from, const std::byte* to);  // REQUIRES: exists()

 private:
  void move(std::byte* to, const std::byte* from, std::size_t bytes);

  VirtualMemory memory_;
};

// The ends of the spaces whose objects move, before a collection. REQUIRES: the world is stopped.
class SpaceTops {
 public:
  explicit SpaceTops(Heap& heap);
  // The collection is over: forgets what lay above the tops of now.
  void forget_left(Heap& heap) const;

 private:
  static constexpr int kSpaces = 4;
  std::byte* tops_[kSpaces];
};

}  // namespace minijvm::gc
