// Looks up attributes by name. The parser asks once for each attribute_info of a class file.
#include "classfile/attributes.h"

namespace minijvm::classfile {
namespace {

// One row of MJ_ATTRIBUTES as data.
struct AttributeRow {
  std::string_view name;
  unsigned since;
  unsigned places;
};

constexpr AttributeRow kRows[] = {
#define MJ_ATTRIBUTE_ROW(name, since, places) {#name, since, places},
    MJ_ATTRIBUTES(MJ_ATTRIBUTE_ROW)
#undef MJ_ATTRIBUTE_ROW
};

}  // namespace

Attribute attribute_named(std::string_view name, AttributePlace place, unsigned major_version) {
  // A linear search over thirty names is fast enough: comparing the lengths rules most of them out,
  // so each row costs a few instructions.
  for (unsigned at = 0; at < static_cast<unsigned>(Attribute::Unknown); at++) {
    const AttributeRow& row = kRows[at];
    if (row.name != name)
      continue;
    // JVMS 4.7.1: an attribute in another place, or in an older file, is ignored like an unknown
    // one.
    const bool means_something = (row.places & place) != 0 && major_version >= row.since;
    return means_something ? static_cast<Attribute>(at) : Attribute::Unknown;
  }
  return Attribute::Unknown;
}

const char* attribute_name(Attribute attribute) {
  if (attribute == Attribute::Unknown)
    return "Unknown";
  // The view is that of a string literal, so the text ends with a zero byte.
  return kRows[static_cast<unsigned>(attribute)].name.data();
}

}  // namespace minijvm::classfile
