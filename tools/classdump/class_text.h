// Class files as text for people, a small `javap -c -v`.
// Tested by tests/tools/class_text_test.cpp, and by minijvm-classdump over the whole of java.base.
#pragma once

#include <string>

#include "classfile/class_file.h"

namespace minijvm::classdump {

// Each instruction on a line of its own, then the exception table. Stops with a note where the code
// is malformed.
std::string disassemble_code(const classfile::ConstantPool& pool,
                             const classfile::CodeAttribute& code);
// The whole class, from its name to its attributes. Annotations are only counted.
std::string dump_class(const classfile::ClassFile& file);

}  // namespace minijvm::classdump
