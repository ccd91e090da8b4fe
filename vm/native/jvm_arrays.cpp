// JVM_*: arrays and strings as java.lang.System and java.lang.reflect.Array see them. Proved by tests/java/arrays.
#include <cstring>
#include <string>

#include "gc/barrier.h"
#include "runtime/class_linker.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/boxing.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"
#include "vm/java/vm_events.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::ClassKind;
using sync::NoSafepoint;

namespace {

constexpr const char* kIllegalArgument = "java/lang/IllegalArgumentException";
constexpr std::size_t kMaxDimensions = 255;  // JVMS 4.4.1

// --- System.arraycopy; its messages are HotSpot's ---

std::string kind_text(const Class& array) {
  return array.kind == ClassKind::kPrimitiveArray ? runtime::primitive_class(array.element_type)->external_name() : "object array";
}

struct CopyRequest {
  const Class* source_class;
  const Class* target_class;
  std::int32_t source_length;
  std::int32_t target_length;
};

JavaResult<void> check_copy_types(JavaThread& self, const CopyRequest& of) {
  if (!of.source_class->is_array()) {
    return throw_newf(self, "java/lang/ArrayStoreException", "arraycopy: source type %s is not an array", of.source_class->external_name().c_str());
  }
  if (!of.target_class->is_array()) {
    return throw_newf(self, "java/lang/ArrayStoreException", "arraycopy: destination type %s is not an array", of.target_class->external_name().c_str());
  }
  bool same_kind = of.source_class->kind == of.target_class->kind &&
                   (of.source_class->kind == ClassKind::kObjectArray || of.source_class->element_type == of.target_class->element_type);
  if (!same_kind) {
    auto text = [](const Class& array) { return array.kind == ClassKind::kPrimitiveArray ? kind_text(array) + "[]" : "object array[]"; };
    return throw_newf(self, "java/lang/ArrayStoreException", "arraycopy: type mismatch: can not copy %s into %s", text(*of.source_class).c_str(),
                      text(*of.target_class).c_str());
  }
  return {};
}

JavaResult<void> bounds_error(JavaThread& self, const std::string& message) {
  return throw_new(self, "java/lang/ArrayIndexOutOfBoundsException", ("arraycopy: " + message).c_str());
}

JavaResult<void> check_copy_bounds(JavaThread& self, const CopyRequest& of, jint source_start, jint target_start, jint count) {
  auto place = [](const Class& array, jint length) { return " out of bounds for " + kind_text(array) + "[" + std::to_string(length) + "]"; };
  if (source_start < 0) {
    return bounds_error(self, "source index " + std::to_string(source_start) + place(*of.source_class, of.source_length));
  }
  if (target_start < 0) {
    return bounds_error(self, "destination index " + std::to_string(target_start) + place(*of.target_class, of.target_length));
  }
  if (count < 0) {
    return bounds_error(self, "length " + std::to_string(count) + " is negative");
  }
  if (source_start > of.source_length - count) {
    return bounds_error(self, "last source index " + std::to_string(std::int64_t{source_start} + count) + place(*of.source_class, of.source_length));
  }
  if (target_start > of.target_length - count) {
    return bounds_error(self, "last destination index " + std::to_string(std::int64_t{target_start} + count) + place(*of.target_class, of.target_length));
  }
  return {};
}

// Copies references with a store check for each; false: one does not fit, those before it are copied.
bool copy_checked(const NoSafepoint& still, Object* source, jint source_start, Object* target, jint target_start, jint count) {
  const Class& component = *target->klass()->component;
  for (jint i = 0; i < count; ++i) {
    Object* element = source->load_ref(Object::element_offset(source_start + i, 3));
    if (element != nullptr && !element->klass()->is_subclass_of(component)) {
      return false;
    }
    gc::store_ref(still, target, Object::element_offset(target_start + i, 3), element);
  }
  return true;
}

// Each reference is moved as one word, so that a reader never sees half of one; backwards when the ranges overlap that way.
void move_references(const NoSafepoint& still, Object* source, jint source_start, Object* target, jint target_start, jint count) {
  bool backwards = source == target && source_start < target_start;
  for (jint step = 0; step < count; ++step) {
    jint i = backwards ? count - 1 - step : step;
    gc::store_ref(still, target, Object::element_offset(target_start + i, 3), source->load_ref(Object::element_offset(source_start + i, 3)));
  }
}

bool copy_elements(const NoSafepoint& still, Object* source, jint source_start, Object* target, jint target_start, jint count) {
  if (source->klass()->kind == ClassKind::kPrimitiveArray) {
    int shift = source->klass()->log2_element;
    std::memmove(target->elements<std::byte>() + (static_cast<std::size_t>(target_start) << shift),
                 source->elements<std::byte>() + (static_cast<std::size_t>(source_start) << shift), static_cast<std::size_t>(count) << shift);
    return true;
  }
  if (source == target || source->klass()->component->is_subclass_of(*target->klass()->component)) {
    move_references(still, source, source_start, target, target_start, count);
    return true;
  }
  return copy_checked(still, source, source_start, target, target_start, count);
}

JavaResult<void> array_copy(JavaThread& self, Handle<> source, jint source_start, Handle<> target, jint target_start, jint count) {
  if (source.is_null() || target.is_null()) {
    return throw_null_pointer(self);
  }
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
    if (copy_elements(still, source.raw(still), source_start, target.raw(still), target_start, count)) {
      return {};
    }
  }
  return throw_newf(self, "java/lang/ArrayStoreException",
                    "arraycopy: element type mismatch: can not cast one of the elements of %s[] to the type of the destination array, %s",
                    of.source_class->component->external_name().c_str(), of.target_class->component->external_name().c_str());
}

// --- java.lang.reflect.Array ---

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

std::size_t dimensions_of(const Class& klass) { return klass.is_array() ? klass.name->text().find_first_not_of('[') : 0; }

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

JavaResult<Handle<>> reflect_new_multi_array(JavaThread& self, jclass mirror, Handle<> lengths) {
  Class* element = MJ_TRY(element_class_of(self, mirror));
  if (lengths.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<std::int32_t> dimensions;
  {
    NoSafepoint still(self);
    const Object* raw = lengths.raw(still);
    dimensions.assign(raw->elements<std::int32_t>(), raw->elements<std::int32_t>() + raw->array_length());
  }
  if (dimensions.empty()) {
    return throw_new(self, kIllegalArgument);
  }
  Class* array_class = MJ_TRY(array_class_above(self, element, dimensions.size()));
  return new_multi_array(self, *array_class, dimensions);
}

JavaResult<const Class*> array_class_checked(JavaThread& self, Handle<> array) {
  if (array.is_null()) {
    return throw_null_pointer(self);
  }
  const Class* klass = nullptr;
  {
    NoSafepoint still(self);
    klass = array.raw(still)->klass();
  }
  if (!klass->is_array()) {
    return throw_new(self, kIllegalArgument, "Argument is not an array");
  }
  return klass;
}

JavaResult<const Class*> element_checked(JavaThread& self, Handle<> array, jint index) {
  const Class* klass = MJ_TRY(array_class_checked(self, array));
  jint length = 0;
  {
    NoSafepoint still(self);
    length = array.raw(still)->array_length();
  }
  if (index < 0 || index >= length) {
    return throw_new(self, "java/lang/ArrayIndexOutOfBoundsException");  // without a text, as HotSpot's reflection
  }
  return klass;
}

Slot load_element(JavaThread& self, Handle<> array, BasicType type, jint index) {
  NoSafepoint still(self);
  const Object* raw = array.raw(still);
  Slot value{};
  switch (type) {
    case BasicType::kBoolean: value.set_int(raw->elements<std::uint8_t>()[index]); break;
    case BasicType::kByte: value.set_int(raw->elements<std::int8_t>()[index]); break;
    case BasicType::kChar: value.set_int(raw->elements<std::uint16_t>()[index]); break;
    case BasicType::kShort: value.set_int(raw->elements<std::int16_t>()[index]); break;
    case BasicType::kInt: value.set_int(raw->elements<std::int32_t>()[index]); break;
    case BasicType::kLong: value.set_long(raw->elements<std::int64_t>()[index]); break;
    case BasicType::kFloat: value.set_float(raw->elements<float>()[index]); break;
    case BasicType::kDouble: value.set_double(raw->elements<double>()[index]); break;
    default: MJ_UNREACHABLE("element type %d", static_cast<int>(type));
  }
  return value;
}

void store_element(JavaThread& self, Handle<> array, BasicType type, jint index, Slot value) {
  NoSafepoint still(self);
  Object* raw = array.raw(still);
  switch (type) {
    case BasicType::kBoolean: raw->elements<std::uint8_t>()[index] = value.as_int() & 1; break;
    case BasicType::kByte: raw->elements<std::int8_t>()[index] = static_cast<std::int8_t>(value.as_int()); break;
    case BasicType::kChar: raw->elements<std::uint16_t>()[index] = static_cast<std::uint16_t>(value.as_int()); break;
    case BasicType::kShort: raw->elements<std::int16_t>()[index] = static_cast<std::int16_t>(value.as_int()); break;
    case BasicType::kInt: raw->elements<std::int32_t>()[index] = value.as_int(); break;
    case BasicType::kLong: raw->elements<std::int64_t>()[index] = value.as_long(); break;
    case BasicType::kFloat: raw->elements<float>()[index] = value.as_float(); break;
    case BasicType::kDouble: raw->elements<double>()[index] = value.as_double(); break;
    default: MJ_UNREACHABLE("element type %d", static_cast<int>(type));
  }
}

JavaResult<Handle<>> get_element(JavaThread& self, Handle<> array, jint index) {
  const Class* klass = MJ_TRY(element_checked(self, array, index));
  if (klass->kind == ClassKind::kPrimitiveArray) {
    return box(self, klass->element_type, load_element(self, array, klass->element_type, index));
  }
  NoSafepoint still(self);
  return runtime::make_handle(self, still, array.raw(still)->load_ref(Object::element_offset(index, 3)));
}

JavaResult<void> set_element(JavaThread& self, Handle<> array, jint index, Handle<> value) {
  const Class* array_class = MJ_TRY(array_class_checked(self, array));
  if (value.is_null() && array_class->kind == ClassKind::kPrimitiveArray) {
    return throw_new(self, kIllegalArgument);  // nothing to unbox, whatever the index
  }
  const Class* klass = MJ_TRY(element_checked(self, array, index));
  if (klass->kind == ClassKind::kPrimitiveArray) {
    Slot unboxed{};
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
      gc::store_ref(still, array.raw(still), Object::element_offset(index, 3), element);
      return {};
    }
  }
  return throw_new(self, kIllegalArgument, "array element type mismatch");
}

jvalue to_jvalue(BasicType type, Slot value) {
  jvalue result{};
  switch (type) {
    case BasicType::kBoolean: result.z = value.as_int() & 1; break;
    case BasicType::kByte: result.b = static_cast<jbyte>(value.as_int()); break;
    case BasicType::kChar: result.c = static_cast<jchar>(value.as_int()); break;
    case BasicType::kShort: result.s = static_cast<jshort>(value.as_int()); break;
    case BasicType::kInt: result.i = value.as_int(); break;
    case BasicType::kLong: result.j = value.as_long(); break;
    case BasicType::kFloat: result.f = value.as_float(); break;
    case BasicType::kDouble: result.d = value.as_double(); break;
    default: break;
  }
  return result;
}

Slot from_jvalue(BasicType type, jvalue value) {
  Slot result{};
  switch (type) {
    case BasicType::kBoolean: result.set_int(value.z); break;
    case BasicType::kByte: result.set_int(value.b); break;
    case BasicType::kChar: result.set_int(value.c); break;
    case BasicType::kShort: result.set_int(value.s); break;
    case BasicType::kInt: result.set_int(value.i); break;
    case BasicType::kLong: result.set_long(value.j); break;
    case BasicType::kFloat: result.set_float(value.f); break;
    case BasicType::kDouble: result.set_double(value.d); break;
    default: break;
  }
  return result;
}

bool is_type_code(jint code) { return code >= static_cast<jint>(BasicType::kBoolean) && code <= static_cast<jint>(BasicType::kLong); }

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

JavaResult<void> set_primitive(JavaThread& self, Handle<> array, jint index, jvalue value, jint code) {
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

void JVM_ArrayCopy(JNIEnv* env, jclass, jobject source, jint source_start, jobject target, jint target_start, jint count) {
  NativeEntry vm(env);
  (void)array_copy(vm.self, handle_of(source), source_start, handle_of(target), target_start, count);
}

jobject JVM_NewArray(JNIEnv* env, jclass element, jint length) {
  NativeEntry vm(env);
  return vm.result(announced(vm.self, reflect_new_array(vm.self, element, length)));
}

jobject JVM_NewMultiArray(JNIEnv* env, jclass element, jintArray lengths) {
  NativeEntry vm(env);
  return vm.result(announced_with_elements(vm.self, reflect_new_multi_array(vm.self, element, handle_of(lengths))));
}

jint JVM_GetArrayLength(JNIEnv* env, jobject array) {
  NativeEntry vm(env);
  if (!array_class_checked(vm.self, handle_of(array)).ok()) {
    return 0;
  }
  NoSafepoint still(vm.self);
  return handle_of(array).raw(still)->array_length();
}

jobject JVM_GetArrayElement(JNIEnv* env, jobject array, jint index) {
  NativeEntry vm(env);
  return vm.result(get_element(vm.self, handle_of(array), index));
}

void JVM_SetArrayElement(JNIEnv* env, jobject array, jint index, jobject value) {
  NativeEntry vm(env);
  (void)set_element(vm.self, handle_of(array), index, handle_of(value));
}

jvalue JVM_GetPrimitiveArrayElement(JNIEnv* env, jobject array, jint index, jint code) {
  NativeEntry vm(env);
  return vm.value(get_primitive(vm.self, handle_of(array), index, code));
}

void JVM_SetPrimitiveArrayElement(JNIEnv* env, jobject array, jint index, jvalue value, unsigned char code) {
  NativeEntry vm(env);
  (void)set_primitive(vm.self, handle_of(array), index, value, code);
}

jstring JVM_InternString(JNIEnv* env, jstring string) {
  NativeEntry vm(env);
  return handle_of(string).is_null() ? nullptr : vm.result_as<jstring>(intern_string(vm.self, handle_of(string)));
}

}  // extern "C"
}  // namespace minijvm::vm
