// Implements the natives of jdk.internal.misc.Unsafe for memory, layout and classes. An offset
// counts from the object's start; with a null base it is an absolute address. The caller is in
// native state. The interpreter has leaf versions of the hot functions; this is the whole set.
// Tested by tests/java/library.
#include <malloc.h>
#include <stdlib.h>

#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/atomic.h"
#include "base/memory_tracking.h"
#include "gc/heap/barrier.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/raw_memory.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/java/threads/accesses.h"
#include "vm/natives/jni/define_class.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
#include "vm/natives/unsafe_memory.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using decide::OpKind;
using runtime::Class;
using runtime::Field;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// The address is good only as long as `still` lives: a collection may move the base.
std::byte* address_of(const NoSafepoint& still, jobject base, jlong offset) {
  // A null base has address 0.
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(handle_of(base).raw(still)) +
                                      static_cast<std::uintptr_t>(offset));
}

// Runs `body`, which only touches memory. A mapped file may have been truncated by another process,
// so that its pages are gone; guarded() catches the fault, and this function throws InternalError.
template <class Body>
void touch(NativeEntry& vm, const Body& body) {
  bool is_there = true;
  {
    NoSafepoint still(vm.self);
    is_there = guarded([&] { body(still); });
  }
  if (!is_there) {
    (void)throw_new(vm.self, "java/lang/InternalError", raw_memory_gone());
  }
}

// --- Plain and volatile access. A plain address may be unaligned, so plain access is a memcpy of
// constant size, which the compiler turns into one instruction. ---

// Tells a detector of races of an access that orders threads. An address by itself is not watched.
void tell(NativeEntry& vm, OpKind kind, jobject base, jlong offset) {
  tell_of_order([&](Observer& observer) {
    NoSafepoint still(vm.self);
    if (Object* object = handle_of(base).raw(still)) {
      observer.accessed(vm.self, {.kind = kind,
                                  .mode = AccessMode::kOrdered,
                                  .object = object,
                                  .offset = static_cast<std::int32_t>(offset)});
    }
  });
}

// Get and put without order. A NoSafepoint covers each access, so the base cannot move meanwhile.
template <class T>
T get(JNIEnv* env, jobject, jobject base, jlong offset) {
  NativeEntry vm(env);
  T value{};
  touch(vm, [&](const NoSafepoint& still) {
    std::memcpy(&value, address_of(still, base, offset), sizeof value);
  });
  return value;
}

template <class T>
void put(JNIEnv* env, jobject, jobject base, jlong offset, T value) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) {
    std::memcpy(address_of(still, base, offset), &value, sizeof value);
  });
}

// REQUIRES: the address is aligned to sizeof(T), as Unsafe's own contract asks.
template <class T>
std::atomic_ref<T> atomic_at(const NoSafepoint& still, jobject base, jlong offset) {
  return std::atomic_ref<T>(*reinterpret_cast<T*>(address_of(still, base, offset)));
}

// seq_cst: all volatile accesses of Java are in one total order (JLS 17.4.4).
template <class T>
T get_volatile(JNIEnv* env, jobject, jobject base, jlong offset) {
  NativeEntry vm(env);
  tell(vm, OpKind::kRead, base, offset);
  T value{};
  touch(vm, [&](const NoSafepoint& still) {
    value = atomic_at<T>(still, base, offset).load(std::memory_order_seq_cst);
  });
  return value;
}

template <class T>
void put_volatile(JNIEnv* env, jobject, jobject base, jlong offset, T value) {
  NativeEntry vm(env);
  tell(vm, OpKind::kWrite, base, offset);
  touch(vm, [&](const NoSafepoint& still) {
    atomic_at<T>(still, base, offset).store(value, std::memory_order_seq_cst);
  });
}

// Returns the value found, which is `expected` after a success: compare_exchange writes the value
// found into `expected` otherwise.
template <class T>
T compare_and_exchange(JNIEnv* env, jobject, jobject base, jlong offset, T expected, T value) {
  NativeEntry vm(env);
  tell(vm, OpKind::kUpdate, base, offset);
  touch(vm, [&](const NoSafepoint& still) {
    atomic_at<T>(still, base, offset)
        .compare_exchange_strong(expected, value, std::memory_order_seq_cst);
  });
  return expected;
}

template <class T>
jboolean compare_and_set(JNIEnv* env, jobject unsafe, jobject base, jlong offset, T expected,
                         T value) {
  return compare_and_exchange<T>(env, unsafe, base, offset, expected, value) == expected;
}

// --- References. There are none outside of the heap, so a null base is an error of the caller
// (HOTSPOT: not checked there either). ---

jobject get_reference(JNIEnv* env, jobject, jobject base, jlong offset) {
  NativeEntry vm(env);
  Object* value = nullptr;
  {
    NoSafepoint still(vm.self);
    value = atomic_at<Object*>(still, base, offset).load(std::memory_order_relaxed);
  }
  return vm.raw_result(value);
}

jobject get_reference_volatile(JNIEnv* env, jobject, jobject base, jlong offset) {
  NativeEntry vm(env);
  tell(vm, OpKind::kRead, base, offset);
  Object* value = nullptr;
  {
    NoSafepoint still(vm.self);
    value = atomic_at<Object*>(still, base, offset).load(std::memory_order_seq_cst);
  }
  return vm.raw_result(value);
}

// All stores of references go through gc, which applies the write barrier.
void put_reference(JNIEnv* env, jobject, jobject base, jlong offset, jobject value) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  gc::store_ref(still, handle_of(base).raw(still), static_cast<std::size_t>(offset),
                handle_of(value).raw(still));
}

void put_reference_volatile(JNIEnv* env, jobject, jobject base, jlong offset, jobject value) {
  NativeEntry vm(env);
  tell(vm, OpKind::kWrite, base, offset);
  NoSafepoint still(vm.self);
  gc::store_ref_volatile(still, handle_of(base).raw(still), static_cast<std::size_t>(offset),
                         handle_of(value).raw(still));
}

Object* exchange_reference(JavaThread& self, jobject base, jlong offset, jobject expected,
                           jobject value) {
  NoSafepoint still(self);
  return gc::compare_exchange_ref(still, handle_of(base).raw(still),
                                  static_cast<std::size_t>(offset), handle_of(expected).raw(still),
                                  handle_of(value).raw(still));
}

jobject compare_and_exchange_reference(JNIEnv* env, jobject, jobject base, jlong offset,
                                       jobject expected, jobject value) {
  NativeEntry vm(env);
  tell(vm, OpKind::kUpdate, base, offset);
  return vm.raw_result(exchange_reference(vm.self, base, offset, expected, value));
}

// Raw words may be compared under one NoSafepoint, because no object moves between the reads.
jboolean compare_and_set_reference(JNIEnv* env, jobject, jobject base, jlong offset,
                                   jobject expected, jobject value) {
  NativeEntry vm(env);
  tell(vm, OpKind::kUpdate, base, offset);
  NoSafepoint still(vm.self);
  Object* wanted = handle_of(expected).raw(still);
  return gc::compare_exchange_ref(still, handle_of(base).raw(still),
                                  static_cast<std::size_t>(offset), wanted,
                                  handle_of(value).raw(still)) == wanted;
}

// Reads a reference from an absolute address.
jobject get_uncompressed_object(JNIEnv* env, jobject, jlong address) {
  NativeEntry vm(env);
  return vm.raw_result(*reinterpret_cast<Object**>(address));
}

// --- off-heap memory ---

// Implements -XX:MallocMaxTestWords, for programs that want to see an allocation fail.
// HOTSPOT: memory that was freed does not count again.
bool is_too_much(jlong bytes) {
  constexpr std::int64_t kWordBytes = 8;
  const std::int64_t most = native_settings().most_test_words;
  const std::int64_t words = bytes / kWordBytes;
  Atomic<std::int64_t>& taken = the_vm.natives.unsafe.test_words_taken;
  return most != 0 && taken.fetch_add(words, std::memory_order_relaxed) + words > most;
}

constexpr UnsafeState& state = the_vm.natives.unsafe;

// Counts by usable size, since free does not say how much was asked for.
void count_block(void* block) {
  if (memory_tracking() != MemoryTracking::kOff && block != nullptr) {
    state.bytes_taken.fetch_add(malloc_usable_size(block), std::memory_order_relaxed);
    state.blocks_taken.fetch_add(1, std::memory_order_relaxed);
  }
}

// REQUIRES: the block is not freed yet, since its size is read from it.
void count_no_more(void* block) {
  if (memory_tracking() != MemoryTracking::kOff && block != nullptr) {
    state.bytes_taken.fetch_sub(malloc_usable_size(block), std::memory_order_relaxed);
    state.blocks_taken.fetch_sub(1, std::memory_order_relaxed);
  }
}

// Returns 0 if there is no memory; Java then throws OutOfMemoryError. No heap object is touched, so
// the thread stays in native state.
jlong allocate_memory(JNIEnv*, jobject, jlong bytes) {
  if (is_too_much(bytes)) {
    return 0;
  }
  void* block = std::malloc(static_cast<std::size_t>(bytes));
  count_block(block);
  return reinterpret_cast<jlong>(block);
}

// The old block is counted out before realloc frees it, and the result is counted in.
jlong reallocate_memory(JNIEnv*, jobject, jlong address, jlong bytes) {
  if (is_too_much(bytes)) {
    return 0;
  }
  void* old_block = reinterpret_cast<void*>(address);
  count_no_more(old_block);
  void* block = std::realloc(old_block, static_cast<std::size_t>(bytes));
  // A realloc that fails leaves the old block in place.
  count_block(block == nullptr ? old_block : block);
  return reinterpret_cast<jlong>(block);
}

void free_memory(JNIEnv*, jobject, jlong address) {
  void* block = reinterpret_cast<void*>(address);
  count_no_more(block);
  std::free(block);
}

void set_memory(JNIEnv* env, jobject, jobject base, jlong offset, jlong bytes, jbyte value) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) {
    std::memset(address_of(still, base, offset), value, static_cast<std::size_t>(bytes));
  });
}

// The two ranges may overlap, so this is memmove.
void copy_memory(JNIEnv* env, jobject, jobject from, jlong from_offset, jobject to, jlong to_offset,
                 jlong bytes) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) {
    std::memmove(address_of(still, to, to_offset), address_of(still, from, from_offset),
                 static_cast<std::size_t>(bytes));
  });
}

void reverse_each(std::byte* at, std::size_t bytes, std::size_t element_bytes) {
  for (std::byte* end = at + bytes; at < end; at += element_bytes) {
    for (std::size_t low = 0, high = element_bytes - 1; low < high; ++low, --high) {
      std::swap(at[low], at[high]);
    }
  }
}

// Copies first and reverses the bytes of each element in place afterwards: this also works for
// ranges that overlap.
void copy_swap_memory(JNIEnv* env, jobject, jobject from, jlong from_offset, jobject to,
                      jlong to_offset, jlong bytes, jlong element_bytes) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) {
    std::byte* target = address_of(still, to, to_offset);
    std::memmove(target, address_of(still, from, from_offset), static_cast<std::size_t>(bytes));
    reverse_each(target, static_cast<std::size_t>(bytes), static_cast<std::size_t>(element_bytes));
  });
}

// --- layout ---

// Returns the VM's field behind a java.lang.reflect.Field.
JavaResult<Field*> reflected_field(JavaThread& self, jobject field) {
  Field* found = field_of_reflect(self, handle_of(field));
  if (found == nullptr) {
    return throw_null_pointer(self);
  }
  return found;
}

jlong field_offset(JNIEnv* env, jobject, jobject field) {
  NativeEntry vm(env);
  Field* found = vm.value(reflected_field(vm.self, field));
  return found == nullptr ? 0 : found->offset;
}

// Finds only fields that the class itself declares, and no static ones.
JavaResult<jlong> offset_by_name(JavaThread& self, const Class& klass, Handle<java::String> name) {
  std::string text = to_modified_utf8(self, name);
  for (const Field& field : klass.fields) {
    if (field.name->text() == text && !field.is_static()) {
      return jlong{field.offset};
    }
  }
  return throw_new(self, "java/lang/InternalError", text.c_str());
}

jlong field_offset_by_name(JNIEnv* env, jobject, jclass mirror, jstring name) {
  NativeEntry vm(env);
  return vm.value(offset_by_name(vm.self, class_of(mirror), handle_of(name)));
}

// A static field lives in its class's mirror.
jobject static_field_base(JNIEnv* env, jobject, jobject field) {
  NativeEntry vm(env);
  Field* found = vm.value(reflected_field(vm.self, field));
  return found == nullptr ? nullptr : vm.result(mirror_of(*found->holder));
}

// The offset is the same for all arrays.
jint array_base_offset(JNIEnv*, jobject, jclass) {
  return static_cast<jint>(Object::kElementsOffset);
}

JavaResult<jint> index_scale(JavaThread& self, const Class& klass) {
  if (!klass.is_array()) {
    return throw_new(self, "java/lang/InvalidClassException");
  }
  return jint{1} << klass.log2_element;
}

jint array_index_scale(JNIEnv* env, jobject, jclass mirror) {
  NativeEntry vm(env);
  return vm.value(index_scale(vm.self, class_of(mirror)));
}

// --- classes ---

// Copies the bytes out of the array first, since the definition may stop for a collection that
// moves it.
JavaResult<Class*> define_from_array(JavaThread& self, Handle<java::String> name,
                                     Handle<java::ByteArray> array, jint start, jint count,
                                     Handle<java::ClassLoader> loader,
                                     Handle<java::ProtectionDomain> domain) {
  if (array.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<std::byte> bytes;
  bool fits = false;
  {
    NoSafepoint still(self);
    const java::ByteArray* raw = array.raw(still);
    fits = start >= 0 && count >= 0 && start <= raw->length() - count;
    if (fits) {
      bytes.assign(raw->elements<std::byte>() + start, raw->elements<std::byte>() + start + count);
    }
  }
  if (!fits) {
    return throw_new(self, "java/lang/ArrayIndexOutOfBoundsException");
  }
  std::string text = name.is_null() ? std::string() : to_modified_utf8(self, name);
  // Java gives the name with dots, the VM wants slashes.
  for (char& letter : text) {
    letter = letter == '.' ? '/' : letter;
  }
  return define_class_for_native(self, name.is_null() ? nullptr : text.c_str(), loader, bytes,
                                 domain, nullptr);
}

jclass define_class(JNIEnv* env, jobject, jstring name, jbyteArray bytes, jint start, jint count,
                    jobject loader, jobject domain) {
  NativeEntry vm(env);
  return vm.class_result(define_from_array(vm.self, handle_of(name), handle_of(bytes), start, count,
                                           handle_of<java::ClassLoader>(loader),
                                           handle_of<java::ProtectionDomain>(domain)));
}

// Unsafe.allocateInstance makes an instance without a call of a constructor.
JavaResult<Handle<>> allocate(JavaThread& self, Class& klass) {
  if (!klass.is_instance_class() || klass.is_abstract() || klass.is_interface() ||
      &klass == wk().java_lang_Class) {
    return throw_new(self, "java/lang/InstantiationException", klass.external_name().c_str());
  }
  MJ_TRY(initialize_class(self, klass));
  return new_instance(self, klass);
}

jobject allocate_instance(JNIEnv* env, jobject, jclass mirror) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, allocate(vm.self, class_of(mirror))));
}

// Arrays and primitives have no initializer.
jboolean should_be_initialized(JNIEnv* env, jobject, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.is_instance_class() && !klass.is_initialized();
}

void ensure_class_initialized(JNIEnv* env, jobject, jclass mirror) {
  NativeEntry vm(env);
  Class& klass = class_of(mirror);
  if (klass.is_instance_class()) {
    (void)initialize_class(vm.self, klass);
  }
}

// --- the rest ---

void throw_exception(JNIEnv* env, jobject, jthrowable throwable) {
  NativeEntry vm(env);
  if (handle_of(throwable).is_null()) {
    (void)throw_null_pointer(vm.self);
  } else {
    (void)throw_object(vm.self, handle_of(throwable));
  }
}

// The averages are read before the thread enters the VM, since the call needs no object.
jint load_average(JNIEnv* env, jobject, jdoubleArray array, jint count) {
  constexpr jint kMaxAverages = 3;
  double averages[kMaxAverages];
  int found = getloadavg(averages, count < kMaxAverages ? count : kMaxAverages);
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  java::DoubleArray* raw = handle_of(array).raw(still);
  for (jint i = 0; i < found && i < raw->length(); ++i) {
    raw->set(i, averages[i]);
  }
  return found;
}

// HOTSPOT: loadFence is an acquire fence, storeFence a release fence, fullFence a full one.
void load_fence(JNIEnv*, jobject) { std::atomic_thread_fence(std::memory_order_acquire); }
void store_fence(JNIEnv*, jobject) { std::atomic_thread_fence(std::memory_order_release); }
void full_fence(JNIEnv*, jobject) { std::atomic_thread_fence(std::memory_order_seq_cst); }

// These serve persistent memory. DATA_CACHE_LINE_FLUSH_SIZE is 0, so Java has no work for them.
void write_back(JNIEnv*, jobject, jlong) {}
void write_back_sync(JNIEnv*, jobject) {}

void register_natives(JNIEnv*, jclass) {}

constexpr const char* kUnsafe = "jdk/internal/misc/Unsafe";

}  // namespace

UnsafeMemory unsafe_memory() {
  return {state.bytes_taken.load(std::memory_order_relaxed),
          state.blocks_taken.load(std::memory_order_relaxed)};
}

#define MJ_OBJECT "Ljava/lang/Object;"
// These are the rows of one primitive type: plain and volatile get and put.
#define MJ_ACCESS(Name, jtype, letter)                                                            \
  {kUnsafe, "get" #Name, "(" MJ_OBJECT "J)" letter, reinterpret_cast<void*>(get<jtype>)},         \
      {kUnsafe, "put" #Name, "(" MJ_OBJECT "J" letter ")V", reinterpret_cast<void*>(put<jtype>)}, \
      {kUnsafe, "get" #Name "Volatile", "(" MJ_OBJECT "J)" letter,                                \
       reinterpret_cast<void*>(get_volatile<jtype>)},                                             \
      {kUnsafe, "put" #Name "Volatile", "(" MJ_OBJECT "J" letter ")V",                            \
       reinterpret_cast<void*>(put_volatile<jtype>)},
// The compare-and-set rows of one type follow. Java implements the narrower types by those of int.
#define MJ_CAS(Name, jtype, letter)                                                     \
  {kUnsafe, "compareAndSet" #Name, "(" MJ_OBJECT "J" letter letter ")Z",                \
   reinterpret_cast<void*>(compare_and_set<jtype>)},                                    \
      {kUnsafe, "compareAndExchange" #Name, "(" MJ_OBJECT "J" letter letter ")" letter, \
       reinterpret_cast<void*>(compare_and_exchange<jtype>)},

std::span<const VmNative> unsafe_natives() {
  static const VmNative rows[] = {
      {kUnsafe, "registerNatives", "()V", reinterpret_cast<void*>(register_natives)},
      MJ_ACCESS(Boolean, jboolean, "Z") MJ_ACCESS(Byte, jbyte, "B") MJ_ACCESS(Short, jshort, "S")
          MJ_ACCESS(Char, jchar, "C") MJ_ACCESS(Int, jint, "I") MJ_ACCESS(Long, jlong, "J")
              MJ_ACCESS(Float, jfloat, "F") MJ_ACCESS(Double, jdouble, "D") MJ_CAS(Int, jint, "I")
                  MJ_CAS(Long, jlong, "J"){kUnsafe, "getReference", "(" MJ_OBJECT "J)" MJ_OBJECT,
                                           reinterpret_cast<void*>(get_reference)},
      {kUnsafe, "putReference", "(" MJ_OBJECT "J" MJ_OBJECT ")V",
       reinterpret_cast<void*>(put_reference)},
      {kUnsafe, "getReferenceVolatile", "(" MJ_OBJECT "J)" MJ_OBJECT,
       reinterpret_cast<void*>(get_reference_volatile)},
      {kUnsafe, "putReferenceVolatile", "(" MJ_OBJECT "J" MJ_OBJECT ")V",
       reinterpret_cast<void*>(put_reference_volatile)},
      {kUnsafe, "compareAndSetReference", "(" MJ_OBJECT "J" MJ_OBJECT MJ_OBJECT ")Z",
       reinterpret_cast<void*>(compare_and_set_reference)},
      {kUnsafe, "compareAndExchangeReference", "(" MJ_OBJECT "J" MJ_OBJECT MJ_OBJECT ")" MJ_OBJECT,
       reinterpret_cast<void*>(compare_and_exchange_reference)},
      {kUnsafe, "getUncompressedObject", "(J)" MJ_OBJECT,
       reinterpret_cast<void*>(get_uncompressed_object)},
      {kUnsafe, "allocateMemory0", "(J)J", reinterpret_cast<void*>(allocate_memory)},
      {kUnsafe, "reallocateMemory0", "(JJ)J", reinterpret_cast<void*>(reallocate_memory)},
      {kUnsafe, "freeMemory0", "(J)V", reinterpret_cast<void*>(free_memory)},
      {kUnsafe, "setMemory0", "(" MJ_OBJECT "JJB)V", reinterpret_cast<void*>(set_memory)},
      {kUnsafe, "copyMemory0", "(" MJ_OBJECT "J" MJ_OBJECT "JJ)V",
       reinterpret_cast<void*>(copy_memory)},
      {kUnsafe, "copySwapMemory0", "(" MJ_OBJECT "J" MJ_OBJECT "JJJ)V",
       reinterpret_cast<void*>(copy_swap_memory)},
      {kUnsafe, "objectFieldOffset0", "(Ljava/lang/reflect/Field;)J",
       reinterpret_cast<void*>(field_offset)},
      {kUnsafe, "objectFieldOffset1", "(Ljava/lang/Class;Ljava/lang/String;)J",
       reinterpret_cast<void*>(field_offset_by_name)},
      {kUnsafe, "staticFieldOffset0", "(Ljava/lang/reflect/Field;)J",
       reinterpret_cast<void*>(field_offset)},
      {kUnsafe, "staticFieldBase0", "(Ljava/lang/reflect/Field;)" MJ_OBJECT,
       reinterpret_cast<void*>(static_field_base)},
      {kUnsafe, "arrayBaseOffset0", "(Ljava/lang/Class;)I",
       reinterpret_cast<void*>(array_base_offset)},
      {kUnsafe, "arrayIndexScale0", "(Ljava/lang/Class;)I",
       reinterpret_cast<void*>(array_index_scale)},
      {kUnsafe, "defineClass0",
       "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/"
       "Class;",
       reinterpret_cast<void*>(define_class)},
      {kUnsafe, "allocateInstance", "(Ljava/lang/Class;)" MJ_OBJECT,
       reinterpret_cast<void*>(allocate_instance)},
      {kUnsafe, "shouldBeInitialized0", "(Ljava/lang/Class;)Z",
       reinterpret_cast<void*>(should_be_initialized)},
      {kUnsafe, "ensureClassInitialized0", "(Ljava/lang/Class;)V",
       reinterpret_cast<void*>(ensure_class_initialized)},
      {kUnsafe, "throwException", "(Ljava/lang/Throwable;)V",
       reinterpret_cast<void*>(throw_exception)},
      {kUnsafe, "getLoadAverage0", "([DI)I", reinterpret_cast<void*>(load_average)},
      {kUnsafe, "loadFence", "()V", reinterpret_cast<void*>(load_fence)},
      {kUnsafe, "storeFence", "()V", reinterpret_cast<void*>(store_fence)},
      {kUnsafe, "fullFence", "()V", reinterpret_cast<void*>(full_fence)},
      {kUnsafe, "writeback0", "(J)V", reinterpret_cast<void*>(write_back)},
      {kUnsafe, "writebackPreSync0", "()V", reinterpret_cast<void*>(write_back_sync)},
      {kUnsafe, "writebackPostSync0", "()V", reinterpret_cast<void*>(write_back_sync)},
  };
  return rows;
}

#undef MJ_OBJECT
#undef MJ_ACCESS
#undef MJ_CAS

}  // namespace minijvm::vm
