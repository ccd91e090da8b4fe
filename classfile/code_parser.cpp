// Parses a Code attribute (JVMS 4.7.3) and its tables. The parser of methods calls it; the
// instructions stay bytes until the verifier and the translator read them.
#include "classfile/code_parser.h"

namespace minijvm::classfile {

namespace {
// JVMS 4.7.3: the length is greater than zero and less than 65536.
constexpr std::uint32_t kMaxCodeLength = 65535;
}  // namespace

// The attribute must be exactly as long as its parts. HOTSPOT: a wrong length is reported after
// every other fault.
bool CodeParser::parse(Bytes info) {
  ByteReader reader(info);
  if (!parse_body(reader))
    return false;
  return (!reader.failed() && reader.at_end()) ||
         context_.fail("4.7.3", "Code segment has wrong length in class file %s", context_.name());
}

// Reads max_stack, max_locals, the code, the exception table and the attributes.
bool CodeParser::parse_body(ByteReader& reader) {
  code_.max_stack = reader.u2();
  code_.max_locals = reader.u2();
  const std::uint32_t length = reader.u4();
  if (reader.failed())
    // parse() reports the wrong length.
    return true;
  if (length == 0 || length > kMaxCodeLength) {
    return context_.fail("4.7.3", "Invalid method Code length %u in class file %s", length,
                         context_.name());
  }
  code_.code = reader.bytes(length);
  if (reader.failed())
    return true;
  return parse_exception_table(reader) && parse_attributes(reader);
}

// JVMS 4.7.3: ranges lie in the code. The verifier, which decodes the instructions, checks that
// ranges start and end at them.
bool CodeParser::parse_exception_table(ByteReader& reader) {
  // Rows are checked in the order of the table, which is also the order in which handlers are
  // tried.
  code_.exception_table = read_table<ExceptionHandler>(reader);
  for (ExceptionHandler row : code_.exception_table) {
    // end_pc is exclusive, so it may be the length of the code.
    if (row.start_pc >= row.end_pc || row.end_pc > code_.code.size()) {
      return context_.fail("4.7.3", "Illegal exception table range in class file %s",
                           context_.name());
    }
    // handler_pc is the start of an instruction, so it lies inside of the code.
    if (row.handler_pc >= code_.code.size()) {
      return context_.fail("4.7.3", "Illegal exception table handler in class file %s",
                           context_.name());
    }
    // A row with catch_type 0 catches everything.
    if (row.catch_type != 0 && !pool_.is(row.catch_type, ConstantTag::Class)) {
      return context_.fail("4.7.3",
                           "Catch type in exception table has bad constant type in class file %s",
                           context_.name());
    }
  }
  return true;
}

// Reads the attributes of a Code attribute, in the order of the bytes.
bool CodeParser::parse_attributes(ByteReader& reader) {
  const unsigned count = reader.u2();
  for (unsigned i = 0; i < count; i++) {
    const unsigned name_index = reader.u2();
    const std::uint32_t length = reader.u4();
    if (reader.failed())
      return true;
    // HOTSPOT: the message has other words than that for attributes elsewhere.
    if (!pool_.is(name_index, ConstantTag::Utf8)) {
      return context_.fail("4.7.3", "Invalid code attribute name index %u in class file %s",
                           name_index, context_.name());
    }
    const Bytes info = reader.bytes(length);
    if (reader.failed())
      return true;
    if (!parse_attribute(attribute_named(pool_.utf8(name_index), kInCode, major_version_), info))
      return false;
  }
  return true;
}

// Only the tables are parsed; stack maps and annotations are kept as bytes.
bool CodeParser::parse_attribute(Attribute attribute, Bytes info) {
  switch (attribute) {
    case Attribute::LineNumberTable:
      return parse_line_numbers(info);
    case Attribute::LocalVariableTable:
      return parse_locals(attribute, info, &code_.local_variables);
    case Attribute::LocalVariableTypeTable:
      return parse_locals(attribute, info, &code_.local_variable_types);
    // JVMS 4.7.4: there is at most one. An empty one differs from none by has_stack_map.
    case Attribute::StackMapTable:
      if (code_.has_stack_map)
        return context_.fail("4.7.4", "Multiple StackMapTable attributes in class file %s",
                             context_.name());
      code_.has_stack_map = true;
      code_.stack_map_table = info;
      return true;
    // JVMS 4.7.20: kept for reflection.
    case Attribute::RuntimeVisibleTypeAnnotations:
      code_.visible_type_annotations = info;
      return true;
    default:
      // JVMS 4.7.1: an attribute that is not known is ignored.
      return true;
  }
}

// JVMS 4.7.12: each row starts inside of the code.
bool CodeParser::parse_line_numbers(Bytes info) {
  ByteReader reader(info);
  const auto table = read_table<LineNumber>(reader);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.12", "LineNumberTable attribute has wrong length in class file %s",
                         context_.name());
  }
  for (LineNumber row : table) {
    if (row.start_pc >= code_.code.size()) {
      return context_.fail("4.7.12", "Invalid pc in LineNumberTable in class file %s",
                           context_.name());
    }
  }
  // A method may have several LineNumberTables.
  code_.line_numbers.push_back(table);
  return true;
}

// JVMS 4.7.13 and 4.7.14: the two tables have the same form, but one number refers to different
// things.
bool CodeParser::parse_locals(Attribute attribute, Bytes info,
                              std::vector<Table<LocalVariable>>* tables) {
  const char* name = attribute_name(attribute);
  ByteReader reader(info);
  const auto table = read_table<LocalVariable>(reader);
  if (reader.failed() || !reader.at_end())
    return context_.fail("4.7.13", "%s has wrong length in class file %s", name, context_.name());
  for (LocalVariable row : table) {
    if (!check_local(name, row))
      return false;
  }
  tables->push_back(table);
  return true;
}

// Checks one row: its range lies in the code, its name and descriptor are Utf8, its slot exists.
bool CodeParser::check_local(const char* table, LocalVariable row) {
  const std::size_t code_length = code_.code.size();
  if (row.start_pc >= code_length) {
    return context_.fail("4.7.13", "Invalid start_pc %u in %s in class file %s",
                         unsigned{row.start_pc}, table, context_.name());
  }
  if (std::size_t{row.start_pc} + row.length > code_length) {
    return context_.fail("4.7.13", "Invalid length %u in %s in class file %s", unsigned{row.length},
                         table, context_.name());
  }
  if (!pool_.is(row.name_index, ConstantTag::Utf8)) {
    return context_.fail("4.7.13", "Name index %u in %s has bad constant type in class file %s",
                         unsigned{row.name_index}, table, context_.name());
  }
  if (!pool_.is(row.descriptor_index, ConstantTag::Utf8)) {
    return context_.fail("4.7.13",
                         "Signature index %u in %s has bad constant type in class file %s",
                         unsigned{row.descriptor_index}, table, context_.name());
  }
  if (row.index >= code_.max_locals) {
    return context_.fail("4.7.13", "Invalid index %u in %s in class file %s", unsigned{row.index},
                         table, context_.name());
  }
  return true;
}

}  // namespace minijvm::classfile
