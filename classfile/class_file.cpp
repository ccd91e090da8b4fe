// The queries of ClassFile that are more than an accessor. Any thread may call them: a ClassFile
// does not change once its class is defined.
#include "classfile/class_file.h"

#include "base/check.h"
#include "classfile/code_parser.h"
#include "classfile/member_parser.h"

namespace minijvm::classfile {

int ClassFile::line_at(const MethodInfo& method, std::uint32_t bci) const {
  // JVMS 4.7.12: rows may come in any order, and one line may have several rows. The row that
  // starts last at or before bci counts.
  int line = -1;
  int best_start = -1;
  each_line_table(method, [&](Table<LineNumber> table) {
    for (LineNumber row : table) {
      // Of two rows with the same start the later one wins.
      if (row.start_pc > bci || row.start_pc < best_start)
        continue;
      best_start = row.start_pc;
      line = row.line_number;
    }
  });
  return line;
}

// The parser has accepted the bytes, so reading them again succeeds.
CodeAttribute ClassFile::code_of(const MethodInfo& method) const {
  MJ_CHECK(method.has_code(), "the method at %u has no code", method.offset);
  ParseContext context({});
  CodeParser parser(context, pool_, major_version_);
  const std::size_t length = load_u4(bytes_.data() + method.code_offset - 4);
  const bool is_good = parser.parse(bytes().subspan(method.code_offset, length));
  MJ_CHECK(is_good, "the Code attribute at %u has changed", method.code_offset);
  return parser.take();
}

MethodAttributes ClassFile::attributes_of(const MethodInfo& method) const {
  ParseContext context({});
  ByteReader reader(bytes());
  reader.skip(method.offset);
  MethodInfo again;
  MethodAttributes attributes;
  const bool is_good =
      MemberParser(context, *this).parse_method(reader, &again, &attributes, nullptr);
  MJ_CHECK(is_good, "the method at %u has changed", method.offset);
  return attributes;
}

Annotations ClassFile::annotations_of(const FieldInfo& field) const {
  ParseContext context({});
  ByteReader reader(bytes());
  reader.skip(field.offset);
  FieldInfo again;
  Annotations annotations;
  const bool is_good = MemberParser(context, *this).parse_field(reader, &again, &annotations);
  MJ_CHECK(is_good, "the field at %u has changed", field.offset);
  return annotations;
}

// The search is linear, because a class file has no index of its members.
const FieldInfo* ClassFile::find_field(std::string_view name, std::string_view descriptor) const {
  for (const FieldInfo& field : fields_) {
    if (name_of(field) == name && descriptor_of(field) == descriptor)
      return &field;
  }
  return nullptr;
}

const MethodInfo* ClassFile::find_method(std::string_view name, std::string_view descriptor) const {
  for (const MethodInfo& method : methods_) {
    if (name_of(method) == name && descriptor_of(method) == descriptor)
      return &method;
  }
  return nullptr;
}

}  // namespace minijvm::classfile
