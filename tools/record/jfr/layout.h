// The types of a flight recording as tables: what types.def and events.def say, for the code that
// writes the metadata.
// Tested by tests/tools/record/jfr_layout_test.cpp and tests/tools/record/jfr_writer/run.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace minijvm::vm::record::jfr {

// The number of each type in the file. 0 and 1 belong to the format. The other numbers are ours:
// readers find a type by its name in the metadata of the same chunk.
enum class TypeId : std::uint32_t {
  kMetadata = 0,
  kCheckpoint = 1,
#define MJ_JFR_PRIMITIVE(type, ...) k##type,
#define MJ_JFR_ANNOTATION(type, ...) k##type,
#define MJ_JFR_TYPE(type, ...) k##type,
#define MJ_JFR_HEAD(...)
#define MJ_JFR_EVENT(type, ...) k##type,
#define MJ_JFR_FIELD(...)
#define MJ_JFR_END()
#include "tools/record/jfr/rows.def"
};

// The annotations that a field may have, joined by |.
enum Note : std::uint32_t {
  kNone = 0,
  kUnsigned = 1U << 0,
  kTimeInTicks = 1U << 1,
  kTimeInMilliseconds = 1U << 2,  // since 1970
  kTicks = 1U << 3,
  kMilliseconds = 1U << 4,
  kNanoseconds = 1U << 5,
  kBytes = 1U << 6,
  kAddress = 1U << 7,
  kMonitor = 1U << 8,
  kPercentage = 1U << 9,  // of 1
  kGcId = 1U << 10,
  kSafepointId = 1U << 11,
  kTransitionFrom = 1U << 12,
  kTransitionTo = 1U << 13,
};

// A field holds a value of its type, the number of one in a pool, or an array of values.
enum class Shape : std::uint8_t {
  kValue,
  kPoolNumber,
  kArray,
};

struct FieldLayout {
  std::string_view name;
  TypeId type = TypeId::kMetadata;
  Shape shape = Shape::kValue;
  std::uint32_t notes = kNone;
  std::string_view label;
};

// An annotation has a text, several texts, or nothing more than its name.
enum class AnnotationValue : std::uint8_t { kNoValue, kText, kTexts };
// An annotation that is kContent says what a number measures; equal values of fields with one that
// is a kRelation belong together, across types of events.
enum class AnnotationKind : std::uint8_t { kPlain, kContent, kRelation };

enum class TypeKind : std::uint8_t { kPrimitive, kAnnotation, kInline, kPooled, kSimple, kEvent };

struct TypeLayout {
  TypeId id;
  TypeKind kind;
  std::string_view name;
  std::string_view label;
  // Parts are joined by '/'. Events only.
  std::string_view category;
  // The fields that an event begins with, and the rest; other types have no head.
  std::span<const FieldLayout> head;
  std::span<const FieldLayout> fields;
  // Annotations only.
  AnnotationValue value = AnnotationValue::kNoValue;
  AnnotationKind annotation = AnnotationKind::kPlain;
};

// In the order of TypeId.
std::span<const TypeLayout> all_types();

// REQUIRES: neither kMetadata nor kCheckpoint, which have no layout.
const TypeLayout& layout_of(TypeId type);

}  // namespace minijvm::vm::record::jfr
