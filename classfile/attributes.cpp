#include "classfile/attributes.h"

namespace minijvm::classfile {
namespace {

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
  // Thirty names: comparing lengths first makes the walk a handful of instructions a row.
  for (unsigned at = 0; at < static_cast<unsigned>(Attribute::Unknown); at++) {
    const AttributeRow& row = kRows[at];
    if (row.name != name) continue;
    const bool means_something = (row.places & place) != 0 && major_version >= row.since;
    return means_something ? static_cast<Attribute>(at) : Attribute::Unknown;
  }
  return Attribute::Unknown;
}

const char* attribute_name(Attribute attribute) {
  if (attribute == Attribute::Unknown) return "Unknown";
  return kRows[static_cast<unsigned>(attribute)].name.data();  // a literal, hence terminated
}

}  // namespace minijvm::classfile
