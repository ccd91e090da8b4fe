// Reads the spaces under the heap's mutex, which keeps allocating threads out.
#include "tools/perfdata/heap_shape.h"

#include <utility>

#include "gc/heap/heap_parts.h"

namespace minijvm::gc {
namespace {

SpaceShape shape_of(const Space& space) { return {space.used(), space.capacity()}; }

}  // namespace

HeapShape heap_shape() {
  Heap& heap = the_heap();
  sync::MutexLock lock(heap.mutex);
  HeapShape shape;
  shape.eden = shape_of(heap.eden);
  shape.survivors = {shape_of(heap.from()), shape_of(heap.to())};
  if (heap.to().base() < heap.from().base()) {
    std::swap(shape.survivors[0], shape.survivors[1]);
  }
  shape.old = shape_of(heap.old.space());
  shape.limits = heap.policy.sizes();
  shape.tenuring_threshold = heap.policy.tenuring_threshold();
  shape.survivor_target = heap.policy.survivor_target();
  return shape;
}

}  // namespace minijvm::gc
