#include "classfile/code_parser.h"

namespace minijvm::classfile {

namespace {
constexpr std::uint32_t kMaxCodeLength = 65535;  // JVMS 4.7.3: greater than zero and less than 65536
}

std::unique_ptr<CodeAttribute> CodeParser::parse(Bytes info) {
  ByteReader reader(info);
  code_ = std::make_unique<CodeAttribute>();
  if (!parse_body(reader)) return nullptr;
  if (reader.failed() || !reader.at_end()) {
    context_.fail("4.7.3", "Code segment has wrong length in class file %s", context_.name());
    return nullptr;
  }
  return std::move(code_);
}

bool CodeParser::parse_body(ByteReader& reader) {
  code_->max_stack = reader.u2();
  code_->max_locals = reader.u2();
  const std::uint32_t length = reader.u4();
  if (reader.failed()) return true;  // the caller names the wrong length
  if (length == 0 || length > kMaxCodeLength) {
    return context_.fail("4.7.3", "Invalid method Code length %u in class file %s", length, context_.name());
  }
  code_->code = reader.bytes(length);
  if (reader.failed()) return true;
  return parse_exception_table(reader) && parse_attributes(reader);
}

bool CodeParser::parse_exception_table(ByteReader& reader) {
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * ExceptionHandler::kSize);
  if (reader.failed()) return true;
  code_->exception_table = Table<ExceptionHandler>(rows.data(), count);
  for (ExceptionHandler row : code_->exception_table) {
    if (row.start_pc >= row.end_pc || row.end_pc > code_->code.size()) {
      return context_.fail("4.7.3", "Illegal exception table range in class file %s", context_.name());
    }
    if (row.handler_pc >= code_->code.size()) {
      return context_.fail("4.7.3", "Illegal exception table handler in class file %s", context_.name());
    }
    if (row.catch_type != 0 && !pool_.is(row.catch_type, ConstantTag::Class)) {
      return context_.fail("4.7.3", "Catch type in exception table has bad constant type in class file %s", context_.name());
    }
  }
  return true;
}

bool CodeParser::parse_attributes(ByteReader& reader) {
  const unsigned count = reader.u2();
  for (unsigned i = 0; i < count; i++) {
    const unsigned name_index = reader.u2();
    const std::uint32_t length = reader.u4();
    if (reader.failed()) return true;
    if (!pool_.is(name_index, ConstantTag::Utf8)) {
      return context_.fail("4.7.3", "Invalid code attribute name index %u in class file %s", name_index, context_.name());
    }
    const Bytes info = reader.bytes(length);
    if (reader.failed()) return true;
    if (!parse_attribute(attribute_named(pool_.utf8(name_index), kInCode, major_version_), info)) return false;
  }
  return true;
}

bool CodeParser::parse_attribute(Attribute attribute, Bytes info) {
  switch (attribute) {
    case Attribute::LineNumberTable: return parse_line_numbers(info);
    case Attribute::LocalVariableTable: return parse_locals(attribute, info, &code_->local_variables);
    case Attribute::LocalVariableTypeTable: return parse_locals(attribute, info, &code_->local_variable_types);
    case Attribute::StackMapTable:
      if (code_->has_stack_map) return context_.fail("4.7.4", "Multiple StackMapTable attributes in class file %s", context_.name());
      code_->has_stack_map = true;
      code_->stack_map_table = info;
      return true;
    case Attribute::RuntimeVisibleTypeAnnotations: code_->visible_type_annotations = info; return true;
    case Attribute::RuntimeInvisibleTypeAnnotations: code_->invisible_type_annotations = info; return true;
    default: return true;  // JVMS 4.7.1: what is not known is ignored
  }
}

bool CodeParser::parse_line_numbers(Bytes info) {
  ByteReader reader(info);
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * LineNumber::kSize);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.12", "LineNumberTable attribute has wrong length in class file %s", context_.name());
  }
  const Table<LineNumber> table(rows.data(), count);
  for (LineNumber row : table) {
    if (row.start_pc >= code_->code.size()) {
      return context_.fail("4.7.12", "Invalid pc in LineNumberTable in class file %s", context_.name());
    }
  }
  code_->line_numbers.push_back(table);
  return true;
}

bool CodeParser::parse_locals(Attribute attribute, Bytes info, std::vector<Table<LocalVariable>>* tables) {
  const char* name = attribute_name(attribute);
  ByteReader reader(info);
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * LocalVariable::kSize);
  if (reader.failed() || !reader.at_end()) return context_.fail("4.7.13", "%s has wrong length in class file %s", name, context_.name());
  const Table<LocalVariable> table(rows.data(), count);
  for (LocalVariable row : table) {
    if (!check_local(name, row)) return false;
  }
  tables->push_back(table);
  return true;
}

bool CodeParser::check_local(const char* table, LocalVariable row) {
  const std::size_t code_length = code_->code.size();
  if (row.start_pc >= code_length) {
    return context_.fail("4.7.13", "Invalid start_pc %u in %s in class file %s", unsigned{row.start_pc}, table, context_.name());
  }
  if (std::size_t{row.start_pc} + row.length > code_length) {
    return context_.fail("4.7.13", "Invalid length %u in %s in class file %s", unsigned{row.length}, table, context_.name());
  }
  if (!pool_.is(row.name_index, ConstantTag::Utf8)) {
    return context_.fail("4.7.13", "Name index %u in %s has bad constant type in class file %s", unsigned{row.name_index}, table,
                         context_.name());
  }
  if (!pool_.is(row.descriptor_index, ConstantTag::Utf8)) {
    return context_.fail("4.7.13", "Signature index %u in %s has bad constant type in class file %s", unsigned{row.descriptor_index}, table,
                         context_.name());
  }
  if (row.index >= code_->max_locals) {
    return context_.fail("4.7.13", "Invalid index %u in %s in class file %s", unsigned{row.index}, table, context_.name());
  }
  return true;
}

}  // namespace minijvm::classfile
