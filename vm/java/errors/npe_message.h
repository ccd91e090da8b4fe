// Makes helpful NullPointerException messages (JEP 358), computed from the bytecode when a program
// asks for the message: which action failed, and which expression was null. The wording is
// HotSpot's, since programs and tests compare it.
// Tested by tests/vm/npe_message_test.cpp.
//
//   Cannot invoke "String.length()" because the return value of "Msg.s()" is null
//   Cannot read field "arr" because "x.m" is null
#pragma once

#include <cstdint>
#include <string>

#include "classfile/fwd.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the message of an exception that was thrown at bci of the method. Empty if the program
// itself made the exception, or if the method has no bytecode.
std::string npe_message(const runtime::Method& method, std::int32_t bci);
std::string npe_message(const classfile::ClassFile& file, const classfile::MethodInfo& method,
                        std::int32_t bci);

}  // namespace minijvm::vm
