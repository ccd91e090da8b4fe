// Marks for one worker, from a root to an empty queue, in step 1 of a full collection. It runs on a
// worker of the gang or on the coordinator, while the world is stopped; other workers mark at the
// same time.
#include "gc/old/mark_worker.h"

#include "gc/gang/drain.h"
#include "gc/heap/root_tasks.h"
#include "gc/references/hanging_threads.h"
#include "runtime/object/java_objects.h"

namespace minijvm::gc {

using runtime::Object;

bool is_dead_mirror(Object* mirror) {
  const runtime::Class* represented = class_of_mirror(mirror);
  return represented == nullptr || !represented->is_live();
}

// Tells if an object lives. Objects outside of both ranges live forever.
bool MarkWorker::is_live(Object* object) const {
  if (heap_.marks.covers(object)) {
    return heap_.marks.is_marked(object);
  }
  return !heap_.fixed.space().contains(object) || !is_dead_mirror(object);
}

void MarkWorker::push(Object* object) {
  // An object of the moving spaces is queued; the test keeps most objects that are marked already
  // out of the queue. Marking tests once more (K1).
  if (heap_.marks.covers(object)) {
    if (!heap_.marks.is_marked(object)) {
      queue_.push(object_entry(object));
    }
  } else if (heap_.fixed.space().contains(object)) {
    // A mirror in the fixed space has no bit. It lives with its class, so the class's loader is
    // kept, which traces the mirrors of its classes.
    const runtime::Class* represented = class_of_mirror(object);
    if (represented != nullptr && represented->home != nullptr) {
      trace_loader(*represented->home);
    }
  }
}

// The object is not queued, because the caller needs it marked at once.
void MarkWorker::keep_alive(Object* object) {
  if (heap_.marks.covers(object)) {
    mark_and_scan(object);
  } else {
    push(object);
  }
}

void MarkWorker::mark_and_scan(Object* object) {
  std::size_t bytes = young_or_old_bytes(object);
  // The bits are set by plain stores when no other worker marks (K1).
  bool is_first =
      is_alone_ ? heap_.marks.mark_if_clear(object, bytes) : heap_.marks.mark_shared(object, bytes);
  if (is_first) {
    scan(object);
  }
}

// The first worker that keeps the loader traces it (K2), but later, because tracing here could nest
// deeply.
void MarkWorker::trace_loader(runtime::LoaderData& loader) {
  if (runtime::keep_loader(loader)) {
    loaders_.push_back(&loader);
  }
}

// A mirror is an instance of java.lang.Class and holds the static fields of its class as well.
void MarkWorker::trace_mirror(Object* mirror) {
  auto visit = [this](Object** slot) { push(*slot); };
  for_each_slot(mirror, {}, visit);
  for_each_static_slot(mirror, {}, visit);
}

// JLS 12.7: a class may be unloaded only if its loader can be reclaimed. So an object keeps its
// class's loader alive; and a ClassLoader object keeps its own LoaderData, even if that has no
// classes.
void MarkWorker::keep_class_of(Object* object) {
  const runtime::Class* klass = class_of(object);
  // A class without a home cannot die.
  if (klass->home != nullptr) {
    trace_loader(*klass->home);
  }
  if (klass->is_class_loader) {
    if (runtime::LoaderData* data = static_cast<java::ClassLoader*>(object)->loader_data()) {
      trace_loader(*data);
    }
  }
}

void MarkWorker::scan(Object* object) {
  keep_class_of(object);
  const runtime::Class* klass = class_of(object);
  // A long array is scanned in chunks. The first chunk goes to the queue, where other workers can
  // steal it.
  if (klass->kind == runtime::ClassKind::kObjectArray &&
      static_cast<std::size_t>(object->array_length()) > kChunkedLength) {
    queue_.push(chunk_entry(object, 0));
    return;
  }
  auto visit = [this](Object** slot) { push(*slot); };
  // The referent of a java.lang.ref.Reference is a strong slot unless the reference is discovered.
  std::size_t referent_offset = heap_.references.referent_offset();
  if (!runtime::has_referent(*klass) || referent_offset == 0) {
    for_each_slot(object, {}, visit);
    if (klass->reference_kind == runtime::ReferenceKind::kContinuation) {
      visit_thread_of(object);
    }
    return;
  }
  for_each_strong_slot(object, {}, referent_offset, visit);
  if (!heap_.references.discover(object, *this, number_)) {
    push(*slot_at(object, referent_offset));
  }
}

// A thread that hangs on its Continuation is no root, but a part of the object.
void MarkWorker::visit_thread_of(Object* continuation) {
  if (runtime::JavaThread* thread = HangingThreads::of(continuation)) {
    trace_running_loaders(*thread, *this);
    visit_thread_roots(*thread, *this);
  }
}

void MarkWorker::do_entry(WorkEntry entry) {
  if (kind_of(entry) == ScanKind::kChunk) {
    scan_chunk(queue_, entry, [this](Object** slot) { push(*slot); });
  } else {
    mark_and_scan(object_of(entry));
  }
}

// Objects come first, then one loader at a time, because each loader brings new objects.
void MarkWorker::drain() {
  auto empty_queue = [this] {
    drain_through_ring(
        queue_, is_alone_, [](WorkEntry entry) { return object_of(entry); },
        [this](WorkEntry entry) { do_entry(entry); });
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
