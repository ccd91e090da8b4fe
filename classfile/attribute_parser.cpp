// Reads the header of an attribute, and the attributes that fields, methods, record components and
// the class itself have in common (JVMS 4.7).
#include "classfile/attribute_parser.h"

#include <cstring>

namespace minijvm::classfile {

// JVMS 4.7: reads attribute_name_index, attribute_length and info, whose bytes are not parsed here.
bool AttributeParser::next_attribute(ByteReader& reader, AttributePlace place, const char* bad_name,
                                     RawAttribute* out) {
  const unsigned name_index = reader.u2();
  const std::uint32_t length = reader.u4();
  if (reader.failed())
    return context_.truncated();
  // `bad_name` has HotSpot's words for this place.
  if (!pool().is(name_index, ConstantTag::Utf8)) {
    return context_.fail("4.7", "%s %u in class file %s", bad_name, name_index, context_.name());
  }
  // The meaning of the name depends on where the attribute stands and on the version.
  out->attribute = attribute_named(pool().utf8(name_index), place, source_.major_version());
  out->info = reader.bytes(length);
  if (!reader.failed())
    return true;
  // HOTSPOT: this attribute's length is compared with 4 before its bytes are read, so a file that
  // ends too early gives another message.
  if (out->attribute != Attribute::EnclosingMethod)
    return context_.truncated();
  return context_.fail("4.7.7", "Wrong EnclosingMethod attribute length %u in class file %s",
                       length, context_.name());
}

// JVMS 4.7.16 and the following clauses: there is at most one attribute of each of these kinds. An
// empty attribute differs from an absent one by its data().
bool AttributeParser::set_once(Bytes* slot, Attribute attribute, Bytes info, const char* owner) {
  // An empty span that points into the file still has an address.
  if (slot->data() != nullptr) {
    return context_.fail("4.7", "Multiple %s attributes%s in class file %s",
                         attribute_name(attribute), owner, context_.name());
  }
  *slot = info;
  return true;
}

// Stores annotations of one of four kinds. Any other attribute is ignored (JVMS 4.7.1).
bool AttributeParser::set_annotations(Annotations* annotations, Attribute attribute, Bytes info,
                                      const char* owner) {
  switch (attribute) {
    case Attribute::RuntimeVisibleAnnotations:
      return set_once(&annotations->visible, attribute, info, owner);
    case Attribute::RuntimeInvisibleAnnotations:
      return set_once(&annotations->invisible, attribute, info, owner);
    case Attribute::RuntimeVisibleTypeAnnotations:
      return set_once(&annotations->visible_type, attribute, info, owner);
    case Attribute::RuntimeInvisibleTypeAnnotations:
      return set_once(&annotations->invisible_type, attribute, info, owner);
    default:
      return true;
  }
}

// JVMS 4.7.9: the attribute is the index of a Utf8. Only reflection parses the text.
bool AttributeParser::set_signature(std::uint16_t* slot, Bytes info, const char* bad_length,
                                    const char* owner) {
  if (*slot != 0)
    return context_.fail("4.7.9", "Multiple Signature attributes%s in class file %s", owner,
                         context_.name());
  if (info.size() != 2) {
    return context_.fail(
        "4.7.9", "%s %zu%s in class file %s", bad_length, info.size(),
        std::strcmp(owner, " for Record component") == 0 ? " in Record component" : "",
        context_.name());
  }
  const unsigned index = load_u2(info.data());
  if (!pool().is(index, ConstantTag::Utf8)) {
    // HOTSPOT: the message for a class has other words than that for a member.
    const bool is_of_class = *owner == '\0';
    return context_.fail(
        "4.7.9",
        is_of_class ? "Invalid constant pool index %u in Signature attribute in class file %s"
                    : "Invalid Signature attribute at constant pool index %u in class file %s",
        index, context_.name());
  }
  // Index 0 is no Utf8, so a slot that is not 0 has been set.
  *slot = static_cast<std::uint16_t>(index);
  return true;
}

}  // namespace minijvm::classfile
