// C++ types for Java objects: java::String, java::Thread, java::ObjectArray and others stand for
// the layout of a Java class, so that a signature says which object it takes and no caller computes
// an offset. The types and their accessors come from the blocks of runtime/object/well_known.def.
// Tested by tests/runtime/java_objects_test.cpp.
//
//   java::Thread* thread = handle.raw(still);     Handle<java::Thread> handle
//   bool is_interrupted = thread->interrupted();  one load, at an offset from wk()
//   thread->set_tid(5);
//   java::String* name = thread->name();          a reference field: raw, good while `still` lives
//   thread->set_name(still, name);                defined in gc/heap/reference_fields.h
//   java::SoftReference::get_clock()              a static field
//
// A Java field keeps its Java name, so that a search finds it in the class library too. A C++ type
// has no data of its own and is never constructed: the allocator makes objects, and as<> gives them
// their type.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_types.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::runtime {
class ModuleEntry;
}

namespace minijvm::java {

using runtime::BasicType;
using runtime::Object;

// The primitive types in memory, in the order of BasicType. A boolean is a byte there, since native
// code may store any byte; accessors of fields give a bool.
using Primitives = std::tuple<std::uint8_t, std::uint16_t, float, double, std::int8_t, std::int16_t,
                              std::int32_t, std::int64_t>;
template <BasicType kType>
using InMemory = std::tuple_element_t<
    static_cast<std::size_t>(kType) - static_cast<std::size_t>(BasicType::kBoolean), Primitives>;
// The type in memory, by the first character of a field's descriptor.
template <char kDescriptor>
using Stored = InMemory<runtime::type_of_descriptor(kDescriptor)>;
template <char kDescriptor>
using Value = std::conditional_t<kDescriptor == 'Z', bool, Stored<kDescriptor>>;

// An array of any type knows its length (Object::array_length), so only the elements are added
// here.
struct ObjectArray : Object {
  std::int32_t length() const { return array_length(); }
  Object* at(std::integral auto index) const { return elements<Object*>()[index]; }
  // gc/heap/reference_fields.h defines this. The class of the element is not checked, because the
  // caller knows it.
  inline void store_element(const sync::NoSafepoint& still, std::integral auto index,
                            Object* value);

  static bool describes(const runtime::Class& klass) {
    return klass.kind == runtime::ClassKind::kObjectArray;
  }
};

template <BasicType kType>
struct PrimitiveArray : Object {
  using T = InMemory<kType>;
  static constexpr BasicType kElement = kType;

  std::int32_t length() const { return array_length(); }
  T* data() { return elements<T>(); }
  const T* data() const { return elements<T>(); }
  T at(std::integral auto index) const { return data()[index]; }
  void set(std::integral auto index, T value) { data()[index] = value; }

  static bool describes(const runtime::Class& klass) {
    return klass.kind == runtime::ClassKind::kPrimitiveArray && klass.element_type == kType;
  }
};

// Returns true if the class is the expected one or extends it. While the VM boots the expected
// class may not be known yet; then any object passes.
inline bool is_or_extends(const runtime::Class& klass, const runtime::Class* expected) {
  return expected == nullptr || klass.is_subclass_of(*expected);
}

#define MJ_TYPE(type, base, klass_member)                                      \
  struct type : base {                                                         \
    static runtime::Class* java_class() { return runtime::wk().klass_member; } \
    static bool describes(const runtime::Class& klass) {                       \
      return is_or_extends(klass, java_class());                               \
    }                                                                          \
    /* the object that holds the static fields */                              \
    static Object* statics() { return reinterpret_cast<Object*>(java_class()->mirror); }
// clang-format off
#define MJ_END };
// clang-format on

#define MJ_FIELD(type, field, descriptor, ...)                                           \
  static std::uint32_t field##_offset() { return runtime::wk().type##_##field; }         \
  Value<*descriptor> field() const {                                                     \
    return static_cast<Value<*descriptor>>(load<Stored<*descriptor>>(field##_offset())); \
  }                                                                                      \
  void set_##field(Value<*descriptor> value) {                                           \
    store<Stored<*descriptor>>(field##_offset(), value);                                 \
  }                                                                                      \
  auto field##_atomic() { return atomic<Stored<*descriptor>>(field##_offset()); }

#define MJ_REF(type, field, descriptor, target, ...)                                      \
  static std::uint32_t field##_offset() { return runtime::wk().type##_##field; }          \
  target* field() const { return reinterpret_cast<target*>(load_ref(field##_offset())); } \
  inline void set_##field(const sync::NoSafepoint& still, target* value);                 \
  inline void set_##field##_volatile(const sync::NoSafepoint& still, target* value);
#define MJ_INJECTED_REF(type, field, target, ...) MJ_REF(type, field, "L", target)

#define MJ_INJECTED(type, field, value_type, ...)                                \
  static_assert(sizeof(value_type) == sizeof(std::int64_t));                     \
  static std::uint32_t field##_offset() { return runtime::wk().type##_##field; } \
  value_type field() const { return load<value_type>(field##_offset()); }        \
  void set_##field(value_type value) {                                           \
    store(field##_offset(), std::bit_cast<std::int64_t>(value));                 \
  }                                                                              \
  auto field##_atomic() { return atomic<value_type>(field##_offset()); }

// Both accessors have a prefix (`get_`, `set_`), because some static fields have names that C
// headers define as macros.
#define MJ_STATIC(type, field, descriptor, ...)                                 \
  static Value<*descriptor> get_##field() {                                     \
    return static_cast<Value<*descriptor>>(                                     \
        statics()->load<Stored<*descriptor>>(runtime::wk().type##_##field));    \
  }                                                                             \
  static void set_##field(Value<*descriptor> value) {                           \
    statics()->store<Stored<*descriptor>>(runtime::wk().type##_##field, value); \
  }
#define MJ_STATIC_REF(type, field, descriptor, target, ...)                              \
  static bool has_##field() { return runtime::wk().type##_##field != 0; }                \
  static target* get_##field() {                                                         \
    return reinterpret_cast<target*>(statics()->load_ref(runtime::wk().type##_##field)); \
  }
#include "runtime/object/well_known.def"

}  // namespace minijvm::java

namespace minijvm::runtime {

// Gives an object or a handle the type that the caller knows it to have. Debug builds check the
// class.
template <class T>
T* as(Object* object) {
  MJ_DCHECK(object == nullptr || T::describes(*object->klass()), "a %s is taken for another class",
            object->klass()->external_name().c_str());
  return static_cast<T*>(object);
}
template <class T>
const T* as(const Object* object) {
  return as<T>(const_cast<Object*>(object));
}
template <class T>
Handle<T> as(Handle<> handle) {
  MJ_DCHECK(handle.is_null() || as<T>(*handle.slot()) != nullptr, "null, yet not null");
  return Handle<T>(reinterpret_cast<T* const*>(handle.slot()));
}

// The priority, state, group and other facts of a Thread, which its holder has from JDK 21 on.
// Returns null while the Thread's constructor has not made the holder.
inline java::ThreadFacts* facts_of(const java::Thread* thread) {
  Object* self = const_cast<java::Thread*>(thread);
  return java::Thread::holder_offset() == 0 ? static_cast<java::ThreadFacts*>(self)
                                            : thread->holder();
}

// Returns a handle of one field of an object, for callers that need nothing else: field_of(self,
// thread, &java::Thread::name).
template <class T, class Target>
Handle<Target> field_of(JavaThread& self, Handle<T> object, Target* (T::*field)() const) {
  sync::NoSafepoint still(self);
  return make_handle(self, still, (object.raw(still)->*field)());
}
inline Class* klass_of(JavaThread& self, Handle<> object) {
  sync::NoSafepoint still(self);
  return object.raw(still)->klass();
}
inline Handle<> element_of(JavaThread& self, Handle<java::ObjectArray> array,
                           std::integral auto index) {
  sync::NoSafepoint still(self);
  return make_handle(self, still, array.raw(still)->at(index));
}
template <class Array>
std::int32_t length_of(JavaThread& self, Handle<Array> array) {
  sync::NoSafepoint still(self);
  return array.raw(still)->array_length();
}

}  // namespace minijvm::runtime
