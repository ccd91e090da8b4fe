#include "vm/native/jni_handles.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "gc/roots.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/method.h"
#include "vm/native/java_vm.h"
#include "vm/native/jni_ref_counts.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

constexpr std::uintptr_t kWeakTag = 1;

// Slots that never move. A free slot holds the address of the next free one with bit 0 set; an object's address never has it.
class SlotTable {
 public:
  Object** add(Object* object) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (free_ == nullptr) {
      grow();
    }
    Object** slot = free_;
    free_ = next_of(slot);
    *slot = object;
    return slot;
  }

  void remove(Object** slot) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (owns_locked(slot) && !is_free(*slot)) {
      release(slot);
    }
  }

  bool is_live(Object* const* slot) {
    std::lock_guard<std::mutex> guard(mutex_);
    return owns_locked(slot) && !is_free(*slot);
  }

  // visit(Object** slot) for each slot in use. The world is stopped.
  template <class Visit>
  void for_each(Visit visit) {
    for (auto& [base, chunk] : chunks_) {
      for (Object*& slot : chunk->slots) {
        if (!is_free(slot) && slot != nullptr) {
          visit(&slot);
        }
      }
    }
  }

 private:
  static constexpr std::size_t kChunkSlots = 256;
  static constexpr std::size_t kChunkBytes = kChunkSlots * sizeof(Object*);
  // Aligned to its size, so that a slot's address tells where its chunk would begin.
  struct alignas(kChunkBytes) Chunk {
    Object* slots[kChunkSlots];
  };

  static bool is_free(const Object* content) { return (reinterpret_cast<std::uintptr_t>(content) & 1) != 0; }
  static Object** next_of(Object* const* slot) { return reinterpret_cast<Object**>(reinterpret_cast<std::uintptr_t>(*slot) & ~std::uintptr_t{1}); }

  void release(Object** slot) {
    *slot = reinterpret_cast<Object*>(reinterpret_cast<std::uintptr_t>(free_) | 1);
    free_ = slot;
  }
  void grow() {
    auto chunk = std::make_unique<Chunk>();
    for (std::size_t i = kChunkSlots; i != 0; --i) {
      release(&chunk->slots[i - 1]);
    }
    chunks_.emplace(base_of(chunk->slots), std::move(chunk));
  }
  static std::uintptr_t base_of(Object* const* slot) { return reinterpret_cast<std::uintptr_t>(slot) & ~(kChunkBytes - 1); }
  bool owns_locked(Object* const* slot) const { return chunks_.contains(base_of(slot)); }

  std::mutex mutex_;  // a leaf, held for a few instructions and across no state change
  std::unordered_map<std::uintptr_t, std::unique_ptr<Chunk>> chunks_;  // by base address
  Object** free_ = nullptr;
};

class GlobalRefs final : public SlotTable, public gc::RootProvider {
 public:
  void visit_roots(gc::RootVisitor& visitor) override {
    for_each([&visitor](Object** slot) { visitor.visit(slot); });
  }
  bool has_jni_globals() const override { return true; }
};

// Cleared with phantom strength: gc sweeps weak tables after finalizers had their say.
class WeakRefs final : public SlotTable, public gc::WeakTable {
 public:
  void sweep(gc::Liveness& liveness) override {
    for_each([&liveness](Object** slot) { *slot = liveness.forwarded_or_null(*slot); });
  }
};

GlobalRefs& globals() {
  static GlobalRefs* table = new GlobalRefs;  // lives as long as the process: threads may still use it at exit
  return *table;
}

WeakRefs& weaks() {
  static WeakRefs* table = new WeakRefs;
  return *table;
}

bool is_weak(jobject reference) { return (reinterpret_cast<std::uintptr_t>(reference) & kWeakTag) != 0; }
Object** slot_of(jobject reference) { return const_cast<Object**>(handle_of(reference).slot()); }

bool on_java_stack(const JavaThread& self, Object* const* slot) {
  auto address = reinterpret_cast<std::uintptr_t>(slot);
  return address >= reinterpret_cast<std::uintptr_t>(self.stack_base) && address < reinterpret_cast<std::uintptr_t>(self.stack_end);
}

}  // namespace

jobject new_global_ref(JavaThread& self, Handle<> object) {
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  return raw == nullptr ? nullptr : reinterpret_cast<jobject>(globals().add(raw));
}

void delete_global_ref(jobject reference) {
  if (reference != nullptr) {
    globals().remove(slot_of(reference));
  }
}

jweak new_weak_global_ref(JavaThread& self, Handle<> object) {
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  if (raw == nullptr) {
    return nullptr;
  }
  return reinterpret_cast<jweak>(reinterpret_cast<std::uintptr_t>(weaks().add(raw)) | kWeakTag);
}

void delete_weak_global_ref(jweak reference) {
  if (reference != nullptr) {
    weaks().remove(slot_of(reference));
  }
}

void delete_local_ref(JavaThread& self, jobject reference) {
  Object** slot = slot_of(reference);
  if (slot == nullptr || is_weak(reference)) {
    return;
  }
  if (on_java_stack(self, slot) || self.handles.owns(slot)) {
    *slot = nullptr;
    self.handles.pop_if_top(slot);
  }
}

jobjectRefType ref_type(JavaThread& self, jobject reference) {
  if (reference == nullptr) {
    return JNIInvalidRefType;
  }
  Object** slot = slot_of(reference);
  if (is_weak(reference)) {
    return weaks().is_live(slot) ? JNIWeakGlobalRefType : JNIInvalidRefType;
  }
  if (globals().is_live(slot)) {
    return JNIGlobalRefType;
  }
  if (self.handles.owns(slot) || on_java_stack(self, slot)) {
    return *slot == nullptr ? JNIInvalidRefType : JNILocalRefType;
  }
  return is_class_argument(self, slot) ? JNILocalRefType : JNIInvalidRefType;
}

// The jclass of a static native is the address of the class's mirror field.
bool is_class_argument(JavaThread& self, Object* const* slot) {
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    if (slot == &walk.frame().method().holder->mirror) {
      return true;
    }
  }
  return false;
}

void push_local_frame(JavaThread& self) {
  self.jni_frames = new runtime::JniLocalFrame{self.handles.mark(), self.anchor.fp, self.jni_frames};
}

jobject pop_local_frame(JavaThread& self, Handle<> result) {
  runtime::JniLocalFrame* frame = self.jni_frames;
  if (frame == nullptr || frame->native_fp != self.anchor.fp) {
    return local_ref(result);
  }
  NoSafepoint still(self);
  Object* raw = result.raw(still);
  self.jni_frames = frame->outer;
  self.handles.release(frame->mark);
  delete frame;
  return raw == nullptr ? nullptr : local_ref(runtime::make_handle(self, still, raw));
}

void drop_local_frames(JavaThread& self, void* outermost) { self.drop_jni_frames(outermost); }

void initialize_jni_handles() {
  gc::add_root_provider(globals());
  gc::add_weak_table(weaks());
}

JniRefCounts jni_ref_counts() {
  JniRefCounts counts;
  globals().for_each([&counts](Object**) { ++counts.globals; });
  weaks().for_each([&counts](Object**) { ++counts.weaks; });
  return counts;
}

JNIEnv* jni_env_of(JavaThread& self) {
  if (self.jni_env.functions == nullptr) {
    self.jni_env.functions = jni_function_table();
    self.jni_env.thread = &self;
  }
  return reinterpret_cast<JNIEnv*>(&self.jni_env);
}

}  // namespace minijvm::vm
