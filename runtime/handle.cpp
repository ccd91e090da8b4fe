#include "runtime/handle.h"

#include <new>

#include "runtime/java_thread.h"

namespace minijvm::runtime {
namespace {

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

void HandleArea::grow() {
  if (top_->next == nullptr) {
    top_->next = new_chunk(top_);
  }
  top_ = top_->next;
  used_ = 0;
}

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
  Object* object = slot == nullptr ? nullptr : *slot;
  area_.release(mark_);
  Object** escaped = area_.push(object);
  mark_ = area_.mark();
  return escaped;
}

Handle<> make_handle(JavaThread& self, const sync::NoSafepoint&, Object* raw) { return Handle<>(self.handles.push(raw)); }

}  // namespace minijvm::runtime
