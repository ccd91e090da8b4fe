#include "gc/mark_worker.h"

#include "gc/drain.h"
#include "runtime/well_known.h"

namespace minijvm::gc {

using runtime::Object;

bool is_dead_mirror(Object* mirror) {
  const runtime::Class* represented = class_of_mirror(mirror);
  return represented == nullptr || !represented->is_live();
}

bool MarkWorker::is_live(Object* object) const {
  if (heap_.marks.covers(object)) {
    return heap_.marks.is_marked(object);
  }
  return !heap_.fixed.space().contains(object) || !is_dead_mirror(object);
}

void MarkWorker::push(Object* object) {
  if (heap_.marks.covers(object)) {
    if (!heap_.marks.is_marked(object)) {
      queue_.push(object_entry(object));
    }
  } else if (heap_.fixed.space().contains(object)) {
    const runtime::Class* represented = class_of_mirror(object);
    if (represented != nullptr && represented->home != nullptr) {
      trace_loader(*represented->home);
    }
  }
}

void MarkWorker::keep_alive(Object* object) {
  if (heap_.marks.covers(object)) {
    mark_and_scan(object);
  } else {
    push(object);
  }
}

void MarkWorker::mark_and_scan(Object* object) {
  std::size_t bytes = young_or_old_bytes(object);
  bool is_first = is_alone_ ? heap_.marks.mark_if_clear(object, bytes) : heap_.marks.mark_shared(object, bytes);  // K1
  if (is_first) {
    scan(object);
  }
}

void MarkWorker::trace_loader(runtime::LoaderData& loader) {
  if (runtime::keep_loader(loader)) {
    loaders_.push_back(&loader);
  }
}

void MarkWorker::trace_mirror(Object* mirror) {
  auto visit = [this](Object** slot) { push(*slot); };
  for_each_slot(mirror, {}, visit);
  for_each_static_slot(mirror, {}, visit);
}

// JLS 12.7: an object keeps its class; and a ClassLoader its classes, of which it may know none.
void MarkWorker::keep_class_of(Object* object) {
  const runtime::Class* klass = class_of(object);
  if (klass->home != nullptr) {
    trace_loader(*klass->home);
  }
  if (klass->is_class_loader) {
    auto data = object->load<std::int64_t>(runtime::wk().ClassLoader_loader_data);
    if (data != 0) {
      trace_loader(*reinterpret_cast<runtime::LoaderData*>(data));
    }
  }
}

void MarkWorker::scan(Object* object) {
  keep_class_of(object);
  const runtime::Class* klass = class_of(object);
  if (klass->kind == runtime::ClassKind::kObjectArray && static_cast<std::size_t>(object->array_length()) > kChunkedLength) {
    queue_.push(chunk_entry(object, 0));
    return;
  }
  auto visit = [this](Object** slot) { push(*slot); };
  std::size_t referent_offset = heap_.references.referent_offset();
  if (klass->reference_kind == runtime::ReferenceKind::kNone || referent_offset == 0) {
    for_each_slot(object, {}, visit);
    return;
  }
  for_each_strong_slot(object, {}, referent_offset, visit);
  if (!heap_.references.discover(object, *this, number_)) {
    push(*slot_at(object, referent_offset));
  }
}

void MarkWorker::do_entry(WorkEntry entry) {
  if (kind_of(entry) == ScanKind::kChunk) {
    scan_chunk(queue_, entry, [this](Object** slot) { push(*slot); });
  } else {
    mark_and_scan(object_of(entry));
  }
}

void MarkWorker::drain() {
  auto empty_queue = [this] {
    drain_through_ring(queue_, is_alone_, [](WorkEntry entry) { return object_of(entry); }, [this](WorkEntry entry) { do_entry(entry); });
  };
  empty_queue();
  while (!loaders_.empty()) {
    runtime::LoaderData& loader = *loaders_.back();
    loaders_.pop_back();
    runtime::trace_loader(loader, *this);
    empty_queue();
  }
}

}  // namespace minijvm::gc
