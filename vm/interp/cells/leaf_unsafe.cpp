// Holds the leaf functions of jdk.internal.misc.Unsafe, which access memory by object and offset,
// or by address (the object is null then). The receiver is in args[0], the object in args[1], the
// long offset in args[2] and args[3]; values begin at args[4]. All orders above plain and opaque
// are sequentially consistent. They run in kInJava.
//
// By address, only accesses of a single mov are done here: the page may be gone (raw_memory.h), and
// then the native method, which runs instead, throws.
#include <bit>

#include "gc/heap/barrier.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/java/raw_memory.h"
#include "vm/java/threads/accesses.h"

namespace minijvm::interp {
namespace {

using decide::OpKind;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

// For a null object, the offset is the address.
template <class T>
T* place(const Slot* args) {
  return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(args[1].ref) +
                              static_cast<std::uintptr_t>(args[2].as_long()));
}

// Stores a value of this type into a slot in the form that the interpreter uses.
template <class T>
void put(Slot* result, T value) {
  if constexpr (sizeof(T) == 8) {
    result->bits = static_cast<std::uint64_t>(value);
  } else {
    result->set_int(static_cast<std::int32_t>(value));
  }
}
template <class T>
T taken(const Slot& slot) {
  return static_cast<T>(slot.bits);
}

// On x86 a mov satisfies every order, except for a sequentially consistent store.
template <class T, int kOrder>
bool get(JavaThread&, Slot* args, Slot* result) {
  if (args[1].ref == nullptr) {
    T value{};
    const bool is_there = vm::raw_load(place<T>(args), &value);
    put(result, value);
    return is_there;
  }
  put(result, __atomic_load_n(place<T>(args), kOrder));
  return true;
}
template <class T, int kOrder>
bool set(JavaThread&, Slot* args, Slot*) {
  if (args[1].ref == nullptr) {
    return kOrder != __ATOMIC_SEQ_CST && vm::raw_store(place<T>(args), taken<T>(args[4]));
  }
  __atomic_store_n(place<T>(args), taken<T>(args[4]), kOrder);
  return true;
}
template <class T>
constexpr int kValueSlots = sizeof(T) == 8 ? 2 : 1;

// A long value takes two slots, so the new value comes after two.
template <class T>
bool compare_and_set(JavaThread&, Slot* args, Slot* result) {
  if (args[1].ref == nullptr)
    return false;
  T expected = taken<T>(args[4]);
  T value = taken<T>(args[4 + kValueSlots<T>]);
  result->set_int(__atomic_compare_exchange_n(place<T>(args), &expected, value, false,
                                              __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return true;
}
template <LeafBody kStrong>
bool weak(JavaThread& self, Slot* args, Slot* result) {
  if (self.weak_update_fails_) [[unlikely]] {
    self.weak_update_fails_ = false;
    result->set_int(0);
    return true;
  }
  return kStrong(self, args, result);
}
template <class T>
bool get_and_add(JavaThread&, Slot* args, Slot* result) {
  if (args[1].ref == nullptr)
    return false;
  put(result, __atomic_fetch_add(place<T>(args), taken<T>(args[4]), __ATOMIC_SEQ_CST));
  return true;
}
template <class T>
bool get_and_set(JavaThread&, Slot* args, Slot* result) {
  if (args[1].ref == nullptr)
    return false;
  put(result, __atomic_exchange_n(place<T>(args), taken<T>(args[4]), __ATOMIC_SEQ_CST));
  return true;
}

// --- references: in objects only ---

template <int kOrder>
bool get_reference(JavaThread&, Slot* args, Slot* result) {
  if (args[1].ref == nullptr)
    return false;
  result->bits = __atomic_load_n(place<std::uint64_t>(args), kOrder);
  return true;
}
bool set_reference(JavaThread& self, Slot* args, Slot*) {
  if (args[1].ref == nullptr)
    return false;
  sync::NoSafepoint still(self);
  gc::store_ref_volatile(still, args[1].ref, static_cast<std::size_t>(args[2].as_long()),
                         args[4].ref);
  return true;
}
bool set_reference_plain(JavaThread& self, Slot* args, Slot*) {
  if (args[1].ref == nullptr)
    return false;
  sync::NoSafepoint still(self);
  gc::store_ref(still, args[1].ref, static_cast<std::size_t>(args[2].as_long()), args[4].ref);
  return true;
}
bool compare_and_set_reference(JavaThread& self, Slot* args, Slot* result) {
  if (args[1].ref == nullptr)
    return false;
  sync::NoSafepoint still(self);
  Object* found = gc::compare_exchange_ref(
      still, args[1].ref, static_cast<std::size_t>(args[2].as_long()), args[4].ref, args[5].ref);
  result->set_int(found == args[4].ref);
  return true;
}

// The weaker fences are full ones, too.
bool fence(JavaThread&, Slot*, Slot*) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return true;
}

#define MJ_UNSAFE "jdk/internal/misc/Unsafe."
#define MJ_AT "(Ljava/lang/Object;J"

using Mode = vm::AccessMode;

// An access that others see, so that it is a point (vm/java/threads/points.h).
constexpr LeafAccess seen(OpKind kind, Mode mode) {
  return {.kind = kind, .mode = mode, .is_point = true};
}
template <class T>
constexpr LeafAccess plain(OpKind kind) {
  return {.kind = kind, .mode = Mode::kPlain, .bytes = sizeof(T)};
}
constexpr LeafAccess kReads = seen(OpKind::kRead, Mode::kOrdered);
constexpr LeafAccess kWrites = seen(OpKind::kWrite, Mode::kOrdered);
constexpr LeafAccess kUpdates = seen(OpKind::kUpdate, Mode::kOrdered);
constexpr LeafAccess kReadsOpaquely = seen(OpKind::kRead, Mode::kAtomic);
constexpr LeafAccess kWritesOpaquely = seen(OpKind::kWrite, Mode::kAtomic);
constexpr LeafAccess kMayUpdate = seen(OpKind::kWeakUpdate, Mode::kOrdered);
constexpr LeafAccess kMayUpdatePlainly = seen(OpKind::kWeakUpdate, Mode::kAtomic);
constexpr LeafAccess kFence = {.is_fence = true};

#define MJ_ROW(Name, parameters, body, access) \
  { MJ_UNSAFE Name MJ_AT parameters, body, access }
// Only these may fail for no reason, so all orders are here.
#define MJ_WEAK(Name, letter, body)                                                                \
  MJ_ROW("weakCompareAndSet" Name, letter letter ")Z", weak<body>, kMayUpdate),                    \
      MJ_ROW("weakCompareAndSet" Name "Plain", letter letter ")Z", weak<body>, kMayUpdatePlainly), \
      MJ_ROW("weakCompareAndSet" Name "Acquire", letter letter ")Z", weak<body>, kMayUpdate),      \
      MJ_ROW("weakCompareAndSet" Name "Release", letter letter ")Z", weak<body>, kMayUpdate)
#define MJ_ACCESS(Name, letter, type)                                                              \
  MJ_ROW("get" Name, ")" letter, (get<type, __ATOMIC_RELAXED>), plain<type>(OpKind::kRead)),       \
      MJ_ROW("put" Name, letter ")V", (set<type, __ATOMIC_RELAXED>), plain<type>(OpKind::kWrite)), \
      MJ_ROW("get" Name "Volatile", ")" letter, (get<type, __ATOMIC_SEQ_CST>), kReads),            \
      MJ_ROW("put" Name "Volatile", letter ")V", (set<type, __ATOMIC_SEQ_CST>), kWrites),          \
      MJ_ROW("get" Name "Acquire", ")" letter, (get<type, __ATOMIC_SEQ_CST>), kReads),             \
      MJ_ROW("put" Name "Release", letter ")V", (set<type, __ATOMIC_RELEASE>), kWrites),           \
      MJ_ROW("get" Name "Opaque", ")" letter, (get<type, __ATOMIC_RELAXED>), kReadsOpaquely),      \
      MJ_ROW("put" Name "Opaque", letter ")V", (set<type, __ATOMIC_RELAXED>), kWritesOpaquely),    \
      MJ_ROW("compareAndSet" Name, letter letter ")Z", compare_and_set<type>, kUpdates),           \
      MJ_WEAK(Name, letter, compare_and_set<type>),                                                \
      MJ_ROW("getAndAdd" Name, letter ")" letter, get_and_add<type>, kUpdates),                    \
      MJ_ROW("getAndSet" Name, letter ")" letter, get_and_set<type>, kUpdates)
#define MJ_REFERENCE "Ljava/lang/Object;"

constexpr LeafFunction kLeaves[] = {
    MJ_ROW("getByte", ")B", (get<std::int8_t, __ATOMIC_RELAXED>),
           plain<std::int8_t>(OpKind::kRead)),
    MJ_ROW("putByte", "B)V", (set<std::int8_t, __ATOMIC_RELAXED>),
           plain<std::int8_t>(OpKind::kWrite)),
    MJ_ACCESS("Int", "I", std::int32_t),
    MJ_ACCESS("Long", "J", std::int64_t),
    MJ_ROW("getReference", ")" MJ_REFERENCE, get_reference<__ATOMIC_RELAXED>,
           plain<Object*>(OpKind::kRead)),
    MJ_ROW("getReferenceVolatile", ")" MJ_REFERENCE, get_reference<__ATOMIC_SEQ_CST>, kReads),
    MJ_ROW("getReferenceAcquire", ")" MJ_REFERENCE, get_reference<__ATOMIC_SEQ_CST>, kReads),
    MJ_ROW("putReference", MJ_REFERENCE ")V", set_reference_plain, plain<Object*>(OpKind::kWrite)),
    MJ_ROW("putReferenceVolatile", MJ_REFERENCE ")V", set_reference, kWrites),
    MJ_ROW("putReferenceRelease", MJ_REFERENCE ")V", set_reference, kWrites),
    MJ_ROW("compareAndSetReference", MJ_REFERENCE MJ_REFERENCE ")Z", compare_and_set_reference,
           kUpdates),
    MJ_WEAK("Reference", MJ_REFERENCE, compare_and_set_reference),
    {MJ_UNSAFE "fullFence()V", fence, kFence},
    {MJ_UNSAFE "loadFence()V", fence, kFence},
    {MJ_UNSAFE "storeFence()V", fence, kFence},
};

}  // namespace

std::span<const LeafFunction> unsafe_leaves() { return kLeaves; }

}  // namespace minijvm::interp
