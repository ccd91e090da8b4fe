// Implements a thread's area of handle slots: chunks in a list, of which only the top one is partly
// used. Only the owning thread changes it; the collector visits it while that thread is stopped.
#include "runtime/object/handle.h"

#include <new>

#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

// JNI has no error for "no room for a local reference", so running out of memory here ends the VM.
HandleArea::Chunk* new_chunk(HandleArea::Chunk* previous) {
  auto* chunk = new (std::nothrow) HandleArea::Chunk;
  MJ_CHECK(chunk != nullptr, "no memory for handles");
  chunk->previous = previous;
  chunk->next = nullptr;
  return chunk;
}

}  // namespace

HandleArea::HandleArea() : top_(new_chunk(nullptr)) {}

HandleArea::~HandleArea() {
  // Chunks above the top are kept for reuse, so the list is freed from its upper end.
  Chunk* last = top_;
  while (last->next != nullptr) {
    last = last->next;
  }
  while (last != nullptr) {
    Chunk* previous = last->previous;
    delete last;
    last = previous;
  }
}

// A chunk never moves, because the address of a slot is the handle.
void HandleArea::grow() {
  if (top_->next == nullptr) {
    top_->next = new_chunk(top_);
  }
  top_ = top_->next;
  used_ = 0;
}

// All chunks below the top one are full.
std::size_t HandleArea::live_slots() const {
  std::size_t count = used_;
  for (Chunk* chunk = top_->previous; chunk != nullptr; chunk = chunk->previous) {
    count += kChunkSlots;
  }
  return count;
}

bool HandleArea::owns(Object* const* slot) const {
  std::size_t used = used_;
  for (Chunk* chunk = top_; chunk != nullptr; chunk = chunk->previous, used = kChunkSlots) {
    if (slot >= chunk->slots && slot < chunk->slots + used) {
      return true;
    }
  }
  return false;
}

HandleScope::HandleScope(JavaThread& self) : area_(self.handles), mark_(self.handles.mark()) {}
HandleScope::~HandleScope() { area_.release(mark_); }

Object* const* HandleScope::escape_slot(Object* const* slot) {
  // The object is read before the scope's slots are given back, and pushed as the first slot
  // outside of the scope. No safepoint can be between the two, so the raw pointer stays valid.
  Object* object = slot == nullptr ? nullptr : *slot;
  area_.release(mark_);
  Object** escaped = area_.push(object);
  // The scope's destructor must not give back the slot that escaped.
  mark_ = area_.mark();
  return escaped;
}

Object* const* push_handle(JavaThread& self, Object* raw) { return self.handles.push(raw); }

}  // namespace minijvm::runtime
