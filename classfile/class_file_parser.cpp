// Parses class files from magic to the last method (JVMS 4.1), in the order of the bytes.
// parse_class_file() at the top is where bytes enter the VM; the linker calls it for
// each class that a loader defines. It needs no thread state and touches no Java object.
#include "classfile/class_file_parser.h"

#include <cstring>
#include <optional>

#include "classfile/archive/stored_class.h"
#include "classfile/code_parser.h"
#include "classfile/format_checker.h"
#include "classfile/member_parser.h"
#include "classfile/pool_parser.h"
#include "classfile/structure_parser.h"

namespace minijvm::classfile {
namespace {

constexpr std::uint32_t kMagic = 0xCAFEBABE;
// JVMS 4.1: from version 56 on, minor_version is 0 or 65535.
constexpr unsigned kFirstStrictMinorVersion = 56;

// JVMS table 4.1-B: bits outside of these are ignored.
constexpr std::uint16_t kClassFlags = ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_INTERFACE |
                                      ACC_ABSTRACT | ACC_SYNTHETIC | ACC_ANNOTATION | ACC_ENUM;

}  // namespace

// The parser goes away; the ClassFile is moved out of it.
Expected<ClassFile, FormatError> parse_class_file(Bytes bytes, const ParseOptions& options) {
  ParseContext context(options);
  ClassFileParser parser(context, bytes);
  if (!parser.parse())
    return Unexpected(context.take_error());
  return parser.take();
}

std::optional<ClassFile> restore_class_file(const StoredClass& stored, Bytes bytes,
                                            const ParseOptions& options) {
  if (options.check_format && !stored.is_checked())
    return std::nullopt;
  // The parser has checked the format already. Version and name are compared with the options
  // again.
  ParseOptions lax = options;
  lax.check_format = false;
  ParseContext context(lax);
  ClassFileParser parser(context, stored, bytes);
  return parser.restore() ? std::optional(parser.take()) : std::nullopt;
}

// Makes the copy that every span of the result points into. The reader reads the copy.
ClassFileParser::ClassFileParser(ParseContext& context, Bytes bytes)
    : AttributeParser(context, file_), reader_(Bytes()) {
  file_.own_bytes_ = std::make_unique<std::uint8_t[]>(bytes.size());
  if (!bytes.empty())
    std::memcpy(file_.own_bytes_.get(), bytes.data(), bytes.size());
  file_.bytes_ = {file_.own_bytes_.get(), bytes.size()};
  reader_ = ByteReader(file_.bytes());
}

ClassFileParser::ClassFileParser(ParseContext& context, const StoredClass& stored, Bytes bytes)
    : AttributeParser(context, file_), reader_(stored.outline()) {
  file_.bytes_ = bytes;
  file_.stored_ = &stored;
}

bool ClassFileParser::restore() {
  const StoredClass& stored = *file_.stored_;
  file_.pool_ = stored.pool(file_.bytes_);
  file_.fields_ = stored.fields();
  file_.methods_ = stored.methods();
  file_.is_format_checked_ = stored.is_checked();
  if (!parse_header())
    return false;
  reader_.skip(2);  // constant_pool_count
  return parse_access_flags() && parse_this_class() && parse_super_class() && parse_interfaces() &&
         parse_class_attributes();
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
  file_.is_format_checked_ = true;
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
  const unsigned newest = context_.options.newest_major_version;
  const char* name = context_.name();
  // There is no class file format with a major version below 45.
  if (major < kMinMajorVersion) {
    return context_.fail(kKind, "4.1",
                         "%s (class file version %u.%u) was compiled with an invalid major version",
                         name, major, minor);
  }
  // The class file is newer than this VM.
  if (major > newest) {
    return context_.fail(kKind, "4.1",
                         "%s has been compiled by a more recent version of the Java Runtime (class "
                         "file version %u.%u), this version of "
                         "the Java Runtime only recognizes class file versions up to %u.0",
                         name, major, minor, newest);
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
  if (major != newest) {
    return context_.fail(kKind, "4.1",
                         "%s (class file version %u.%u) was compiled with preview features that "
                         "are unsupported. This version of the Java "
                         "Runtime only recognizes preview features for class file version %u.%u",
                         name, major, minor, newest, kPreviewMinorVersion);
  }
  // The newest version with 65535: the user must ask for preview features.
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

// ---- JVMS 4.5 and 4.6 ---------------------------------------------------------------------------

// The count may be wrong. So no more memory is reserved than for the fields that the bytes left can
// hold: a field_info has at least eight bytes.
bool ClassFileParser::parse_fields() {
  const unsigned count = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  file_.own_fields_.reserve(std::min<std::size_t>(count, reader_.remaining() / 8));
  MemberParser members(context_, file_);
  // If the count is too large, the loop ends at the first field that is not in the file.
  for (unsigned i = 0; i < count; i++) {
    Annotations annotations;
    if (!members.parse_field(reader_, &file_.own_fields_.emplace_back(), &annotations))
      return false;
  }
  file_.fields_ = file_.own_fields_;
  return true;
}

// The count is not trusted, as for fields.
bool ClassFileParser::parse_methods() {
  const unsigned count = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  file_.own_methods_.reserve(std::min<std::size_t>(count, reader_.remaining() / 8));
  MemberParser members(context_, file_);
  for (unsigned i = 0; i < count; i++) {
    MethodAttributes attributes;
    CodeParser code(context_, pool(), file_.major_version_);
    if (!members.parse_method(reader_, &file_.own_methods_.emplace_back(), &attributes, &code))
      return false;
  }
  file_.methods_ = file_.own_methods_;
  return true;
}

}  // namespace minijvm::classfile
