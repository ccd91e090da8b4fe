// Reads attributes that stand in several structures of a class file, JVMS 4.7. The parsers of
// members and of the class itself begin with it.
// Tested by tests/classfile/class_file_parser_test.cpp.
//
// Every function that returns bool returns false after it has put the first violation into the
// ParseContext, and the walk ends there.
#pragma once

#include "classfile/class_file.h"
#include "classfile/parse_context.h"

namespace minijvm::classfile {

class AttributeParser {
 protected:
  // The constant pool of the file is read before the first call of a function.
  AttributeParser(ParseContext& context, const ClassFile& file)
      : context_(context), source_(file) {}

  // The header of an attribute_info: the meaning of its name at this place, and its bytes.
  struct RawAttribute {
    Attribute attribute = Attribute::Unknown;
    Bytes info;
  };
  // Reads the next attribute_info. `bad_name` starts the message for a name that is not a Utf8.
  bool next_attribute(ByteReader& reader, AttributePlace place, const char* bad_name,
                      RawAttribute* out);
  // These store an attribute that may occur once. `owner` ends the message: " for field", " for
  // method", " for Record component", or "" for the class.
  bool set_annotations(Annotations* annotations, Attribute attribute, Bytes info,
                       const char* owner);
  bool set_once(Bytes* slot, Attribute attribute, Bytes info, const char* owner);
  // JVMS 4.7.9: stores the index. `bad_length` starts the message for a length other than 2.
  bool set_signature(std::uint16_t* slot, Bytes info, const char* bad_length, const char* owner);

  const ConstantPool& pool() const { return source_.constant_pool(); }

  ParseContext& context_;
  // The file that is read; its parser has filled it up to here.
  const ClassFile& source_;
};

}  // namespace minijvm::classfile
