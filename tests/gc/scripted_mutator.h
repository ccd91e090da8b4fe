// A mutator without a VM: one heap, one attached thread, and classes made by hand in low memory. Tests of gc are scripts over it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/virtual_memory.h"
#include "gc/heap/allocate.h"
#include "gc/heap/barrier.h"
#include "gc/heap/heap.h"
#include "gc/heap/heap_parts.h"
#include "runtime/class/class.h"
#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::gc::test {

using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using runtime::ReferenceKind;
using sync::NoSafepoint;

// Offsets of the classes below.
inline constexpr std::size_t kLeft = 16;
inline constexpr std::size_t kRight = 24;
inline constexpr std::size_t kNumber = 32;
inline constexpr std::size_t kReferent = 16;
inline constexpr std::size_t kQueue = 24;
inline constexpr std::size_t kNext = 32;
inline constexpr std::size_t kDiscovered = 40;
inline constexpr std::size_t kTimestamp = 48;
inline constexpr std::size_t kVmClass = 16;
inline constexpr std::size_t kMirrorName = 24;
inline constexpr std::size_t kStaticRef = 32;
inline constexpr std::size_t kStaticClock = 40;

// Small spaces: 1 MiB eden at most, 8 MiB old.
HeapOptions small_heap();
// 16 MiB young, 32 MiB old; so many workers take part in each collection.
HeapOptions parallel_heap(unsigned workers);

class Mutator {
 public:
  explicit Mutator(const HeapOptions& options = small_heap());
  ~Mutator();
  Mutator(const Mutator&) = delete;

  // Each is null when the heap is full.
  Handle<> node(std::int64_t number);
  Handle<> byte_array(std::int32_t length);
  Handle<> object_array(std::int32_t length);
  Handle<> reference(ReferenceKind kind, Handle<> referent);
  // In the fixed space, with one reference static and a long static.
  Handle<> mirror(Class& represents);

  void set(Handle<> holder, std::size_t offset, Handle<> value);
  void clear(Handle<> holder, std::size_t offset);
  Handle<> get(Handle<> holder, std::size_t offset);
  bool is_null_at(Handle<> holder, std::size_t offset);  // makes no handle that keeps the value
  std::int64_t number(Handle<> node_handle);
  Object* raw(Handle<> handle);
  bool same(Handle<> a, Handle<> b) { return raw(a) == raw(b); }

  void collect_young();
  void collect_full(GcCause cause = GcCause::kSystemGc) { gc::collect_full(*self, cause); }
  bool is_young(Handle<> handle) { return the_heap().is_young(raw(handle)); }

  // A list of nodes numbered count-1 ... 0, linked by kLeft; null when the heap is full.
  Handle<> list(int count);
  // How many nodes of list() are there, with the right numbers; -1 if one is wrong.
  int checked_length(Handle<> head);

  JavaThread* self;
  Class* node_class;
  Class* bytes_class;
  Class* objects_class;
  Class* class_class;
  Class* reference_classes[5];

 private:
  Class* make_class(std::vector<std::uint32_t> ref_offsets, std::uint32_t bytes);
  Class* make_array_class(runtime::ClassKind kind, runtime::BasicType element);

  VirtualMemory low_;
  std::size_t low_used_ = 0;
  std::vector<std::unique_ptr<std::vector<std::uint32_t>>> offsets_;
  std::unique_ptr<HandleScope> scope_;
};

}  // namespace minijvm::gc::test
