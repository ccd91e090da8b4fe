#include "tests/gc/scripted_mutator.h"

#include <new>

#include "base/bits.h"
#include "base/check.h"
#include "gc/heap/root_tasks.h"
#include "gc/policy/collection.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc::test {
namespace {

class YoungCollection final : public sync::SafepointOperation {
 public:
  void run() override { collect_young_now(the_heap(), GcCause::kHeapInspection); }
};

void describe_references(Class* const* by_kind) {
  auto& known = const_cast<runtime::WellKnown&>(runtime::wk());
  known.ClassMirror_vm_class = kVmClass;
  known.Reference_referent = kReferent;
  known.Reference_queue = kQueue;
  known.Reference_next = kNext;
  known.Reference_discovered = kDiscovered;
  known.SoftReference_timestamp = kTimestamp;
  known.SoftReference_clock = kStaticClock;
  known.java_lang_ref_SoftReference = by_kind[static_cast<int>(ReferenceKind::kSoft)];
}

}  // namespace

HeapOptions small_heap() {
  HeapOptions options;
  options.max_bytes = 12 * kMiB;
  options.young_bytes = 4 * kMiB;
  options.verify = true;
  return options;
}

HeapOptions parallel_heap(unsigned workers) {
  HeapOptions options = small_heap();
  options.max_bytes = 48 * kMiB;
  options.young_bytes = 16 * kMiB;
  options.gc_threads = workers;
  options.dynamic_gc_threads = false;
  options.stress_interval = 5'000;
  return options;
}

Mutator::Mutator(const HeapOptions& options) {
  MJ_CHECK(initialize_heap(options), "no heap");
  self = JavaThread::create(64 * kKiB);
  sync::attach(*self);
  sync::set_current_exec_env(self);
  sync::begin_running(*self, sync::ThreadState::kInVm);
  scope_ = std::make_unique<HandleScope>(*self);
  low_ = VirtualMemory::reserve_between(64 * kKiB, 32 * kMiB, 4 * kGiB);
  low_.commit(0, low_.size());
  node_class = make_class({kLeft, kRight}, 40);
  class_class = make_class({kMirrorName}, 32);
  bytes_class = make_array_class(runtime::ClassKind::kPrimitiveArray, runtime::BasicType::kByte);
  objects_class = make_array_class(runtime::ClassKind::kObjectArray, runtime::BasicType::kObject);
  for (int kind = 1; kind < 5; ++kind) {
    reference_classes[kind] = make_class({kReferent, kQueue, kNext, kDiscovered}, 56);
    reference_classes[kind]->reference_kind = static_cast<ReferenceKind>(kind);
  }
  describe_references(reference_classes);
}

Mutator::~Mutator() {
  const_cast<runtime::WellKnown&>(runtime::wk()) = runtime::WellKnown();
  scope_.reset();
  retire_tlab(*self);
  sync::detach(*self);
  sync::set_current_exec_env(nullptr);
  self->destroy();
  forget_reference_tables();
}

Class* Mutator::make_class(std::vector<std::uint32_t> ref_offsets, std::uint32_t bytes) {
  auto* klass = new (low_.base() + low_used_) Class();
  low_used_ += align_up(sizeof(Class), 64);
  offsets_.push_back(std::make_unique<std::vector<std::uint32_t>>(std::move(ref_offsets)));
  klass->kind = runtime::ClassKind::kInstance;
  klass->instance_bytes = bytes;
  klass->ref_offsets = *offsets_.back();
  return klass;
}

Class* Mutator::make_array_class(runtime::ClassKind kind, runtime::BasicType element) {
  Class* klass = make_class({}, 0);
  klass->kind = kind;
  klass->element_type = element;
  klass->log2_element = static_cast<std::uint8_t>(runtime::log2_size(element));
  return klass;
}

Handle<> Mutator::node(std::int64_t number) {
  Object* object = allocate_instance(*self, *node_class);
  if (object == nullptr) {
    return {};
  }
  object->store<std::int64_t>(kNumber, number);
  return Handle<>(self->handles.push(object));
}

Handle<> Mutator::byte_array(std::int32_t length) {
  Object* object = allocate_array(*self, *bytes_class, length);
  return object == nullptr ? Handle<>() : Handle<>(self->handles.push(object));
}

Handle<> Mutator::object_array(std::int32_t length) {
  Object* object = allocate_array(*self, *objects_class, length);
  return object == nullptr ? Handle<>() : Handle<>(self->handles.push(object));
}

Handle<> Mutator::reference(ReferenceKind kind, Handle<> referent) {
  Object* object = allocate_instance(*self, *reference_classes[static_cast<int>(kind)]);
  Handle<> made(self->handles.push(object));
  set(made, kReferent, referent);
  return made;
}

Handle<> Mutator::mirror(Class& represents) {
  constexpr std::size_t kBytes = 48;
  Object* object = allocate_fixed(*self, kBytes, Object::make_class_word(class_class, 0));
  represents.mirror = static_cast<java::ClassMirror*>(object);
  represents.mirror_bytes = kBytes;
  offsets_.push_back(
      std::make_unique<std::vector<std::uint32_t>>(std::vector<std::uint32_t>{kStaticRef}));
  represents.static_ref_offsets = *offsets_.back();
  object->store<std::uint64_t>(kVmClass, reinterpret_cast<std::uint64_t>(&represents));
  return Handle<>(self->handles.push(object));
}

void Mutator::set(Handle<> holder, std::size_t offset, Handle<> value) {
  NoSafepoint still(*self);
  store_ref(still, holder.raw(still), offset, value.raw(still));
}

void Mutator::clear(Handle<> holder, std::size_t offset) { set(holder, offset, Handle<>()); }

Handle<> Mutator::get(Handle<> holder, std::size_t offset) {
  NoSafepoint still(*self);
  return Handle<>(self->handles.push(holder.raw(still)->load_ref(offset)));
}

bool Mutator::is_null_at(Handle<> holder, std::size_t offset) {
  NoSafepoint still(*self);
  return holder.raw(still)->load_ref(offset) == nullptr;
}

std::int64_t Mutator::number(Handle<> node_handle) {
  NoSafepoint still(*self);
  return node_handle.raw(still)->load<std::int64_t>(kNumber);
}

Object* Mutator::raw(Handle<> handle) {
  NoSafepoint still(*self);
  return handle.raw(still);
}

void Mutator::collect_young() {
  YoungCollection operation;
  run_collection(*self, the_heap(), operation);
}

Handle<> Mutator::list(int count) {
  Handle<> head(self->handles.push(nullptr));
  for (int i = 0; i < count; ++i) {
    HandleScope inner(*self);
    Handle<> next = node(i);
    if (next.is_null()) {
      return {};
    }
    set(next, kLeft, head);
    *const_cast<Object**>(head.slot()) = raw(next);
  }
  return head;
}

int Mutator::checked_length(Handle<> head) {
  NoSafepoint still(*self);
  Object* at = head.raw(still);
  if (at == nullptr) {
    return 0;
  }
  std::int64_t expected = at->load<std::int64_t>(kNumber);
  int length = 0;
  for (; at != nullptr; at = at->load_ref(kLeft), ++length, --expected) {
    if (at->load<std::int64_t>(kNumber) != expected || at->klass() != node_class) {
      return -1;
    }
  }
  return length;
}

}  // namespace minijvm::gc::test
