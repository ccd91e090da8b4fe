// Handles, by which VM code holds a Java object across a safepoint.
// Tested by tests/runtime/java_thread_test.cpp.
//
// A handle is the address of a slot that the collector knows and updates. A JNI local reference is
// the same: `jobject` and Handle convert at no cost, so the arguments of a native method already
// are handles. Slots come from the thread's HandleArea and live until the HandleScope around them
// ends; the arguments of native methods are slots of the Java stack itself. Handle<java::String>
// names the type of the object (runtime/object/java_objects.h); Handle<> is a handle of any object.
//
//   HandleScope scope(self);
//   Handle<> list = MJ_TRY(new_object(self, cls));
//   {
//     NoSafepoint still(self);
//     Object* raw = list.raw(still);     // good until `still` ends
//   }
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "runtime/object/java_types.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::runtime {

class Object;
class JavaThread;

template <class T = Object>
class Handle {
 public:
  Handle() = default;  // the null handle
  explicit Handle(T* const* slot) : slot_(slot) {}
  // A handle of a class is a handle of its superclass; the conversion back is as<T>(handle).
  template <class Derived>
  requires std::derived_from<Derived, T> Handle(Handle<Derived> other)
      : slot_(reinterpret_cast<T* const*>(other.slot())) {}

  // Returns the object itself; null for the null handle and for a cleared slot.
  T* raw(const sync::NoSafepoint&) const { return slot_ == nullptr ? nullptr : *slot_; }
  // A witness that ends with the line protects nothing, so this overload is deleted.
  T* raw(sync::NoSafepoint&&) const = delete;

  // Returns true if the reference is null. No witness is needed, because null never moves.
  bool is_null() const { return slot_ == nullptr || *slot_ == nullptr; }
  explicit operator bool() const { return !is_null(); }

  Object* const* slot() const { return reinterpret_cast<Object* const*>(slot_); }

 private:
  T* const* slot_ = nullptr;
};

// The thread's stack of handle slots, in chunks that never move. Only the thread itself allocates;
// the collector visits the area at safepoints.
class HandleArea {
 public:
  // A chunk is 256 bytes with its links. Most threads never need a second one.
  static constexpr std::size_t kChunkSlots = 30;

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
  // Goes down to the mark but never upwards: pop_if_top may have gone below the mark, and slots
  // above the top are stale.
  void release(Mark mark) {
    if (top_ == mark.chunk) {
      used_ = std::min(used_, mark.used);
    } else if (is_before_top(mark.chunk)) {
      top_ = mark.chunk;
      used_ = mark.used;
    }
  }
  // Gives the slot back at once if it is on top, as when a loop calls JNI DeleteLocalRef.
  void pop_if_top(Object* const* slot) {
    if (used_ != 0 && &top_->slots[used_ - 1] == slot) {
      --used_;
    }
  }
  std::size_t live_slots() const;
  // Returns true for a live slot of this area. GetObjectRefType and checks use this.
  bool owns(Object* const* slot) const;

  // Calls visit(Object** slot) for each slot in use.
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

// Every handle that is made while the scope lives dies with it.
class HandleScope {
 public:
  explicit HandleScope(JavaThread& self);
  ~HandleScope();
  HandleScope(const HandleScope&) = delete;

  // Ends the scope, and passes one of its handles to the scope around it.
  template <class T>
  Handle<T> escape(Handle<T> handle) {
    return Handle<T>(reinterpret_cast<T* const*>(escape_slot(handle.slot())));
  }

 private:
  Object* const* escape_slot(Object* const* slot);
  HandleArea& area_;
  HandleArea::Mark mark_;
};

// Returns the slot of a typed reference that runtime keeps, in the form that the collector visits.
template <class T>
Object** root_slot(T** slot) {
  return reinterpret_cast<Object**>(slot);
}

Object* const* push_handle(JavaThread& self, Object* raw);

// Makes a handle for a raw object, in the innermost scope.
template <class T>
Handle<T> make_handle(JavaThread& self, const sync::NoSafepoint&, T* raw) {
  return Handle<T>(reinterpret_cast<T* const*>(push_handle(self, raw)));
}

}  // namespace minijvm::runtime
