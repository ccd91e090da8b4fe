// Constants and instructions as text for people. tools/classdump prints whole classes with it.
// Tested by tests/classfile/disassembler_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {

// Control characters as javap escapes them, so that one constant stays on one line.
std::string escaped(std::string_view text);
// "name:descriptor"; javap puts the special names in quotes.
std::string pair_to_string(NameAndType pair);
// One constant as javap's comments show it: "Method java/lang/Object."<init>":()V", "String Hello".
std::string constant_to_string(const ConstantPool& pool, unsigned index);

// Returns an instruction without the bci and without a line end: "invokevirtual #7 // Method ...".
// A switch prints its cases in braces.
std::string disassemble(const ConstantPool& pool, const Instruction& instruction);

}  // namespace minijvm::classfile
