// Makes the metadata of a chunk from the tables of types (metadata.h). Pure computation: it needs
// no thread state.
// Tested by tests/tools/record/jfr_layout_test.cpp and tests/tools/record/jfr_writer/run.
#include "tools/record/jfr/metadata.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tools/record/jfr/layout.h"
#include "tools/record/jfr/metadata_element.h"

namespace minijvm::vm::record::jfr {

namespace {

// Readers tell by this number whether the metadata of two chunks differ. Ours never do.
constexpr std::uint64_t kMetadataNumber = 1;

struct NoteRow {
  Note note;
  TypeId annotation;
  std::string_view value;
};
constexpr NoteRow kNotes[] = {
    {kUnsigned, TypeId::kUnsigned, ""},
    {kTimeInTicks, TypeId::kTimestamp, "TICKS"},
    {kTimeInMilliseconds, TypeId::kTimestamp, "MILLISECONDS_SINCE_EPOCH"},
    {kTicks, TypeId::kTimespan, "TICKS"},
    {kMilliseconds, TypeId::kTimespan, "MILLISECONDS"},
    {kNanoseconds, TypeId::kTimespan, "NANOSECONDS"},
    {kBytes, TypeId::kDataAmount, "BYTES"},
    {kAddress, TypeId::kMemoryAddress, ""},
    {kMonitor, TypeId::kJavaMonitorAddress, ""},
    {kPercentage, TypeId::kPercentage, ""},
    {kGcId, TypeId::kGcId, ""},
    {kSafepointId, TypeId::kSafepointId, ""},
    {kTransitionFrom, TypeId::kTransitionFrom, ""},
    {kTransitionTo, TypeId::kTransitionTo, ""},
};

std::string number_of(TypeId type) { return std::to_string(static_cast<std::uint32_t>(type)); }

MetadataElement annotation(TypeId type, std::string_view value = "") {
  MetadataElement element("annotation");
  element.attribute("class", number_of(type));
  if (!value.empty()) {
    element.attribute("value", value);
  }
  return element;
}

void add_label(MetadataElement& element, std::string_view label) {
  if (!label.empty()) {
    element.add(annotation(TypeId::kLabel, label));
  }
}

// The value of a category is an array: value-0, value-1, and so on.
MetadataElement category(std::string_view parts) {
  MetadataElement element = annotation(TypeId::kCategory);
  for (int i = 0; !parts.empty(); i++) {
    const std::string_view part = parts.substr(0, parts.find('/'));
    element.attribute("value-" + std::to_string(i), part);
    parts.remove_prefix(std::min(parts.size(), part.size() + 1));
  }
  return element;
}

MetadataElement field(const FieldLayout& layout) {
  MetadataElement element("field");
  element.attribute("name", layout.name).attribute("class", number_of(layout.type));
  if (layout.shape == Shape::kPoolNumber) {
    element.attribute("constantPool", "true");
  }
  if (layout.shape == Shape::kArray) {
    element.attribute("dimension", "1");
  }
  for (const NoteRow& row : kNotes) {
    if ((layout.notes & row.note) != 0) {
      element.add(annotation(row.annotation, row.value));
    }
  }
  add_label(element, layout.label);
  return element;
}

void add_fields(MetadataElement& element, const TypeLayout& layout) {
  for (const FieldLayout& row : layout.head) {
    element.add(field(row));
  }
  for (const FieldLayout& row : layout.fields) {
    element.add(field(row));
  }
}

// An annotation has a field for its value, and annotations of its own.
void add_annotation_type(MetadataElement& element, const TypeLayout& layout) {
  element.attribute("superType", "java.lang.annotation.Annotation");
  if (layout.value != AnnotationValue::kNoValue) {
    const bool is_array = layout.value == AnnotationValue::kTexts;
    element.add(
        field({"value", TypeId::kString, is_array ? Shape::kArray : Shape::kValue, kNone, ""}));
  }
  if (layout.annotation == AnnotationKind::kContent) {
    element.add(annotation(TypeId::kContentType));
  }
  if (layout.annotation == AnnotationKind::kRelation) {
    element.add(annotation(TypeId::kRelational));
  }
}

MetadataElement type(const TypeLayout& layout) {
  MetadataElement element("class");
  element.attribute("name", layout.name).attribute("id", number_of(layout.id));
  if (layout.kind == TypeKind::kAnnotation) {
    add_annotation_type(element, layout);
  }
  if (layout.kind == TypeKind::kSimple) {
    element.attribute("simpleType", "true");
  }
  if (layout.kind == TypeKind::kEvent) {
    element.attribute("superType", "jdk.jfr.Event");
    element.add(category(layout.category));
  }
  add_fields(element, layout);
  add_label(element, layout.label);
  return element;
}

// The times in the file are those of the world's clock, so no region shifts them.
MetadataElement region() {
  MetadataElement element("region");
  element.attribute("locale", "en_US").attribute("gmtOffset", "0");
  return element;
}

MetadataElement tree() {
  MetadataElement types("metadata");
  for (const TypeLayout& layout : all_types()) {
    types.add(type(layout));
  }
  MetadataElement root("root");
  root.add(std::move(types));
  root.add(region());
  return root;
}

}  // namespace

void encode_metadata(Encoder& out, Ticks now) {
  Encoder rest;
  rest.leb128(static_cast<std::uint32_t>(TypeId::kMetadata));
  rest.leb128(now);
  rest.leb128(0);  // the duration
  rest.leb128(kMetadataNumber);
  tree().encode(rest);
  out.record(rest.bytes());
}

}  // namespace minijvm::vm::record::jfr
