// Implements JVM_* functions for arrays and strings: those of System.arraycopy, of String.intern
// and of java.lang.reflect.Array. The caller is in native state.
// Tested by tests/java/arrays.
#include <cstring>
#include <string>

#include "gc/heap/reference_fields.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "vm/java/allocation.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"
#include "vm/observer.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::ClassKind;
using sync::NoSafepoint;

namespace {

constexpr const char* kIllegalArgument = "java/lang/IllegalArgumentException";
// An array class has at most this many dimensions (JVMS 4.4.1).
constexpr std::size_t kMaxDimensions = 255;

// --- System.arraycopy. The messages are HotSpot's. ---

// Returns "int" for an int[], "object array" for any array of references.
std::string kind_text(const Class& array) {
  return array.kind == ClassKind::kPrimitiveArray
             ? runtime::primitive_class(array.element_type)->external_name()
             : "object array";
}

// Holds what the checks need to know of both arrays, read once under a NoSafepoint. The checks may
// throw, so they hold no raw reference.
struct CopyRequest {
  const Class* source_class;
  const Class* target_class;
  std::int32_t source_length;
  std::int32_t target_length;
};

// Checks that both are arrays, both of references or both of the same primitive type.
JavaResult<void> check_copy_types(JavaThread& self, const CopyRequest& of) {
  if (!of.source_class->is_array()) {
    return throw_newf(self, "java/lang/ArrayStoreException",
                      "arraycopy: source type %s is not an array",
                      of.source_class->external_name().c_str());
  }
  if (!of.target_class->is_array()) {
    return throw_newf(self, "java/lang/ArrayStoreException",
                      "arraycopy: destination type %s is not an array",
                      of.target_class->external_name().c_str());
  }
  // An int[] and a float[] are of the same ClassKind, but their elements differ.
  bool same_kind = of.source_class->kind == of.target_class->kind &&
                   (of.source_class->kind == ClassKind::kObjectArray ||
                    of.source_class->element_type == of.target_class->element_type);
  if (!same_kind) {
    auto text = [](const Class& array) {
      return array.kind == ClassKind::kPrimitiveArray ? kind_text(array) + "[]" : "object array[]";
    };
    return throw_newf(self, "java/lang/ArrayStoreException",
                      "arraycopy: type mismatch: can not copy %s into %s",
                      text(*of.source_class).c_str(), text(*of.target_class).c_str());
  }
  return {};
}

JavaResult<void> bounds_error(JavaThread& self, const std::string& message) {
  return throw_new(self, "java/lang/ArrayIndexOutOfBoundsException",
                   ("arraycopy: " + message).c_str());
}

// HOTSPOT: the checks come in this order, since only the first failure is reported.
JavaResult<void> check_copy_bounds(JavaThread& self, const CopyRequest& of, jint source_start,
                                   jint target_start, jint count) {
  // The messages about an index have a common end, for example " out of bounds for int[3]".
  auto place = [](const Class& array, jint length) {
    return " out of bounds for " + kind_text(array) + "[" + std::to_string(length) + "]";
  };
  if (source_start < 0) {
    return bounds_error(self, "source index " + std::to_string(source_start) +
                                  place(*of.source_class, of.source_length));
  }
  if (target_start < 0) {
    return bounds_error(self, "destination index " + std::to_string(target_start) +
                                  place(*of.target_class, of.target_length));
  }
  if (count < 0) {
    return bounds_error(self, "length " + std::to_string(count) + " is negative");
  }
  // The subtraction cannot overflow, as count is not negative; start + count could exceed 31 bits.
  if (source_start > of.source_length - count) {
    return bounds_error(self, "last source index " +
                                  std::to_string(std::int64_t{source_start} + count) +
                                  place(*of.source_class, of.source_length));
  }
  if (target_start > of.target_length - count) {
    return bounds_error(self, "last destination index " +
                                  std::to_string(std::int64_t{target_start} + count) +
                                  place(*of.target_class, of.target_length));
  }
  return {};
}

// Copies references with a store check for each (JVMS 6.5.aastore). Returns false at the first one
// that does not fit; the elements before it stay copied, as System.arraycopy specifies.
bool copy_checked(const NoSafepoint& still, java::ObjectArray* source, jint source_start,
                  java::ObjectArray* target, jint target_start, jint count) {
  const Class& component = *target->klass()->component;
  for (jint i = 0; i < count; ++i) {
    Object* element = source->at(source_start + i);
    if (element != nullptr && !element->klass()->is_subclass_of(component)) {
      return false;
    }
    target->store_element(still, target_start + i, element);
  }
  return true;
}

// Each reference is moved as one word, so that a concurrent reader never sees half of one. If the
// ranges overlap and the target is the later one, it copies backwards.
void move_references(const NoSafepoint& still, java::ObjectArray* source, jint source_start,
                     java::ObjectArray* target, jint target_start, jint count) {
  bool backwards = source == target && source_start < target_start;
  for (jint step = 0; step < count; ++step) {
    jint i = backwards ? count - 1 - step : step;
    target->store_element(still, target_start + i, source->at(source_start + i));
  }
}

// Returns false if an element does not fit the target array.
bool copy_elements(const NoSafepoint& still, Object* source, jint source_start, Object* target,
                   jint target_start, jint count) {
  if (source->klass()->kind == ClassKind::kPrimitiveArray) {
    int shift = source->klass()->log2_element;
    std::memmove(target->elements<std::byte>() + (static_cast<std::size_t>(target_start) << shift),
                 source->elements<std::byte>() + (static_cast<std::size_t>(source_start) << shift),
                 static_cast<std::size_t>(count) << shift);
    return true;
  }
  auto* from = runtime::as<java::ObjectArray>(source);
  auto* to = runtime::as<java::ObjectArray>(target);
  // Every element of a subtype fits, so no check of each one is needed.
  if (from == to || from->klass()->component->is_subclass_of(*to->klass()->component)) {
    move_references(still, from, source_start, to, target_start, count);
    return true;
  }
  return copy_checked(still, from, source_start, to, target_start, count);
}

// Checks first and copies afterwards: a failed check leaves the target unchanged.
JavaResult<void> array_copy(JavaThread& self, Handle<> source, jint source_start, Handle<> target,
                            jint target_start, jint count) {
  if (source.is_null() || target.is_null()) {
    return throw_null_pointer(self);
  }
  // Classes do not move, so pointers to them stay good across a safepoint.
  CopyRequest of{};
  {
    NoSafepoint still(self);
    const Object* from = source.raw(still);
    const Object* to = target.raw(still);
    of = {from->klass(), to->klass(), from->array_length(), to->array_length()};
  }
  MJ_TRY(check_copy_types(self, of));
  MJ_TRY(check_copy_bounds(self, of, source_start, target_start, count));
  {
    NoSafepoint still(self);
    if (copy_elements(still, source.raw(still), source_start, target.raw(still), target_start,
                      count)) {
      return {};
    }
  }
  return throw_newf(self, "java/lang/ArrayStoreException",
                    "arraycopy: element type mismatch: can not cast one of the elements of %s[] to "
                    "the type of the destination array, %s",
                    of.source_class->component->external_name().c_str(),
                    of.target_class->component->external_name().c_str());
}

// --- java.lang.reflect.Array ---

// Returns the element type that the caller asks for. There is no array of void.
JavaResult<Class*> element_class_of(JavaThread& self, jclass mirror) {
  if (handle_of(mirror).is_null()) {
    return throw_null_pointer(self);
  }
  Class* element = &class_of(mirror);
  if (element->is_primitive() && element->element_type == BasicType::kVoid) {
    return throw_new(self, kIllegalArgument);
  }
  return element;
}

// The name of an array class begins with one '[' for each dimension.
std::size_t dimensions_of(const Class& klass) {
  return klass.is_array() ? klass.name->text().find_first_not_of('[') : 0;
}

// Adds `levels` dimensions to `element` and returns the array class. Throws
// IllegalArgumentException beyond 255 dimensions.
JavaResult<Class*> array_class_above(JavaThread& self, Class* element, std::size_t levels) {
  if (dimensions_of(*element) + levels > kMaxDimensions) {
    return throw_new(self, kIllegalArgument);
  }
  for (; levels != 0; --levels) {
    element = MJ_TRY(lift(self, runtime::array_class_of(self, *element)));
  }
  return element;
}

JavaResult<Handle<>> reflect_new_array(JavaThread& self, jclass mirror, jint length) {
  Class* element = MJ_TRY(element_class_of(self, mirror));
  Class* array_class = MJ_TRY(array_class_above(self, element, 1));
  return new_array(self, *array_class, length);
}

// Copies the lengths out first, since the allocations may move the int[].
JavaResult<Handle<>> reflect_new_multi_array(JavaThread& self, jclass mirror,
                                             Handle<java::IntArray> lengths) {
  Class* element = MJ_TRY(element_class_of(self, mirror));
  if (lengths.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<std::int32_t> dimensions;
  {
    NoSafepoint still(self);
    const java::IntArray* raw = lengths.raw(still);
    dimensions.assign(raw->data(), raw->data() + raw->length());
  }
  if (dimensions.empty()) {
    return throw_new(self, kIllegalArgument);
  }
  Class* array_class = MJ_TRY(array_class_above(self, element, dimensions.size()));
  return new_multi_array(self, *array_class, dimensions);
}

// Throws NullPointerException, or IllegalArgumentException if the object is no array.
JavaResult<const Class*> array_class_checked(JavaThread& self, Handle<> array) {
  if (array.is_null()) {
    return throw_null_pointer(self);
  }
  const Class* klass = klass_of(self, array);
  if (!klass->is_array()) {
    return throw_new(self, kIllegalArgument, "Argument is not an array");
  }
  return klass;
}

// Checks the index as well.
JavaResult<const Class*> element_checked(JavaThread& self, Handle<> array, jint index) {
  const Class* klass = MJ_TRY(array_class_checked(self, array));
  if (index < 0 || index >= length_of(self, array)) {
    // HOTSPOT: reflection gives no message here.
    return throw_new(self, "java/lang/ArrayIndexOutOfBoundsException");
  }
  return klass;
}

// Sub-int elements are widened to int, as the array instructions do (JVMS 6.5.baload).
Slot load_element(JavaThread& self, Handle<> array, BasicType type, jint index) {
  NoSafepoint still(self);
  const Object* raw = array.raw(still);
  Slot value{};
  switch (type) {
    case BasicType::kBoolean:
      value.set_int(raw->elements<std::uint8_t>()[index]);
      break;
    case BasicType::kByte:
      value.set_int(raw->elements<std::int8_t>()[index]);
      break;
    case BasicType::kChar:
      value.set_int(raw->elements<std::uint16_t>()[index]);
      break;
    case BasicType::kShort:
      value.set_int(raw->elements<std::int16_t>()[index]);
      break;
    case BasicType::kInt:
      value.set_int(raw->elements<std::int32_t>()[index]);
      break;
    case BasicType::kLong:
      value.set_long(raw->elements<std::int64_t>()[index]);
      break;
    case BasicType::kFloat:
      value.set_float(raw->elements<float>()[index]);
      break;
    case BasicType::kDouble:
      value.set_double(raw->elements<double>()[index]);
      break;
    default:
      MJ_UNREACHABLE("element type %d", static_cast<int>(type));
  }
  return value;
}

// A boolean keeps only its lowest bit (JVMS 6.5.bastore); the other sub-int types are truncated.
void store_element(JavaThread& self, Handle<> array, BasicType type, jint index, Slot value) {
  NoSafepoint still(self);
  Object* raw = array.raw(still);
  switch (type) {
    case BasicType::kBoolean:
      raw->elements<std::uint8_t>()[index] = value.as_int() & 1;
      break;
    case BasicType::kByte:
      raw->elements<std::int8_t>()[index] = static_cast<std::int8_t>(value.as_int());
      break;
    case BasicType::kChar:
      raw->elements<std::uint16_t>()[index] = static_cast<std::uint16_t>(value.as_int());
      break;
    case BasicType::kShort:
      raw->elements<std::int16_t>()[index] = static_cast<std::int16_t>(value.as_int());
      break;
    case BasicType::kInt:
      raw->elements<std::int32_t>()[index] = value.as_int();
      break;
    case BasicType::kLong:
      raw->elements<std::int64_t>()[index] = value.as_long();
      break;
    case BasicType::kFloat:
      raw->elements<float>()[index] = value.as_float();
      break;
    case BasicType::kDouble:
      raw->elements<double>()[index] = value.as_double();
      break;
    default:
      MJ_UNREACHABLE("element type %d", static_cast<int>(type));
  }
}

// Implements Array.get: a primitive element is boxed.
JavaResult<Handle<>> get_element(JavaThread& self, Handle<> array, jint index) {
  const Class* klass = MJ_TRY(element_checked(self, array, index));
  if (klass->kind == ClassKind::kPrimitiveArray) {
    return box(self, klass->element_type, load_element(self, array, klass->element_type, index));
  }
  return element_of(self, runtime::as<java::ObjectArray>(array), index);
}

// Implements Array.set: unboxes and widens the value for a primitive array (JLS 5.1.2).
JavaResult<void> set_element(JavaThread& self, Handle<> array, jint index, Handle<> value) {
  const Class* array_class = MJ_TRY(array_class_checked(self, array));
  // HOTSPOT: a null has nothing to unbox, which is reported before a bad index.
  if (value.is_null() && array_class->kind == ClassKind::kPrimitiveArray) {
    return throw_new(self, kIllegalArgument);
  }
  const Class* klass = MJ_TRY(element_checked(self, array, index));
  if (klass->kind == ClassKind::kPrimitiveArray) {
    Slot unboxed{};
    // kVoid: the object is not a box.
    BasicType type = unbox(self, value, &unboxed);
    if (type == BasicType::kVoid || !widen(type, klass->element_type, &unboxed)) {
      return throw_new(self, kIllegalArgument, "argument type mismatch");
    }
    store_element(self, array, klass->element_type, index, unboxed);
    return {};
  }
  {
    NoSafepoint still(self);
    Object* element = value.raw(still);
    if (element == nullptr || element->klass()->is_subclass_of(*klass->component)) {
      runtime::as<java::ObjectArray>(array).raw(still)->store_element(still, index, element);
      return {};
    }
  }
  return throw_new(self, kIllegalArgument, "array element type mismatch");
}

// libjava's natives pass primitives as a jvalue, for example for Array.getInt.
jvalue to_jvalue(BasicType type, Slot value) {
  jvalue result{};
  switch (type) {
    case BasicType::kBoolean:
      result.z = value.as_int() & 1;
      break;
    case BasicType::kByte:
      result.b = static_cast<jbyte>(value.as_int());
      break;
    case BasicType::kChar:
      result.c = static_cast<jchar>(value.as_int());
      break;
    case BasicType::kShort:
      result.s = static_cast<jshort>(value.as_int());
      break;
    case BasicType::kInt:
      result.i = value.as_int();
      break;
    case BasicType::kLong:
      result.j = value.as_long();
      break;
    case BasicType::kFloat:
      result.f = value.as_float();
      break;
    case BasicType::kDouble:
      result.d = value.as_double();
      break;
    default:
      break;
  }
  return result;
}

// Does the reverse of to_jvalue.
Slot from_jvalue(BasicType type, jvalue value) {
  Slot result{};
  switch (type) {
    case BasicType::kBoolean:
      result.set_int(value.z);
      break;
    case BasicType::kByte:
      result.set_int(value.b);
      break;
    case BasicType::kChar:
      result.set_int(value.c);
      break;
    case BasicType::kShort:
      result.set_int(value.s);
      break;
    case BasicType::kInt:
      result.set_int(value.i);
      break;
    case BasicType::kLong:
      result.set_long(value.j);
      break;
    case BasicType::kFloat:
      result.set_float(value.f);
      break;
    case BasicType::kDouble:
      result.set_double(value.d);
      break;
    default:
      break;
  }
  return result;
}

// The codes are those of the newarray instruction (JVMS table 6.5.newarray-A), T_BOOLEAN to T_LONG,
// which BasicType uses as well.
bool is_type_code(jint code) {
  return code >= static_cast<jint>(BasicType::kBoolean) &&
         code <= static_cast<jint>(BasicType::kLong);
}

// Reads an element and widens it to the type `code` (JLS 5.1.2). Throws IllegalArgumentException if
// it does not widen.
JavaResult<jvalue> get_primitive(JavaThread& self, Handle<> array, jint index, jint code) {
  const Class* klass = MJ_TRY(array_class_checked(self, array));
  if (klass->kind != ClassKind::kPrimitiveArray) {
    return throw_new(self, kIllegalArgument, "Argument is not an array of primitive type");
  }
  MJ_TRY(element_checked(self, array, index));
  Slot value = load_element(self, array, klass->element_type, index);
  if (!is_type_code(code) || !widen(klass->element_type, static_cast<BasicType>(code), &value)) {
    return throw_new(self, kIllegalArgument, "argument type mismatch");
  }
  return to_jvalue(static_cast<BasicType>(code), value);
}

// Widens a value of type `code` to the element type and stores it.
JavaResult<void> set_primitive(JavaThread& self, Handle<> array, jint index, jvalue value,
                               jint code) {
  const Class* klass = MJ_TRY(array_class_checked(self, array));
  if (klass->kind != ClassKind::kPrimitiveArray) {
    return throw_new(self, kIllegalArgument, "Argument is not an array of primitive type");
  }
  MJ_TRY(element_checked(self, array, index));
  if (!is_type_code(code)) {
    return throw_new(self, kIllegalArgument, "argument type mismatch");
  }
  Slot slot = from_jvalue(static_cast<BasicType>(code), value);
  if (!widen(static_cast<BasicType>(code), klass->element_type, &slot)) {
    return throw_new(self, kIllegalArgument, "argument type mismatch");
  }
  store_element(self, array, klass->element_type, index, slot);
  return {};
}

}  // namespace

extern "C" {

void JVM_ArrayCopy(JNIEnv* env, jclass, jobject source, jint source_start, jobject target,
                   jint target_start, jint count) {
  NativeEntry vm(env);
  (void)array_copy(vm.self, handle_of(source), source_start, handle_of(target), target_start,
                   count);
}

// Implements java.lang.reflect.Array.newArray.
jobject JVM_NewArray(JNIEnv* env, jclass element, jint length) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, reflect_new_array(vm.self, element, length)));
}

// Implements java.lang.reflect.Array.multiNewArray.
jobject JVM_NewMultiArray(JNIEnv* env, jclass element, jintArray lengths) {
  NativeEntry vm(env);
  return vm.result(announced_with_elements(
      vm.self, reflect_new_multi_array(vm.self, element, handle_of(lengths))));
}

// Implements java.lang.reflect.Array.getLength.
jint JVM_GetArrayLength(JNIEnv* env, jobject array) {
  NativeEntry vm(env);
  if (!array_class_checked(vm.self, handle_of(array)).ok()) {
    return 0;
  }
  NoSafepoint still(vm.self);
  return handle_of(array).raw(still)->array_length();
}

// Implements java.lang.reflect.Array.get.
jobject JVM_GetArrayElement(JNIEnv* env, jobject array, jint index) {
  NativeEntry vm(env);
  return vm.result(get_element(vm.self, handle_of(array), index));
}

// Implements java.lang.reflect.Array.set.
void JVM_SetArrayElement(JNIEnv* env, jobject array, jint index, jobject value) {
  NativeEntry vm(env);
  (void)set_element(vm.self, handle_of(array), index, handle_of(value));
}

// Implements Array.getInt and its relatives. `code` is the type that the caller wants.
jvalue JVM_GetPrimitiveArrayElement(JNIEnv* env, jobject array, jint index, jint code) {
  NativeEntry vm(env);
  return vm.value(get_primitive(vm.self, handle_of(array), index, code));
}

// Implements Array.setInt and its relatives. `code` is the type of the value.
void JVM_SetPrimitiveArrayElement(JNIEnv* env, jobject array, jint index, jvalue value,
                                  unsigned char code) {
  NativeEntry vm(env);
  (void)set_primitive(vm.self, handle_of(array), index, value, code);
}

// Implements String.intern.
jstring JVM_InternString(JNIEnv* env, jstring string) {
  NativeEntry vm(env);
  return handle_of(string).is_null()
             ? nullptr
             : vm.result_as<jstring>(intern_string(vm.self, handle_of(string)));
}

}  // extern "C"
}  // namespace minijvm::vm
