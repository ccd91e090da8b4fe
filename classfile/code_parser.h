// Reads one Code attribute, JVMS 4.7.3, with its tables. The instructions themselves are checked
// later, by the verifier (flow/), which also needs to know other classes.
// Tested by tests/classfile/class_file_parser_test.cpp.
#pragma once

#include <utility>

#include "classfile/class_file.h"
#include "classfile/parse_context.h"

namespace minijvm::classfile {

class CodeParser {
 public:
  CodeParser(ParseContext& context, const ConstantPool& pool, unsigned major_version)
      : context_(context), pool_(pool), major_version_(major_version) {}

  // `info` is the attribute without its 6-byte header. Returns false if it is malformed; then the
  // context has the failure.
  bool parse(Bytes info);
  const CodeAttribute& code() const { return code_; }
  // REQUIRES: parse() was true, and take() has not been called before.
  CodeAttribute take() { return std::move(code_); }

 private:
  // These functions return true even if the reader has failed. parse() then reports the wrong
  // length, as HotSpot does.
  bool parse_body(ByteReader& reader);
  bool parse_exception_table(ByteReader& reader);
  bool parse_attributes(ByteReader& reader);
  bool parse_attribute(Attribute attribute, Bytes info);
  bool parse_line_numbers(Bytes info);
  bool parse_locals(Attribute attribute, Bytes info, std::vector<Table<LocalVariable>>* tables);
  // `table` is the attribute's name, for messages.
  bool check_local(const char* table, LocalVariable row);

  ParseContext& context_;
  const ConstantPool& pool_;
  unsigned major_version_;
  CodeAttribute code_;
};

}  // namespace minijvm::classfile
