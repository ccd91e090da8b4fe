// Parses one field or method with its attributes, JVMS 4.5 and 4.6.
// Tested by tests/classfile/class_file_parser_test.cpp.
#pragma once

#include "classfile/attribute_parser.h"

namespace minijvm::classfile {

class CodeParser;

class MemberParser : private AttributeParser {
 public:
  // REQUIRES: the constant pool of the file has been read.
  MemberParser(ParseContext& context, const ClassFile& file) : AttributeParser(context, file) {}

  // Each function reads one structure, which begins at the reader's position, into records that are
  // empty. Without a `code`, the Code attribute is passed over.
  bool parse_field(ByteReader& reader, FieldInfo* field, Annotations* annotations);
  bool parse_method(ByteReader& reader, MethodInfo* method, MethodAttributes* attributes,
                    CodeParser* code);

 private:
  // `info` is an attribute without its 6-byte header, here and below.
  bool parse_field_attribute(FieldInfo* field, Annotations* annotations, Attribute attribute,
                             Bytes info);
  // JVMS 4.7.2 with table 4.7.2-A: parses an initial value.
  bool parse_constant_value(FieldInfo* field, Bytes info);
  bool parse_method_attribute(MethodInfo* method, MethodAttributes* attributes, Attribute attribute,
                              Bytes info);
  // JVMS 4.7.3.
  bool parse_code(MethodInfo* method, CodeParser* code, Bytes info);
  // JVMS 4.7.5 and 4.7.24.
  bool parse_exceptions(MethodAttributes* attributes, Bytes info);
  bool parse_method_parameters(MethodAttributes* attributes, Bytes info);
};

}  // namespace minijvm::classfile
