// jdk.internal.misc.Unsafe: memory, layout and classes. Offsets count from the object's start; a null base means an
// absolute address. Proved by tests/java/library. The interpreter has leaf versions of the hot ones; these are the whole set.
#include <malloc.h>
#include <stdlib.h>

#include <atomic>
#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/memory_tracking.h"
#include "gc/barrier.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/raw_memory.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/java/vm_events.h"
#include "vm/java/vm_flags.h"
#include "vm/native/define_class.h"
#include "vm/native/native_entry.h"
#include "vm/native/own_natives.h"
#include "vm/native/unsafe_memory.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Field;
using runtime::wk;
using sync::NoSafepoint;

namespace {

std::byte* address_of(const NoSafepoint& still, jobject base, jlong offset) {
  // A null base has address 0.
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(handle_of(base).raw(still)) + static_cast<std::uintptr_t>(offset));
}

// Runs `body`, which only touches memory; InternalError if a part of that was a mapped file's and is gone.
template <class Body>
void touch(NativeEntry& vm, const Body& body) {
  bool is_there = true;
  {
    NoSafepoint still(vm.self);
    is_there = guarded([&] { body(still); });
  }
  if (!is_there) {
    (void)throw_new(vm.self, "java/lang/InternalError", kRawMemoryGone);
  }
}

// --- plain and volatile access. Plain addresses may be unaligned; a copy of constant size is one instruction. ---

template <class T>
T get(JNIEnv* env, jobject, jobject base, jlong offset) {
  NativeEntry vm(env);
  T value{};
  touch(vm, [&](const NoSafepoint& still) { std::memcpy(&value, address_of(still, base, offset), sizeof value); });
  return value;
}

template <class T>
void put(JNIEnv* env, jobject, jobject base, jlong offset, T value) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) { std::memcpy(address_of(still, base, offset), &value, sizeof value); });
}

template <class T>
std::atomic_ref<T> atomic_at(const NoSafepoint& still, jobject base, jlong offset) {
  return std::atomic_ref<T>(*reinterpret_cast<T*>(address_of(still, base, offset)));
}

template <class T>
T get_volatile(JNIEnv* env, jobject, jobject base, jlong offset) {
  NativeEntry vm(env);
  T value{};
  touch(vm, [&](const NoSafepoint& still) { value = atomic_at<T>(still, base, offset).load(std::memory_order_seq_cst); });
  return value;
}

template <class T>
void put_volatile(JNIEnv* env, jobject, jobject base, jlong offset, T value) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) { atomic_at<T>(still, base, offset).store(value, std::memory_order_seq_cst); });
}

template <class T>
T compare_and_exchange(JNIEnv* env, jobject, jobject base, jlong offset, T expected, T value) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) { atomic_at<T>(still, base, offset).compare_exchange_strong(expected, value, std::memory_order_seq_cst); });
  return expected;
}

template <class T>
jboolean compare_and_set(JNIEnv* env, jobject unsafe, jobject base, jlong offset, T expected, T value) {
  return compare_and_exchange<T>(env, unsafe, base, offset, expected, value) == expected;
}

// --- references. Off the heap there are none: a null base here is a bug of the caller, as in HotSpot. ---

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
  Object* value = nullptr;
  {
    NoSafepoint still(vm.self);
    value = atomic_at<Object*>(still, base, offset).load(std::memory_order_seq_cst);
  }
  return vm.raw_result(value);
}

void put_reference(JNIEnv* env, jobject, jobject base, jlong offset, jobject value) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  gc::store_ref(still, handle_of(base).raw(still), static_cast<std::size_t>(offset), handle_of(value).raw(still));
}

void put_reference_volatile(JNIEnv* env, jobject, jobject base, jlong offset, jobject value) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  gc::store_ref_volatile(still, handle_of(base).raw(still), static_cast<std::size_t>(offset), handle_of(value).raw(still));
}

Object* exchange_reference(JavaThread& self, jobject base, jlong offset, jobject expected, jobject value) {
  NoSafepoint still(self);
  return gc::compare_exchange_ref(still, handle_of(base).raw(still), static_cast<std::size_t>(offset), handle_of(expected).raw(still),
                                  handle_of(value).raw(still));
}

jobject compare_and_exchange_reference(JNIEnv* env, jobject, jobject base, jlong offset, jobject expected, jobject value) {
  NativeEntry vm(env);
  return vm.raw_result(exchange_reference(vm.self, base, offset, expected, value));
}

jboolean compare_and_set_reference(JNIEnv* env, jobject, jobject base, jlong offset, jobject expected, jobject value) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  Object* wanted = handle_of(expected).raw(still);
  return gc::compare_exchange_ref(still, handle_of(base).raw(still), static_cast<std::size_t>(offset), wanted, handle_of(value).raw(still)) == wanted;
}

jobject get_uncompressed_object(JNIEnv* env, jobject, jlong address) {
  NativeEntry vm(env);
  return vm.raw_result(*reinterpret_cast<Object**>(address));
}

// --- off-heap memory ---

// -XX:MallocMaxTestWords: for programs that want to see an allocation fail. HOTSPOT: what is freed does not count again.
bool is_too_much(jlong bytes) {
  static const std::optional<VmFlag> flag = find_vm_flag("MallocMaxTestWords");
  static std::atomic<std::int64_t> words_taken{0};
  constexpr std::int64_t kWordBytes = 8;
  const std::int64_t most = flag ? std::get<std::int64_t>(flag->value) : 0;
  return most != 0 && words_taken.fetch_add(bytes / kWordBytes, std::memory_order_relaxed) + bytes / kWordBytes > most;
}

// What memory tracking wants to know (unsafe_memory.h).
std::atomic<std::size_t> bytes_taken{0};
std::atomic<std::size_t> blocks_taken{0};

void count_block(void* block) {
  if (memory_tracking() != MemoryTracking::kOff && block != nullptr) {
    bytes_taken.fetch_add(malloc_usable_size(block), std::memory_order_relaxed);
    blocks_taken.fetch_add(1, std::memory_order_relaxed);
  }
}

void count_no_more(void* block) {
  if (memory_tracking() != MemoryTracking::kOff && block != nullptr) {
    bytes_taken.fetch_sub(malloc_usable_size(block), std::memory_order_relaxed);
    blocks_taken.fetch_sub(1, std::memory_order_relaxed);
  }
}

jlong allocate_memory(JNIEnv*, jobject, jlong bytes) {
  if (is_too_much(bytes)) {
    return 0;
  }
  void* block = std::malloc(static_cast<std::size_t>(bytes));
  count_block(block);
  return reinterpret_cast<jlong>(block);
}

jlong reallocate_memory(JNIEnv*, jobject, jlong address, jlong bytes) {
  if (is_too_much(bytes)) {
    return 0;
  }
  void* old_block = reinterpret_cast<void*>(address);
  count_no_more(old_block);
  void* block = std::realloc(old_block, static_cast<std::size_t>(bytes));
  count_block(block == nullptr ? old_block : block);  // a refusal leaves the old one
  return reinterpret_cast<jlong>(block);
}

void free_memory(JNIEnv*, jobject, jlong address) {
  void* block = reinterpret_cast<void*>(address);
  count_no_more(block);
  std::free(block);
}

void set_memory(JNIEnv* env, jobject, jobject base, jlong offset, jlong bytes, jbyte value) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) { std::memset(address_of(still, base, offset), value, static_cast<std::size_t>(bytes)); });
}

void copy_memory(JNIEnv* env, jobject, jobject from, jlong from_offset, jobject to, jlong to_offset, jlong bytes) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) {
    std::memmove(address_of(still, to, to_offset), address_of(still, from, from_offset), static_cast<std::size_t>(bytes));
  });
}

void reverse_each(std::byte* at, std::size_t bytes, std::size_t element_bytes) {
  for (std::byte* end = at + bytes; at < end; at += element_bytes) {
    for (std::size_t low = 0, high = element_bytes - 1; low < high; ++low, --high) {
      std::swap(at[low], at[high]);
    }
  }
}

void copy_swap_memory(JNIEnv* env, jobject, jobject from, jlong from_offset, jobject to, jlong to_offset, jlong bytes, jlong element_bytes) {
  NativeEntry vm(env);
  touch(vm, [&](const NoSafepoint& still) {
    std::byte* target = address_of(still, to, to_offset);
    std::memmove(target, address_of(still, from, from_offset), static_cast<std::size_t>(bytes));
    reverse_each(target, static_cast<std::size_t>(bytes), static_cast<std::size_t>(element_bytes));
  });
}

// --- layout ---

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

JavaResult<jlong> offset_by_name(JavaThread& self, const Class& klass, Handle<> name) {
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

jobject static_field_base(JNIEnv* env, jobject, jobject field) {
  NativeEntry vm(env);
  Field* found = vm.value(reflected_field(vm.self, field));
  return found == nullptr ? nullptr : vm.result(mirror_of(*found->holder));
}

jint array_base_offset(JNIEnv*, jobject, jclass) { return static_cast<jint>(Object::kElementsOffset); }

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

JavaResult<Class*> define_from_array(JavaThread& self, Handle<> name, Handle<> array, jint start, jint count, Handle<> loader, Handle<> domain) {
  if (array.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<std::byte> bytes;
  bool fits = false;
  {
    NoSafepoint still(self);
    const Object* raw = array.raw(still);
    fits = start >= 0 && count >= 0 && start <= raw->array_length() - count;
    if (fits) {
      bytes.assign(raw->elements<std::byte>() + start, raw->elements<std::byte>() + start + count);
    }
  }
  if (!fits) {
    return throw_new(self, "java/lang/ArrayIndexOutOfBoundsException");
  }
  std::string text = name.is_null() ? std::string() : to_modified_utf8(self, name);
  for (char& letter : text) {
    letter = letter == '.' ? '/' : letter;
  }
  return define_class_for_native(self, name.is_null() ? nullptr : text.c_str(), loader, bytes, domain, nullptr);
}

jclass define_class(JNIEnv* env, jobject, jstring name, jbyteArray bytes, jint start, jint count, jobject loader, jobject domain) {
  NativeEntry vm(env);
  return vm.class_result(define_from_array(vm.self, handle_of(name), handle_of(bytes), start, count, handle_of(loader), handle_of(domain)));
}

JavaResult<Handle<>> allocate(JavaThread& self, Class& klass) {
  if (!klass.is_instance_class() || klass.is_abstract() || klass.is_interface() || &klass == wk().java_lang_Class) {
    return throw_new(self, "java/lang/InstantiationException", klass.external_name().c_str());
  }
  MJ_TRY(initialize_class(self, klass));
  return new_instance(self, klass);
}

jobject allocate_instance(JNIEnv* env, jobject, jclass mirror) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, allocate(vm.self, class_of(mirror))));
}

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

jint load_average(JNIEnv* env, jobject, jdoubleArray array, jint count) {
  constexpr jint kMaxAverages = 3;
  double averages[kMaxAverages];
  int found = getloadavg(averages, count < kMaxAverages ? count : kMaxAverages);
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  Object* raw = handle_of(array).raw(still);
  for (jint i = 0; i < found && i < raw->array_length(); ++i) {
    raw->elements<double>()[i] = averages[i];
  }
  return found;
}

void load_fence(JNIEnv*, jobject) { std::atomic_thread_fence(std::memory_order_acquire); }
void store_fence(JNIEnv*, jobject) { std::atomic_thread_fence(std::memory_order_release); }
void full_fence(JNIEnv*, jobject) { std::atomic_thread_fence(std::memory_order_seq_cst); }

// Persistent memory: DATA_CACHE_LINE_FLUSH_SIZE is 0, so Java never calls these with work to do.
void write_back(JNIEnv*, jobject, jlong) {}
void write_back_sync(JNIEnv*, jobject) {}

void register_natives(JNIEnv*, jclass) {}

template <class Function>
void* entry(Function* function) {
  return reinterpret_cast<void*>(function);
}

constexpr const char* kUnsafe = "jdk/internal/misc/Unsafe";

}  // namespace

UnsafeMemory unsafe_memory() { return {bytes_taken.load(std::memory_order_relaxed), blocks_taken.load(std::memory_order_relaxed)}; }

#define MJ_OBJECT "Ljava/lang/Object;"
#define MJ_ACCESS(Name, jtype, letter)                                                      \
  {kUnsafe, "get" #Name, "(" MJ_OBJECT "J)" letter, entry(get<jtype>)},                      \
      {kUnsafe, "put" #Name, "(" MJ_OBJECT "J" letter ")V", entry(put<jtype>)},              \
      {kUnsafe, "get" #Name "Volatile", "(" MJ_OBJECT "J)" letter, entry(get_volatile<jtype>)}, \
      {kUnsafe, "put" #Name "Volatile", "(" MJ_OBJECT "J" letter ")V", entry(put_volatile<jtype>)},
#define MJ_CAS(Name, jtype, letter)                                                                                          \
  {kUnsafe, "compareAndSet" #Name, "(" MJ_OBJECT "J" letter letter ")Z", entry(compare_and_set<jtype>)},                      \
      {kUnsafe, "compareAndExchange" #Name, "(" MJ_OBJECT "J" letter letter ")" letter, entry(compare_and_exchange<jtype>)},

std::span<const VmNative> unsafe_natives() {
  static const VmNative rows[] = {
      {kUnsafe, "registerNatives", "()V", entry(register_natives)},
      MJ_ACCESS(Boolean, jboolean, "Z") MJ_ACCESS(Byte, jbyte, "B") MJ_ACCESS(Short, jshort, "S") MJ_ACCESS(Char, jchar, "C")
      MJ_ACCESS(Int, jint, "I") MJ_ACCESS(Long, jlong, "J") MJ_ACCESS(Float, jfloat, "F") MJ_ACCESS(Double, jdouble, "D")
      MJ_CAS(Int, jint, "I") MJ_CAS(Long, jlong, "J")
      {kUnsafe, "getReference", "(" MJ_OBJECT "J)" MJ_OBJECT, entry(get_reference)},
      {kUnsafe, "putReference", "(" MJ_OBJECT "J" MJ_OBJECT ")V", entry(put_reference)},
      {kUnsafe, "getReferenceVolatile", "(" MJ_OBJECT "J)" MJ_OBJECT, entry(get_reference_volatile)},
      {kUnsafe, "putReferenceVolatile", "(" MJ_OBJECT "J" MJ_OBJECT ")V", entry(put_reference_volatile)},
      {kUnsafe, "compareAndSetReference", "(" MJ_OBJECT "J" MJ_OBJECT MJ_OBJECT ")Z", entry(compare_and_set_reference)},
      {kUnsafe, "compareAndExchangeReference", "(" MJ_OBJECT "J" MJ_OBJECT MJ_OBJECT ")" MJ_OBJECT, entry(compare_and_exchange_reference)},
      {kUnsafe, "getUncompressedObject", "(J)" MJ_OBJECT, entry(get_uncompressed_object)},
      {kUnsafe, "allocateMemory0", "(J)J", entry(allocate_memory)},
      {kUnsafe, "reallocateMemory0", "(JJ)J", entry(reallocate_memory)},
      {kUnsafe, "freeMemory0", "(J)V", entry(free_memory)},
      {kUnsafe, "setMemory0", "(" MJ_OBJECT "JJB)V", entry(set_memory)},
      {kUnsafe, "copyMemory0", "(" MJ_OBJECT "J" MJ_OBJECT "JJ)V", entry(copy_memory)},
      {kUnsafe, "copySwapMemory0", "(" MJ_OBJECT "J" MJ_OBJECT "JJJ)V", entry(copy_swap_memory)},
      {kUnsafe, "objectFieldOffset0", "(Ljava/lang/reflect/Field;)J", entry(field_offset)},
      {kUnsafe, "objectFieldOffset1", "(Ljava/lang/Class;Ljava/lang/String;)J", entry(field_offset_by_name)},
      {kUnsafe, "staticFieldOffset0", "(Ljava/lang/reflect/Field;)J", entry(field_offset)},
      {kUnsafe, "staticFieldBase0", "(Ljava/lang/reflect/Field;)" MJ_OBJECT, entry(static_field_base)},
      {kUnsafe, "arrayBaseOffset0", "(Ljava/lang/Class;)I", entry(array_base_offset)},
      {kUnsafe, "arrayIndexScale0", "(Ljava/lang/Class;)I", entry(array_index_scale)},
      {kUnsafe, "defineClass0", "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/Class;", entry(define_class)},
      {kUnsafe, "allocateInstance", "(Ljava/lang/Class;)" MJ_OBJECT, entry(allocate_instance)},
      {kUnsafe, "shouldBeInitialized0", "(Ljava/lang/Class;)Z", entry(should_be_initialized)},
      {kUnsafe, "ensureClassInitialized0", "(Ljava/lang/Class;)V", entry(ensure_class_initialized)},
      {kUnsafe, "throwException", "(Ljava/lang/Throwable;)V", entry(throw_exception)},
      {kUnsafe, "getLoadAverage0", "([DI)I", entry(load_average)},
      {kUnsafe, "loadFence", "()V", entry(load_fence)},
      {kUnsafe, "storeFence", "()V", entry(store_fence)},
      {kUnsafe, "fullFence", "()V", entry(full_fence)},
      {kUnsafe, "writeback0", "(J)V", entry(write_back)},
      {kUnsafe, "writebackPreSync0", "()V", entry(write_back_sync)},
      {kUnsafe, "writebackPostSync0", "()V", entry(write_back_sync)},
  };
  return rows;
}

#undef MJ_OBJECT
#undef MJ_ACCESS
#undef MJ_CAS

}  // namespace minijvm::vm
