// Handles: how VM code holds a Java object across a safepoint.
// Proved by tests/runtime/java_thread_test.cpp.
//
// A handle is the address of a slot that the collector knows and updates. A JNI local reference is the very same thing: `jobject`
// and Handle convert for free, so a native's arguments are handles as they come. Slots come from the thread's HandleArea and live
// until the HandleScope around them ends; arguments of natives are slots of the Java stack itself.
//
//   HandleScope scope(self);
//   Handle<> list = MJ_TRY(new_object(self, cls));
//   {
//     NoSafepoint still(self);
//     Object* raw = list.raw(still);     // good until `still` ends
//   }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "sync/no_safepoint.h"

namespace minijvm::runtime {

class Object;
class JavaThread;

template <class T = Object>
class Handle {
 public:
  Handle() = default;  // the null handle
  explicit Handle(Object* const* slot) : slot_(slot) {}

  // The object itself; null for the null handle and for a cleared slot.
  Object* raw(const sync::NoSafepoint&) const { return slot_ == nullptr ? nullptr : *slot_; }
  Object* raw(sync::NoSafepoint&&) const = delete;  // a witness that ends with the line protects nothing

  // Is the reference null? Needs no witness: null never moves.
  bool is_null() const { return slot_ == nullptr || *slot_ == nullptr; }
  explicit operator bool() const { return !is_null(); }

  Object* const* slot() const { return slot_; }

 private:
  Object* const* slot_ = nullptr;
};

// The thread's stack of handle slots, in chunks that never move. Only its thread allocates; the collector visits it at safepoints.
class HandleArea {
 public:
  static constexpr std::size_t kChunkSlots = 254;

  struct Chunk {
    Chunk* previous;
    Chunk* next;  // kept for reuse when the top moves back
    Object* slots[kChunkSlots];
  };
  struct Mark {
    Chunk* chunk;
    std::size_t used;
  };

  HandleArea();
  ~HandleArea();
  HandleArea(const HandleArea&) = delete;

  Object** push(Object* object) {
    if (__builtin_expect(used_ == kChunkSlots, 0)) {
      grow();
    }
    Object** slot = &top_->slots[used_++];
    *slot = object;
    return slot;
  }
  Mark mark() const { return {top_, used_}; }
  // Never upwards: pop_if_top may have gone below the mark, and slots above the top are stale.
  void release(Mark mark) {
    if (top_ == mark.chunk) {
      used_ = std::min(used_, mark.used);
    } else if (is_before_top(mark.chunk)) {
      top_ = mark.chunk;
      used_ = mark.used;
    }
  }
  // The slot on top is given back at once (JNI DeleteLocalRef in a loop).
  void pop_if_top(Object* const* slot) {
    if (used_ != 0 && &top_->slots[used_ - 1] == slot) {
      --used_;
    }
  }
  std::size_t live_slots() const;
  bool owns(Object* const* slot) const;  // is it a live slot of this area? For GetObjectRefType and checks.

  // visit(Object** slot) for each slot in use.
  template <class Visit>
  void for_each(Visit visit) {
    std::size_t used = used_;
    for (Chunk* chunk = top_; chunk != nullptr; chunk = chunk->previous, used = kChunkSlots) {
      for (std::size_t i = 0; i < used; ++i) {
        visit(&chunk->slots[i]);
      }
    }
  }

 private:
  void grow();
  bool is_before_top(const Chunk* chunk) const {
    const Chunk* at = top_->previous;
    while (at != nullptr && at != chunk) {
      at = at->previous;
    }
    return at != nullptr;
  }

  Chunk* top_;
  std::size_t used_ = 0;
};

// Every handle made in its lifetime dies with it.
class HandleScope {
 public:
  explicit HandleScope(JavaThread& self);
  ~HandleScope();
  HandleScope(const HandleScope&) = delete;

  // Ends the scope, and hands one of its handles to the scope around it.
  template <class T>
  Handle<T> escape(Handle<T> handle) {
    return Handle<T>(escape_slot(handle.slot()));
  }

 private:
  Object* const* escape_slot(Object* const* slot);
  HandleArea& area_;
  HandleArea::Mark mark_;
};

// A handle for a raw object, in the innermost scope.
Handle<> make_handle(JavaThread& self, const sync::NoSafepoint& still, Object* raw);

}  // namespace minijvm::runtime
