// Keeps the tables of global and weak references, and local frames. References are made and deleted
// in kInVm; gc visits the tables while the world is stopped.
#include "vm/natives/jni/jni_handles.h"

#include <memory>
#include <unordered_map>
#include <utility>

#include "gc/heap/roots.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/mirrors.h"
#include "vm/natives/jni/java_vm.h"
#include "vm/natives/jni/jni_ref_counts.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// The low bit marks a jweak.
constexpr std::uintptr_t kWeakTag = 1;

// Keeps a table of slots that never move, so that a slot's address can be a jobject. Free slots
// form a list: a free slot holds the address of the next free one with bit 0 set. The address of an
// object never has that bit set.
class SlotTable {
 public:
  // Takes the first free slot; grows by a chunk of 256 slots if there is none.
  Object** add(Object* object) {
    sync::MutexLock guard(mutex_);
    if (free_ == nullptr) {
      grow();
    }
    Object** slot = free_;
    free_ = next_of(slot);
    *slot = object;
    return slot;
  }

  // Ignores addresses that are not live slots of this table: JNI code may delete a reference twice.
  void remove(Object** slot) {
    sync::MutexLock guard(mutex_);
    if (owns_locked(slot) && !is_free(*slot)) {
      release(slot);
    }
  }

  // Returns whether this address is a slot of the table that is in use. A weak slot that gc has
  // cleared is still in use.
  bool is_live(Object* const* slot) {
    sync::MutexLock guard(mutex_);
    return owns_locked(slot) && !is_free(*slot);
  }

  // Calls visit(Object** slot) for each slot in use whose object is not null.
  // REQUIRES: the world is stopped, so no lock is needed.
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
  // A chunk has 256 slots of 8 bytes: 2 KiB. Chunks are never freed.
  static constexpr std::size_t kChunkSlots = 256;
  static constexpr std::size_t kChunkBytes = kChunkSlots * sizeof(Object*);
  // A chunk is aligned to its size (2 KiB), so the address of a slot gives the base of its chunk.
  struct alignas(kChunkBytes) Chunk {
    Object* slots[kChunkSlots];
  };

  static bool is_free(const Object* content) {
    return (reinterpret_cast<std::uintptr_t>(content) & 1) != 0;
  }
  // Returns the link of a free slot without its mark bit.
  static Object** next_of(Object* const* slot) {
    return reinterpret_cast<Object**>(reinterpret_cast<std::uintptr_t>(*slot) & ~std::uintptr_t{1});
  }

  // Puts a slot at the head of the free list. REQUIRES: mutex_ is held.
  void release(Object** slot) {
    *slot = reinterpret_cast<Object*>(reinterpret_cast<std::uintptr_t>(free_) | 1);
    free_ = slot;
  }
  // The new slots are released from the last to the first, so that they are handed out in ascending
  // order.
  void grow() {
    auto chunk = std::make_unique<Chunk>();
    for (std::size_t i = kChunkSlots; i != 0; --i) {
      release(&chunk->slots[i - 1]);
    }
    chunks_.emplace(base_of(chunk->slots), std::move(chunk));
  }
  static std::uintptr_t base_of(Object* const* slot) {
    return reinterpret_cast<std::uintptr_t>(slot) & ~(kChunkBytes - 1);
  }
  // REQUIRES: mutex_ is held.
  bool owns_locked(Object* const* slot) const { return chunks_.contains(base_of(slot)); }

  sync::Mutex mutex_{sync::LockRank::kTable};
  // The key is the base address.
  std::unordered_map<std::uintptr_t, std::unique_ptr<Chunk>> chunks_;
  Object** free_ = nullptr;
};

}  // namespace

// Strong roots.
class GlobalRefs final : public SlotTable, public gc::ReferenceTable {
 public:
  void visit_roots(gc::RootVisitor& visitor) override {
    for_each([&visitor](Object** slot) { visitor.visit(slot); });
  }
  bool has_jni_globals() const override { return true; }
};

// gc sweeps weak tables after finalization, so a weak global reference has the strength of a
// phantom reference (JNI specification, chapter 4, "Weak Global References").
class WeakRefs final : public SlotTable, public gc::ReferenceTable {
 public:
  void sweep(gc::Liveness& liveness) override {
    for_each([&liveness](Object** slot) { *slot = liveness.forwarded_or_null(*slot); });
  }
};

namespace {

GlobalRefs& globals() { return *the_vm.natives.globals; }
WeakRefs& weaks() { return *the_vm.natives.weaks; }

bool is_weak(jobject reference) {
  return (reinterpret_cast<std::uintptr_t>(reference) & kWeakTag) != 0;
}
Object** slot_of(jobject reference) { return const_cast<Object**>(handle_of(reference).slot()); }

// The arguments of native methods are slots of the Java stack.
bool on_java_stack(const JavaThread& self, Object* const* slot) {
  auto address = reinterpret_cast<std::uintptr_t>(slot);
  return address >= reinterpret_cast<std::uintptr_t>(self.stack_base) &&
         address < reinterpret_cast<std::uintptr_t>(self.stack_end);
}

}  // namespace

jobject new_global_ref(JavaThread& self, Handle<> object) {
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  return raw == nullptr ? nullptr : reinterpret_cast<jobject>(globals().add(raw));
}

// No thread state is needed: the slot is cleared, and the object is not touched.
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
  // The topmost slot is given back at once, so a loop that makes and deletes local references needs
  // no more room.
  if (on_java_stack(self, slot) || self.handles.owns(slot)) {
    *slot = nullptr;
    self.handles.pop_if_top(slot);
  }
}

// The global table is asked before the thread's own slots, because it knows exactly which addresses
// are its own.
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

// The jclass of a static native is the address of its class's mirror field, so every frame's holder
// is compared.
bool is_class_argument(JavaThread& self, Object* const* slot) {
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    if (slot == mirror_of(*walk.frame().method().holder).slot()) {
      return true;
    }
  }
  return false;
}

// The frame remembers the native method's own Java frame (anchor.fp): a pop in another native must
// not end it.
void push_local_frame(JavaThread& self) {
  self.jni_frames =
      new runtime::JniLocalFrame{self.handles.mark(), self.anchor.fp, self.jni_frames};
}

jobject pop_local_frame(JavaThread& self, Handle<> result) {
  runtime::JniLocalFrame* frame = self.jni_frames;
  // HOTSPOT: this native method has pushed no frame, so the result stays as it is.
  if (frame == nullptr || frame->native_fp != self.anchor.fp) {
    return local_ref(result);
  }
  // The result may be a local reference of the frame that ends, so it is held raw across the
  // release.
  NoSafepoint still(self);
  Object* raw = result.raw(still);
  // Release all handles since the push, then make one for the result in the frame outside.
  self.jni_frames = frame->outer;
  self.handles.release(frame->mark);
  delete frame;
  return raw == nullptr ? nullptr : local_ref(runtime::make_handle(self, still, raw));
}

void drop_local_frames(JavaThread& self, void* outermost) { self.drop_jni_frames(outermost); }

// From here on gc sees both tables at each collection.
void initialize_jni_handles() {
  gc::add_reference_table(globals());
  gc::add_reference_table(weaks());
}

JniRefCounts jni_ref_counts() {
  JniRefCounts counts;
  globals().for_each([&counts](Object**) { ++counts.globals; });
  weaks().for_each([&counts](Object**) { ++counts.weaks; });
  return counts;
}

// Only the thread itself asks, so no lock is needed.
JNIEnv* jni_env_of(JavaThread& self) {
  if (self.jni_env.functions == nullptr) {
    self.jni_env.functions = jni_function_table();
    self.jni_env.thread = &self;
  }
  return reinterpret_cast<JNIEnv*>(&self.jni_env);
}

}  // namespace minijvm::vm
