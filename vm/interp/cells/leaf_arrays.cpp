// Holds the leaf functions of arrays: System.arraycopy, clone, java.util.Arrays, and what finds the
// first difference of two arrays. New arrays come from the thread's TLAB, else the function
// declines. They run in kInJava.
// Tested by tests/java/arrays, differences by Differences.java there.
#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "gc/heap/allocate.h"
#include "gc/heap/barrier.h"
#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/observer.h"

namespace minijvm::interp {
namespace {

using runtime::Class;
using runtime::ClassKind;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

// The subtraction cannot overflow, whereas an addition could.
bool is_range(const Object* array, std::int32_t start, std::int32_t count) {
  return start >= 0 && count >= 0 && start <= array->array_length() - count;
}

// Returns whether elements need no check: both arrays are of one class, or all elements of the
// source fit the target.
bool is_plain_copy(const Class& source, const Class& target) {
  if (&source == &target)
    return source.is_array();
  return source.kind == ClassKind::kObjectArray && target.kind == ClassKind::kObjectArray &&
         source.component->is_subclass_of(*target.component);
}

// The two ranges may overlap.
bool array_copy(JavaThread&, Slot* args, Slot*) {
  const Object* source = args[0].ref;
  Object* target = args[2].ref;
  if (source == nullptr || target == nullptr)
    return false;
  std::int32_t from = args[1].as_int();
  std::int32_t to = args[3].as_int();
  std::int32_t count = args[4].as_int();
  const Class& klass = *source->klass();
  if (!is_plain_copy(klass, *target->klass()) || !is_range(source, from, count) ||
      !is_range(target, to, count))
    return false;
  const auto* source_at =
      reinterpret_cast<const char*>(source) + Object::element_offset(from, klass.log2_element);
  auto* target_at =
      reinterpret_cast<char*>(target) + Object::element_offset(to, klass.log2_element);
  std::size_t bytes = static_cast<std::size_t>(count) << klass.log2_element;
  // memmove moves eight-byte elements whole, so no other thread sees half of a reference.
  std::memmove(target_at, source_at, bytes);
  // The write barrier covers the whole range.
  if (klass.kind == ClassKind::kObjectArray) {
    gc::mark_cards(target_at, bytes);
  }
  return true;
}

// Copies the elements `from` to `to` into a new array of the same class, and fills the rest with
// zeros. A new object is young, so it needs no write barrier.
bool copy_part(JavaThread& self, const Object* source, std::int32_t from, std::int32_t to,
               Slot* result) {
  if (source == nullptr || from < 0 || from > source->array_length() || to < from)
    return false;
  const Class& klass = *source->klass();
  Object* copy = array_in_tlab(self, klass, to - from);
  if (copy == nullptr)
    return false;
  std::size_t count = static_cast<std::size_t>(std::min(to, source->array_length()) - from);
  std::memcpy(copy->elements<char>(),
              source->elements<char>() + (static_cast<std::size_t>(from) << klass.log2_element),
              count << klass.log2_element);
  result->ref = copy;
  return true;
}
bool copy_of(JavaThread& self, Slot* args, Slot* result) {
  return copy_part(self, args[0].ref, 0, args[1].as_int(), result);
}
bool copy_of_range(JavaThread& self, Slot* args, Slot* result) {
  return copy_part(self, args[0].ref, args[1].as_int(), args[2].as_int(), result);
}
bool clone_array(JavaThread& self, Slot* args, Slot* result) {
  const Object* source = args[0].ref;
  return source->klass()->is_array() && copy_part(self, source, 0, source->array_length(), result);
}

// Integral elements are equal if their bytes are.
template <class T>
bool arrays_equal(JavaThread&, Slot* args, Slot* result) {
  const Object* x = args[0].ref;
  const Object* y = args[1].ref;
  if (x == y || x == nullptr || y == nullptr) {
    result->set_int(x == y);
    return true;
  }
  bool is_equal = x->array_length() == y->array_length() &&
                  std::memcmp(x->elements<T>(), y->elements<T>(),
                              static_cast<std::size_t>(x->array_length()) * sizeof(T)) == 0;
  result->set_int(is_equal);
  return true;
}

// The low bytes of the slot hold the value, in the size of its type.
template <class T>
bool fill_array(JavaThread&, Slot* args, Slot*) {
  Object* array = args[0].ref;
  if (array == nullptr)
    return false;
  T value = static_cast<T>(args[1].bits);
  T* elements = array->elements<T>();
  for (std::int32_t i = 0; i < array->array_length(); ++i) elements[i] = value;
  return true;
}

// Computes 31 * hash + element, starting from 1, as java.util.Arrays specifies; 0 for null.
template <class T>
bool array_hash(JavaThread&, Slot* args, Slot* result) {
  const Object* array = args[0].ref;
  std::uint32_t hash = array == nullptr ? 0 : 1;
  for (std::int32_t i = 0; array != nullptr && i < array->array_length(); ++i) {
    hash =
        31 * hash + static_cast<std::uint32_t>(static_cast<std::int32_t>(array->elements<T>()[i]));
  }
  result->set_int(static_cast<std::int32_t>(hash));
  return true;
}

// A leaf function compares so many bytes at most, since its thread cannot stop meanwhile: some 100
// us. The method itself compares longer arrays.
constexpr std::int64_t kMostCompared = 1 << 20;

// Returns the address of `count` bytes at this offset from an array; null if they are elsewhere.
const char* bytes_in(const Object* array, std::int64_t offset, std::int64_t count) {
  if (array == nullptr || !array->klass()->is_array())
    return nullptr;
  unsigned log2_element = array->klass()->log2_element;
  auto begin = static_cast<std::int64_t>(Object::element_offset(0, log2_element));
  auto end = begin + (std::int64_t{array->array_length()} << log2_element);
  return offset < begin || offset > end - count ? nullptr
                                                : reinterpret_cast<const char*>(array) + offset;
}

// Compares two arrays word by word. The arguments: (x, its offset, y, its offset, the number of
// elements, log2 of their size). The result is the index of the first element that differs; else ~
// the number of elements behind the last whole word, which the caller compares. Bytes and shorts
// have words of four bytes at the end, as in the Java method.
bool first_difference(JavaThread&, Slot* args, Slot* result) {
  std::int32_t log2_element = args[7].as_int();
  if (log2_element < 0 || log2_element > 3 || args[6].as_int() < 0)
    return false;
  std::int64_t bytes = std::int64_t{args[6].as_int()} << log2_element;
  const char* x = bytes_in(args[0].ref, args[1].as_long(), bytes);
  const char* y = bytes_in(args[3].ref, args[4].as_long(), bytes);
  if (x == nullptr || y == nullptr || bytes > kMostCompared)
    return false;
  std::int64_t compared = bytes & (log2_element < 2 ? ~3 : ~7);
  std::int64_t at = 0;
  while (compared - at >= 8 && std::memcmp(x + at, y + at, 8) == 0) at += 8;
  while (at < compared && x[at] == y[at]) ++at;
  result->set_int(static_cast<std::int32_t>(at < compared ? at >> log2_element
                                                          : ~((bytes - compared) >> log2_element)));
  return true;
}

constexpr LeafFunction on(LeafRanges ranges, const char* name, LeafBody body) {
  return {name, body, {.ranges = ranges}};
}

using enum LeafRanges;

constexpr LeafFunction kLeaves[] = {
    on(kCopied, "java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", array_copy),
    on(kAll, "java/lang/Object.clone()Ljava/lang/Object;", clone_array),
    on(kFirst, "java/util/Arrays.copyOf([Ljava/lang/Object;I)[Ljava/lang/Object;", copy_of),
    on(kFirst, "java/util/Arrays.copyOf([BI)[B", copy_of),
    on(kFirst, "java/util/Arrays.copyOf([CI)[C", copy_of),
    on(kFirst, "java/util/Arrays.copyOf([II)[I", copy_of),
    on(kFirst, "java/util/Arrays.copyOf([JI)[J", copy_of),
    on(kPart, "java/util/Arrays.copyOfRange([Ljava/lang/Object;II)[Ljava/lang/Object;",
       copy_of_range),
    on(kPart, "java/util/Arrays.copyOfRange([BII)[B", copy_of_range),
    on(kPart, "java/util/Arrays.copyOfRange([III)[I", copy_of_range),
    on(kOfBoth, "java/util/Arrays.equals([J[J)Z", arrays_equal<std::int64_t>),
    on(kOfBoth, "java/util/Arrays.equals([I[I)Z", arrays_equal<std::int32_t>),
    on(kOfBoth, "java/util/Arrays.equals([S[S)Z", arrays_equal<std::int16_t>),
    on(kOfBoth, "java/util/Arrays.equals([C[C)Z", arrays_equal<std::uint16_t>),
    on(kOfBoth, "java/util/Arrays.equals([B[B)Z", arrays_equal<std::int8_t>),
    on(kOfBoth, "java/util/Arrays.equals([Z[Z)Z", arrays_equal<std::int8_t>),
    on(kFilled, "java/util/Arrays.fill([JJ)V", fill_array<std::uint64_t>),
    on(kFilled, "java/util/Arrays.fill([II)V", fill_array<std::uint32_t>),
    on(kFilled, "java/util/Arrays.fill([SS)V", fill_array<std::uint16_t>),
    on(kFilled, "java/util/Arrays.fill([CC)V", fill_array<std::uint16_t>),
    on(kFilled, "java/util/Arrays.fill([BB)V", fill_array<std::uint8_t>),
    on(kFilled, "java/util/Arrays.fill([DD)V", fill_array<std::uint64_t>),
    on(kFilled, "java/util/Arrays.fill([FF)V", fill_array<std::uint32_t>),
    on(kAll, "java/util/Arrays.hashCode([I)I", array_hash<std::int32_t>),
    on(kAll, "java/util/Arrays.hashCode([S)I", array_hash<std::int16_t>),
    on(kAll, "java/util/Arrays.hashCode([C)I", array_hash<std::uint16_t>),
    on(kAll, "java/util/Arrays.hashCode([B)I", array_hash<std::int8_t>),
    on(kCompared,
       "jdk/internal/util/ArraysSupport.vectorizedMismatch(Ljava/lang/Object;JLjava/lang/"
       "Object;JII)I",
       first_difference),
};

}  // namespace

Object* array_in_tlab(JavaThread& self, const Class& klass, std::int32_t length) {
  if (vm::is_observed(vm::kObjectEvents))
    return nullptr;
  std::size_t bytes = align_up(
      Object::element_offset(static_cast<std::uint32_t>(length), klass.log2_element), sizeof(Slot));
  return gc::try_allocate(self, bytes, Object::make_class_word(&klass, length));
}

std::span<const LeafFunction> array_leaves() { return kLeaves; }

}  // namespace minijvm::interp
