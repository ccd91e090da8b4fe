// Parses class files: the header, the fields and the methods (JVMS 4.1, 4.5, 4.6), in the order of
// the bytes. parse_class_file() at the top is where bytes enter the VM; the linker calls it for
// each class that a loader defines. It needs no thread state and touches no Java object.
#include "classfile/class_file_parser.h"

#include <cstring>

#include "classfile/code_parser.h"
#include "classfile/format_checker.h"
#include "classfile/pool_parser.h"
#include "classfile/structure_parser.h"

namespace minijvm::classfile {
namespace {

constexpr std::uint32_t kMagic = 0xCAFEBABE;
// JVMS 4.1: from version 56 on, minor_version is 0 or 65535.
constexpr unsigned kFirstStrictMinorVersion = 56;

// JVMS tables 4.1-B, 4.5-A and 4.6-A: bits outside of these are ignored.
constexpr std::uint16_t kClassFlags = ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_INTERFACE |
                                      ACC_ABSTRACT | ACC_SYNTHETIC | ACC_ANNOTATION | ACC_ENUM;
constexpr std::uint16_t kFieldFlags = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC |
                                      ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT | ACC_SYNTHETIC |
                                      ACC_ENUM;
constexpr std::uint16_t kMethodFlags = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC |
                                       ACC_FINAL | ACC_SYNCHRONIZED | ACC_BRIDGE | ACC_VARARGS |
                                       ACC_NATIVE | ACC_ABSTRACT | ACC_STRICT | ACC_SYNTHETIC;

}  // namespace

// The parser goes away; the ClassFile is moved out of it.
Expected<ClassFile, FormatError> parse_class_file(Bytes bytes, const ParseOptions& options) {
  ParseContext context(options);
  ClassFileParser parser(context, bytes);
  if (!parser.parse())
    return Unexpected(context.take_error());
  return parser.take();
}

// Makes the copy that every span of the result points into. The reader reads the copy.
ClassFileParser::ClassFileParser(ParseContext& context, Bytes bytes)
    : context_(context), reader_(Bytes()) {
  file_.bytes_ = std::make_unique<std::uint8_t[]>(bytes.size());
  file_.size_ = bytes.size();
  if (!bytes.empty())
    std::memcpy(file_.bytes_.get(), bytes.data(), bytes.size());
  reader_ = ByteReader(file_.bytes());
}

// JVMS 4.1: reads the items of a ClassFile in their order. `&&` stops at the first violation.
bool ClassFileParser::parse() {
  if (!parse_header() || !parse_pool() || !parse_access_flags() || !parse_this_class())
    return false;
  if (!parse_super_class() || !parse_interfaces() || !parse_fields() || !parse_methods())
    return false;
  if (!parse_class_attributes())
    return false;
  // JVMS 4.8: there are no extra bytes at the end.
  if (!reader_.at_end())
    return context_.fail("4.8", "Extra bytes at the end of class file %s", context_.name());
  // The rest is format checking, which is left out for a trusted class.
  if (!context_.options.check_format)
    return true;
  if (!FormatChecker(context_, file_).check_rest())
    return false;
  ignore_circular_inner_classes();
  return true;
}

// ---- JVMS 4.1: magic to interfaces --------------------------------------------------------------

// JVMS 4.1: magic, minor_version, major_version, which are eight bytes together.
bool ClassFileParser::parse_header() {
  const std::uint32_t magic = reader_.u4();
  file_.minor_version_ = reader_.u2();
  file_.major_version_ = reader_.u2();
  // HOTSPOT: a file that is too short is reported before a wrong magic number.
  if (reader_.failed())
    return context_.truncated();
  if (magic != kMagic)
    return context_.fail("4.1", "Incompatible magic value %u in class file %s", magic,
                         context_.name());
  return check_version();
}

// JVMS 4.1 and table 4.1-A: accepts versions 45.0 to 61.0, and 61.65535 with --enable-preview.
bool ClassFileParser::check_version() {
  constexpr FormatErrorKind kKind = FormatErrorKind::UnsupportedClassVersionError;
  // HOTSPOT: the sentences are HotSpot's, one for each way to be wrong.
  const unsigned major = file_.major_version_;
  const unsigned minor = file_.minor_version_;
  const char* name = context_.name();
  // There is no class file format with a major version below 45.
  if (major < kMinMajorVersion) {
    return context_.fail(kKind, "4.1",
                         "%s (class file version %u.%u) was compiled with an invalid major version",
                         name, major, minor);
  }
  // The class file is newer than this VM.
  if (major > kMaxMajorVersion) {
    return context_.fail(kKind, "4.1",
                         "%s has been compiled by a more recent version of the Java Runtime (class "
                         "file version %u.%u), this version of "
                         "the Java Runtime only recognizes class file versions up to %u.0",
                         name, major, minor, kMaxMajorVersion);
  }
  // Older files may have any minor version.
  if (major < kFirstStrictMinorVersion || minor == 0)
    return true;
  // A minor version other than 0 marks preview features, and only 65535 does.
  if (minor != kPreviewMinorVersion) {
    return context_.fail(
        kKind, "4.1",
        "%s (class file version %u.%u) was compiled with an invalid non-zero minor version", name,
        major, minor);
  }
  // Preview features belong to one release only, so an older release's file is refused.
  if (major != kMaxMajorVersion) {
    return context_.fail(kKind, "4.1",
                         "%s (class file version %u.%u) was compiled with preview features that "
                         "are unsupported. This version of the Java "
                         "Runtime only recognizes preview features for class file version %u.%u",
                         name, major, minor, kMaxMajorVersion, kPreviewMinorVersion);
  }
  // Version 61.65535: the user must ask for preview features.
  if (context_.options.enable_preview)
    return true;
  return context_.fail(kKind, "4.1",
                       "Preview features are not enabled for %s (class file version %u.%u). Try "
                       "running with '--enable-preview'",
                       name, major, minor);
}

// The pool is read completely before anything that refers to it. HOTSPOT: the names in the pool are
// checked at once, before the flags of the class.
bool ClassFileParser::parse_pool() {
  PoolParser parser(context_, file_.bytes(), file_.major_version_);
  if (!parser.parse(reader_))
    return false;
  bootstrap_rows_needed_ = parser.bootstrap_rows_needed();
  module_tag_seen_ = parser.module_tag_seen();
  file_.pool_ = parser.take();
  return !context_.options.check_format || FormatChecker(context_, file_).check_pool();
}

// JVMS 4.1, table 4.1-B: reads the flags of the class.
bool ClassFileParser::parse_access_flags() {
  const std::uint16_t raw = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  // Bits that the file's version does not define are ignored.
  const bool knows_modules = file_.major_version_ >= 53;
  std::uint16_t flags = raw & kClassFlags;
  if (knows_modules)
    flags |= raw & ACC_MODULE;
  // HOTSPOT: interfaces of old compilers lack ACC_ABSTRACT.
  if ((flags & ACC_INTERFACE) != 0 && file_.major_version_ < 50)
    flags |= ACC_ABSTRACT;
  file_.access_flags_ = flags;
  // JVMS 4.1, 5.3.5: a module-info is not a class.
  if (file_.has(ACC_MODULE)) {
    if (context_.options.allow_module)
      return true;
    return context_.fail(FormatErrorKind::NoClassDefFoundError, "4.1",
                         "%s is not a class because access_flag ACC_MODULE is set",
                         context_.name());
  }
  if (context_.options.check_format && !FormatChecker(context_, file_).check_class_flags(flags))
    return false;
  // JVMS 4.4.11, 4.4.12: only a module-info has Module and Package entries.
  if (module_tag_seen_ != 0)
    return context_.fail("4.4", "Unknown constant tag %u in class file %s", module_tag_seen_,
                         context_.name());
  return true;
}

// JVMS 4.1: this_class is a Class entry, but not that of an array.
bool ClassFileParser::parse_this_class() {
  const std::uint16_t index = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  // is() is false for an index outside of the pool, too.
  if (!pool().is(index, ConstantTag::Class)) {
    return context_.fail("4.1", "Invalid this class index %u in constant pool in class file %s",
                         unsigned{index}, context_.name());
  }
  file_.this_class_ = index;
  // Only now is the class's own name known, which the messages below use.
  const std::string name(file_.name());
  if (name.empty() || name[0] == '[')
    return context_.fail("4.1", "Bad class name in class file %s", context_.name());
  // JVMS 5.3.5 step 2: the class found must be the class that was asked for.
  if (context_.options.expected_name.value_or(name) != name) {
    return context_.fail(FormatErrorKind::NoClassDefFoundError, "5.3.5", "%s (wrong name: %s)",
                         context_.name(), name.c_str());
  }
  // From here on messages use the file's own name.
  context_.class_name = name;
  return true;
}

// JVMS 4.1: super_class is 0 only for Object (and for a module-info).
bool ClassFileParser::parse_super_class() {
  const std::uint16_t index = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  // Everything else has a superclass, interfaces included.
  const bool has_no_super = file_.name() == "java/lang/Object" || file_.has(ACC_MODULE);
  const bool is_right = index == 0 ? has_no_super : pool().is(index, ConstantTag::Class);
  if (!is_right)
    return context_.fail("4.1", "Invalid superclass index %u in class file %s", unsigned{index},
                         context_.name());
  file_.super_class_ = index;
  const std::string_view name = file_.super_name();
  // JVMS 4.1: an array class is never a superclass.
  if (!name.empty() && name[0] == '[')
    return context_.fail("4.1", "Bad superclass name in class file %s", context_.name());
  return true;
}

// JVMS 4.1: each entry is a Class, and not that of an array. The format checker finds duplicates.
bool ClassFileParser::parse_interfaces() {
  // The table points into the bytes; its entries are checked in place.
  file_.interfaces_ = read_table<U2>(reader_);
  if (reader_.failed())
    return context_.truncated();
  for (unsigned index : file_.interfaces_) {
    if (!pool().is(index, ConstantTag::Class)) {
      return context_.fail("4.1", "Interface name has bad constant pool index %u in class file %s",
                           index, context_.name());
    }
    const std::string_view name = pool().class_name(index);
    if (name.empty() || name[0] == '[')
      return context_.fail("4.1", "Bad interface name in class file %s", context_.name());
  }
  return true;
}

// ---- All attributes -----------------------------------------------------------------------------

// JVMS 4.7: reads attribute_name_index, attribute_length and info, whose bytes are not parsed here.
bool ClassFileParser::next_attribute(ByteReader& reader, AttributePlace place, const char* bad_name,
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
  out->attribute = attribute_named(pool().utf8(name_index), place, file_.major_version_);
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
bool ClassFileParser::set_once(Bytes* slot, Attribute attribute, Bytes info, const char* owner) {
  // An empty span that points into the file still has an address.
  if (slot->data() != nullptr) {
    return context_.fail("4.7", "Multiple %s attributes%s in class file %s",
                         attribute_name(attribute), owner, context_.name());
  }
  *slot = info;
  return true;
}

// Stores annotations of one of four kinds. Any other attribute is ignored (JVMS 4.7.1).
bool ClassFileParser::set_annotations(Annotations* annotations, Attribute attribute, Bytes info,
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
bool ClassFileParser::set_signature(std::uint16_t* slot, Bytes info, const char* bad_length,
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

// ---- JVMS 4.5 -----------------------------------------------------------------------------------

// The count may be wrong. So no more memory is reserved than for the fields that the bytes left can
// hold: a field_info has at least eight bytes.
bool ClassFileParser::parse_fields() {
  const unsigned count = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  file_.fields_.reserve(std::min<std::size_t>(count, reader_.remaining() / 8));
  // If the count is too large, the loop ends at the first field that is not in the file.
  for (unsigned i = 0; i < count; i++) {
    if (!parse_field(&file_.fields_.emplace_back()))
      return false;
  }
  return true;
}

// JVMS 4.5: reads one field_info.
bool ClassFileParser::parse_field(FieldInfo* field) {
  field->access_flags = reader_.u2() & kFieldFlags;
  field->name_index = reader_.u2();
  field->descriptor_index = reader_.u2();
  const unsigned attributes = reader_.u2();
  if (reader_.failed())
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
  for (unsigned i = 0; i < attributes; i++) {
    RawAttribute raw;
    if (!next_attribute(reader_, kInField, "Invalid field attribute index", &raw))
      return false;
    if (!parse_field_attribute(field, raw.attribute, raw.info))
      return false;
  }
  return true;
}

// JVMS table 4.7-C: the cases are the rows for field_info.
bool ClassFileParser::parse_field_attribute(FieldInfo* field, Attribute attribute, Bytes info) {
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
      return set_annotations(&field->annotations, attribute, info, " for field");
  }
}

// JVMS 4.7.2: the attribute of a field that is not static is ignored. For a static field it is the
// initial value, which is stored when the class is initialized (JVMS 5.5 step 6).
bool ClassFileParser::parse_constant_value(FieldInfo* field, Bytes info) {
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

// The count is not trusted, as for fields.
bool ClassFileParser::parse_methods() {
  const unsigned count = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  file_.methods_.reserve(std::min<std::size_t>(count, reader_.remaining() / 8));
  for (unsigned i = 0; i < count; i++) {
    if (!parse_method(&file_.methods_.emplace_back()))
      return false;
  }
  return true;
}

// JVMS 4.6: reads one method_info.
bool ClassFileParser::parse_method(MethodInfo* method) {
  // Tools that edit a class file need to find its flags again.
  method->offset = static_cast<std::uint32_t>(reader_.position());
  method->access_flags = reader_.u2() & kMethodFlags;
  method->name_index = reader_.u2();
  method->descriptor_index = reader_.u2();
  const unsigned attributes = reader_.u2();
  if (reader_.failed())
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
    if (file_.major_version_ < 51) {
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
  for (unsigned i = 0; i < attributes; i++) {
    RawAttribute raw;
    if (!next_attribute(reader_, kInMethod, "Invalid method attribute name index", &raw))
      return false;
    if (!parse_method_attribute(method, raw.attribute, raw.info))
      return false;
  }
  // JVMS 4.7.3: a method has a Code attribute exactly if it is not native or abstract. parse_code()
  // checks the other direction.
  const bool needs_code = (method->access_flags & (ACC_NATIVE | ACC_ABSTRACT)) == 0;
  if (needs_code && method->code == nullptr) {
    return context_.fail(
        "4.7.3", "Absent Code attribute in method that is not native or abstract in class file %s",
        context_.name());
  }
  return true;
}

// JVMS table 4.7-C: the cases are the rows for method_info.
bool ClassFileParser::parse_method_attribute(MethodInfo* method, Attribute attribute, Bytes info) {
  switch (attribute) {
    case Attribute::Code:
      return parse_code(method, info);
    case Attribute::Exceptions:
      return parse_exceptions(method, info);
    case Attribute::MethodParameters:
      return parse_method_parameters(method, info);
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
      return set_once(&method->visible_parameter_annotations, attribute, info, " for method");
    case Attribute::RuntimeInvisibleParameterAnnotations:
      return set_once(&method->invisible_parameter_annotations, attribute, info, " for method");
    case Attribute::AnnotationDefault:
      return set_once(&method->annotation_default, attribute, info, " for method");
    default:
      return set_annotations(&method->annotations, attribute, info, " for method");
  }
}

// JVMS 4.7.3: a method has at most one Code attribute, and none if it is native or abstract.
bool ClassFileParser::parse_code(MethodInfo* method, Bytes info) {
  if ((method->access_flags & (ACC_NATIVE | ACC_ABSTRACT)) != 0) {
    return context_.fail("4.7.3", "Code attribute in native or abstract methods in class file %s",
                         context_.name());
  }
  if (method->code != nullptr)
    return context_.fail("4.7.3", "Multiple Code attributes in class file %s", context_.name());
  // The body has a parser of its own, since it has attributes of its own.
  method->code = CodeParser(context_, pool(), file_.major_version_).parse(info);
  return method->code != nullptr;
}

// JVMS 4.7.5: the attribute is a counted list of Class entries.
bool ClassFileParser::parse_exceptions(MethodInfo* method, Bytes info) {
  if (method->has_exceptions)
    return context_.fail("4.7.5", "Multiple Exceptions attributes in class file %s",
                         context_.name());
  method->has_exceptions = true;
  ByteReader reader(info);
  method->exceptions = read_table<U2>(reader);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.5", "Exceptions attribute has wrong length in class file %s",
                         context_.name());
  }
  for (unsigned index : method->exceptions) {
    if (!pool().is(index, ConstantTag::Class)) {
      return context_.fail("4.7.5",
                           "Exception name has bad type at constant pool %u in class file %s",
                           index, context_.name());
    }
  }
  return true;
}

// JVMS 4.7.24: the count of this table has one byte.
bool ClassFileParser::parse_method_parameters(MethodInfo* method, Bytes info) {
  if (method->has_method_parameters)
    return context_.fail("4.7.24", "Multiple MethodParameters attributes in class file %s",
                         context_.name());
  method->has_method_parameters = true;
  ByteReader reader(info);
  const std::uint32_t count = reader.u1();
  const Bytes rows = reader.bytes(count * sizeof(MethodParameter));
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.24",
                         "Invalid MethodParameters method attribute length %zu in class file",
                         info.size());
  }
  // HOTSPOT: reflection reports a bad name_index (MalformedParametersException), not the parser.
  method->method_parameters = Table<MethodParameter>(rows.data(), count);
  return true;
}

}  // namespace minijvm::classfile
