// Class files as text for people, a small `javap -c -v`. Proved by tests/classfile/disassembler_test.cpp and by
// minijvm-classdump over the whole of java.base.
#pragma once

#include <cstdint>
#include <string>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {

// One constant as javap's comments show it: "Method java/lang/Object."<init>":()V", "String Hello".
std::string constant_to_string(const ConstantPool& pool, unsigned index);

// "invokevirtual #7 // Method ..." without the bci and without a line end; a switch prints its cases in braces.
std::string disassemble(const ConstantPool& pool, const Instruction& instruction);
// Every instruction on its own line, then the exception table. Stops with a note where the code is malformed.
std::string disassemble(const ConstantPool& pool, const CodeAttribute& code);

struct DumpOptions {
  bool constants = true;
  bool code = true;
};
std::string dump_class(const ClassFile& file, const DumpOptions& options);

}  // namespace minijvm::classfile
