// Helpful NullPointerException messages (JEP 358), computed from the bytecode when somebody asks: what could not be done, and which
// expression was null. The wording is HotSpot's, since programs and tests compare it. Proved by tests/vm/npe_message_test.cpp.
//
//   Cannot invoke "String.length()" because the return value of "Msg.s()" is null
//   Cannot read field "arr" because "x.m" is null
#pragma once

#include <cstdint>
#include <string>

namespace minijvm::classfile {
class ClassFile;
struct MethodInfo;
}  // namespace minijvm::classfile

namespace minijvm::runtime {
class Method;
}

namespace minijvm::vm {

// For the exception thrown at bci of the method. Empty: the program itself made the exception, or the method has no bytecode.
std::string npe_message(const runtime::Method& method, std::int32_t bci);
std::string npe_message(const classfile::ClassFile& file, const classfile::MethodInfo& method, std::int32_t bci);

}  // namespace minijvm::vm
