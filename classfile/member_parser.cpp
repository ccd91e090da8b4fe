// Parses fields and methods (JVMS 4.5, 4.6). ClassFileParser calls it for each member of a class
// file, and ClassFile once more when somebody asks for what a member's record leaves out.
#include "classfile/member_parser.h"

#include "classfile/code_parser.h"

namespace minijvm::classfile {
namespace {

// JVMS tables 4.5-A and 4.6-A: bits outside of these are ignored.
constexpr std::uint16_t kFieldFlags = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC |
                                      ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT | ACC_SYNTHETIC |
                                      ACC_ENUM;
constexpr std::uint16_t kMethodFlags = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC |
                                       ACC_FINAL | ACC_SYNCHRONIZED | ACC_BRIDGE | ACC_VARARGS |
                                       ACC_NATIVE | ACC_ABSTRACT | ACC_STRICT | ACC_SYNTHETIC;

}  // namespace

// ---- JVMS 4.5 -----------------------------------------------------------------------------------

// JVMS 4.5: reads one field_info.
bool MemberParser::parse_field(ByteReader& reader, FieldInfo* field, Annotations* annotations) {
  field->offset = static_cast<std::uint32_t>(reader.position());
  field->access_flags = reader.u2() & kFieldFlags;
  field->name_index = reader.u2();
  field->descriptor_index = reader.u2();
  const unsigned attribute_count = reader.u2();
  if (reader.failed())
    return context_.truncated();
  // HOTSPOT: the indices are checked before the attributes are read.
  if (!pool().is(field->name_index, ConstantTag::Utf8)) {
    return context_.fail("4.5", "Invalid constant pool index %u for field name in class file %s",
                         unsigned{field->name_index}, context_.name());
  }
  if (!pool().is(field->descriptor_index, ConstantTag::Utf8)) {
    return context_.fail("4.5",
                         "Invalid constant pool index %u for field signature in class file %s",
                         unsigned{field->descriptor_index}, context_.name());
  }
  // The flag makes the field synthetic; in older files the Synthetic attribute does so (below).
  field->is_synthetic = (field->access_flags & ACC_SYNTHETIC) != 0;
  for (unsigned i = 0; i < attribute_count; i++) {
    RawAttribute raw;
    if (!next_attribute(reader, kInField, "Invalid field attribute index", &raw))
      return false;
    if (!parse_field_attribute(field, annotations, raw.attribute, raw.info))
      return false;
  }
  field->has_visible_annotations = !annotations->visible.empty();
  return true;
}

// JVMS table 4.7-C: the cases are the rows for field_info.
bool MemberParser::parse_field_attribute(FieldInfo* field, Annotations* annotations,
                                         Attribute attribute, Bytes info) {
  switch (attribute) {
    case Attribute::ConstantValue:
      return parse_constant_value(field, info);
    case Attribute::Signature:
      return set_signature(&field->signature_index, info,
                           "Wrong size for field's Signature attribute", " for field");
    // JVMS 4.7.8 and 4.7.15: these two have no bytes.
    case Attribute::Synthetic:
      field->is_synthetic = true;
      if (info.empty())
        return true;
      return context_.fail("4.7.8", "Invalid Synthetic field attribute length %zu in class file %s",
                           info.size(), context_.name());
    case Attribute::Deprecated:
      field->is_deprecated = true;
      if (info.empty())
        return true;
      return context_.fail("4.7.15",
                           "Invalid Deprecated field attribute length %zu in class file %s",
                           info.size(), context_.name());
    default:
      return set_annotations(annotations, attribute, info, " for field");
  }
}

// JVMS 4.7.2: the attribute of a field that is not static is ignored. For a static field it is the
// initial value, which is stored when the class is initialized (JVMS 5.5 step 6).
bool MemberParser::parse_constant_value(FieldInfo* field, Bytes info) {
  if ((field->access_flags & ACC_STATIC) == 0)
    return true;
  if (field->constant_value_index != 0) {
    return context_.fail("4.7.2", "Duplicate ConstantValue attribute in class file %s",
                         context_.name());
  }
  if (info.size() != 2) {
    return context_.fail("4.7.2",
                         "Invalid ConstantValue field attribute length %zu in class file %s",
                         info.size(), context_.name());
  }
  // HOTSPOT: an index to nothing, and a constant of the wrong type, have messages of their own.
  const std::uint16_t index = load_u2(info.data());
  const ConstantTag tag = pool().tag(index);
  if (tag == ConstantTag::None) {
    return context_.fail("4.7.2",
                         "Bad initial value index %u in ConstantValue attribute in class file %s",
                         unsigned{index}, context_.name());
  }
  field->constant_value_index = index;
  // JVMS table 4.7.2-A: the field's type decides which constant it may have.
  const std::string_view descriptor = pool().utf8(field->descriptor_index);
  ConstantTag wanted = ConstantTag::None;
  switch (descriptor.empty() ? '\0' : descriptor[0]) {
    // The five integer types share one tag.
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z':
      wanted = ConstantTag::Integer;
      break;
    case 'J':
      wanted = ConstantTag::Long;
      break;
    case 'F':
      wanted = ConstantTag::Float;
      break;
    case 'D':
      wanted = ConstantTag::Double;
      break;
    // A constant object can only be a String.
    case 'L':
      if (descriptor == "Ljava/lang/String;" && tag == ConstantTag::String)
        return true;
      return context_.fail("4.7.2", "Bad string initial value in class file %s", context_.name());
    default:
      return context_.fail("4.7.2", "Unable to set initial value %u in class file %s",
                           unsigned{index}, context_.name());
  }
  if (tag == wanted)
    return true;
  return context_.fail("4.7.2", "Inconsistent constant value type in class file %s",
                       context_.name());
}

// ---- JVMS 4.6 -----------------------------------------------------------------------------------

// JVMS 4.6: reads one method_info.
bool MemberParser::parse_method(ByteReader& reader, MethodInfo* method,
                                MethodAttributes* attributes, CodeParser* code) {
  method->offset = static_cast<std::uint32_t>(reader.position());
  method->access_flags = reader.u2() & kMethodFlags;
  method->name_index = reader.u2();
  method->descriptor_index = reader.u2();
  const unsigned attribute_count = reader.u2();
  if (reader.failed())
    return context_.truncated();
  if (!pool().is(method->name_index, ConstantTag::Utf8)) {
    return context_.fail("4.6", "Illegal constant pool index %u for method name in class file %s",
                         unsigned{method->name_index}, context_.name());
  }
  if (!pool().is(method->descriptor_index, ConstantTag::Utf8)) {
    return context_.fail("4.6",
                         "Illegal constant pool index %u for method signature in class file %s",
                         unsigned{method->descriptor_index}, context_.name());
  }
  // JVMS 4.6: all flags but ACC_STATIC and ACC_STRICT of a class initializer are ignored. JVMS
  // 2.9.2: up to version 50 it is static whatever its flags say; from 51 on it must say so.
  if (pool().utf8(method->name_index) == "<clinit>") {
    if (source_.major_version() < 51) {
      method->access_flags = ACC_STATIC;
    } else if ((method->access_flags & ACC_STATIC) == 0) {
      return context_.fail("2.9.2", "Method <clinit> is not static in class file %s",
                           context_.name());
    } else {
      method->access_flags &= ACC_STATIC | ACC_STRICT;
    }
  }
  // The flag makes the method synthetic; in older files the Synthetic attribute does so (below).
  method->is_synthetic = (method->access_flags & ACC_SYNTHETIC) != 0;
  for (unsigned i = 0; i < attribute_count; i++) {
    RawAttribute raw;
    if (!next_attribute(reader, kInMethod, "Invalid method attribute name index", &raw))
      return false;
    const bool is_good = raw.attribute == Attribute::Code
                             ? parse_code(method, code, raw.info)
                             : parse_method_attribute(method, attributes, raw.attribute, raw.info);
    if (!is_good)
      return false;
  }
  method->has_visible_annotations = !attributes->annotations.visible.empty();
  // JVMS 4.7.3: a method has a Code attribute exactly if it is not native or abstract. parse_code()
  // checks the other direction.
  const bool needs_code = (method->access_flags & (ACC_NATIVE | ACC_ABSTRACT)) == 0;
  if (needs_code && !method->has_code()) {
    return context_.fail(
        "4.7.3", "Absent Code attribute in method that is not native or abstract in class file %s",
        context_.name());
  }
  return true;
}

// JVMS table 4.7-C: the cases are the rows for method_info.
bool MemberParser::parse_method_attribute(MethodInfo* method, MethodAttributes* attributes,
                                          Attribute attribute, Bytes info) {
  switch (attribute) {
    case Attribute::Exceptions:
      return parse_exceptions(attributes, info);
    case Attribute::MethodParameters:
      return parse_method_parameters(attributes, info);
    case Attribute::Signature:
      return set_signature(&method->signature_index, info, "Invalid Signature attribute length",
                           " for method");
    case Attribute::Synthetic:
      method->is_synthetic = true;
      if (info.empty())
        return true;
      return context_.fail("4.7.8",
                           "Invalid Synthetic method attribute length %zu in class file %s",
                           info.size(), context_.name());
    case Attribute::Deprecated:
      method->is_deprecated = true;
      if (info.empty())
        return true;
      return context_.fail("4.7.15",
                           "Invalid Deprecated method attribute length %zu in class file %s",
                           info.size(), context_.name());
    case Attribute::RuntimeVisibleParameterAnnotations:
      return set_once(&attributes->visible_parameter_annotations, attribute, info, " for method");
    case Attribute::RuntimeInvisibleParameterAnnotations:
      return set_once(&attributes->invisible_parameter_annotations, attribute, info, " for method");
    case Attribute::AnnotationDefault:
      return set_once(&attributes->annotation_default, attribute, info, " for method");
    default:
      return set_annotations(&attributes->annotations, attribute, info, " for method");
  }
}

// JVMS 4.7.3: a method has at most one Code attribute, and none if it is native or abstract.
bool MemberParser::parse_code(MethodInfo* method, CodeParser* code, Bytes info) {
  if ((method->access_flags & (ACC_NATIVE | ACC_ABSTRACT)) != 0) {
    return context_.fail("4.7.3", "Code attribute in native or abstract methods in class file %s",
                         context_.name());
  }
  if (method->has_code())
    return context_.fail("4.7.3", "Multiple Code attributes in class file %s", context_.name());
  method->code_offset = static_cast<std::uint32_t>(info.data() - source_.bytes().data());
  // The body has a parser of its own, since it has attributes of its own.
  if (code == nullptr)
    return true;
  const bool is_good = code->parse(info);
  method->has_local_variables = !code->code().local_variables.empty();
  return is_good;
}

// JVMS 4.7.5: the attribute is a counted list of Class entries.
bool MemberParser::parse_exceptions(MethodAttributes* attributes, Bytes info) {
  if (attributes->has_exceptions)
    return context_.fail("4.7.5", "Multiple Exceptions attributes in class file %s",
                         context_.name());
  attributes->has_exceptions = true;
  ByteReader reader(info);
  attributes->exceptions = read_table<U2>(reader);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.5", "Exceptions attribute has wrong length in class file %s",
                         context_.name());
  }
  for (unsigned index : attributes->exceptions) {
    if (!pool().is(index, ConstantTag::Class)) {
      return context_.fail("4.7.5",
                           "Exception name has bad type at constant pool %u in class file %s",
                           index, context_.name());
    }
  }
  return true;
}

// JVMS 4.7.24: the count of this table has one byte.
bool MemberParser::parse_method_parameters(MethodAttributes* attributes, Bytes info) {
  if (attributes->has_method_parameters)
    return context_.fail("4.7.24", "Multiple MethodParameters attributes in class file %s",
                         context_.name());
  attributes->has_method_parameters = true;
  ByteReader reader(info);
  const std::uint32_t count = reader.u1();
  const Bytes rows = reader.bytes(count * sizeof(MethodParameter));
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.24",
                         "Invalid MethodParameters method attribute length %zu in class file",
                         info.size());
  }
  // HOTSPOT: reflection reports a bad name_index (MalformedParametersException), not the parser.
  attributes->method_parameters = Table<MethodParameter>(rows.data(), count);
  return true;
}

}  // namespace minijvm::classfile
