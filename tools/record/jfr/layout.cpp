// Makes tables of the rows of types.def and events.def (layout.h). All of it is computed by the
// compiler.
// Tested by tests/tools/record/jfr_layout_test.cpp.
#include "tools/record/jfr/layout.h"

#include <cstddef>

#include "base/check.h"
#include "tools/record/jfr/values.h"

namespace minijvm::vm::record::jfr {

namespace {

// Says what a field of this C++ type is in the file. A structure of types.def stands there itself.
template <class T>
struct InFile {
  static constexpr TypeId kType = T::kType;
  static constexpr Shape kShape = Shape::kValue;
};

template <class T>
struct InFile<Ref<T>> {
  static constexpr TypeId kType = T::kType;
  static constexpr Shape kShape = Shape::kPoolNumber;
};

template <class T>
struct InFile<std::span<const T>> {
  static constexpr TypeId kType = T::kType;
  static constexpr Shape kShape = Shape::kArray;
};

template <TypeId type>
struct Primitive {
  static constexpr TypeId kType = type;
  static constexpr Shape kShape = Shape::kValue;
};

// clang-format off
template <> struct InFile<bool> : Primitive<TypeId::kBoolean> {};
template <> struct InFile<float> : Primitive<TypeId::kFloat> {};
template <> struct InFile<std::int32_t> : Primitive<TypeId::kInt> {};
template <> struct InFile<std::uint32_t> : Primitive<TypeId::kInt> {};
template <> struct InFile<std::int64_t> : Primitive<TypeId::kLong> {};
template <> struct InFile<std::uint64_t> : Primitive<TypeId::kLong> {};
template <> struct InFile<std::string_view> : Primitive<TypeId::kString> {};
template <> struct InFile<Utf8> : Primitive<TypeId::kString> {};
// clang-format on

// The fields of a row, without the empty one that ends each table (an array has at least one).
template <std::size_t kSize>
constexpr std::span<const FieldLayout> without_end(const FieldLayout (&fields)[kSize]) {
  return {fields, kSize - 1};
}

#define MJ_JFR_PRIMITIVE(...)
#define MJ_JFR_ANNOTATION(...)
#define MJ_JFR_TYPE(type, ...) constexpr FieldLayout k##type##Fields[] = {
#define MJ_JFR_HEAD(type) constexpr FieldLayout k##type##Fields[] = {
#define MJ_JFR_EVENT(type, ...) constexpr FieldLayout k##type##Fields[] = {
#define MJ_JFR_FIELD(type, name, notes, label) \
  {#name, InFile<type>::kType, InFile<type>::kShape, notes, label},
#define MJ_JFR_END() \
  {}                 \
  }                  \
  ;
#include "tools/record/jfr/rows.def"

constexpr TypeLayout annotation(TypeId id, std::string_view name, std::string_view label,
                                AnnotationValue value, AnnotationKind kind) {
  return {id, TypeKind::kAnnotation, name, label, "", {}, {}, value, kind};
}

using enum AnnotationValue;
using enum AnnotationKind;
using enum TypeKind;

constexpr TypeLayout kTypes[] = {
#define MJ_JFR_PRIMITIVE(type, name) {TypeId::k##type, kPrimitive, name, "", "", {}, {}},
#define MJ_JFR_ANNOTATION(type, name, label, value, kind) \
  annotation(TypeId::k##type, name, label, value, kind),
#define MJ_JFR_TYPE(type, name, label, kind) \
  {TypeId::k##type, kind, name, label, "", {}, without_end(k##type##Fields)},
#define MJ_JFR_HEAD(...)
#define MJ_JFR_EVENT(type, package, head, label, category) \
  {TypeId::k##type,                                        \
   kEvent,                                                 \
   package #type,                                          \
   label,                                                  \
   category,                                               \
   without_end(k##head##Fields),                           \
   without_end(k##type##Fields)},
#define MJ_JFR_FIELD(...)
#define MJ_JFR_END()
#include "tools/record/jfr/rows.def"
};

constexpr std::size_t kFirstType = static_cast<std::size_t>(TypeId::kCheckpoint) + 1;

}  // namespace

std::span<const TypeLayout> all_types() { return kTypes; }

const TypeLayout& layout_of(TypeId type) {
  MJ_DCHECK(type > TypeId::kCheckpoint, "type %u has no layout", static_cast<unsigned>(type));
  return kTypes[static_cast<std::size_t>(type) - kFirstType];
}

}  // namespace minijvm::vm::record::jfr
