// The account of the type checker's work that -Xlog:verification=info prints: each class and
// method, each instruction with the frame before it, and, for a method that fails, the place and
// the clause of the JVMS. A student can follow the verifier through a method with it.
// Tested by `tests/hostile/run account`, with tests/hostile/account.cases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "classfile/fwd.h"

namespace minijvm::classfile {

// Each function prints lines if the log tag is on; otherwise it returns at once.
namespace account {

void tell_class(const ClassFile& file);
void tell_method(const ClassFile& file, const MethodInfo& method);
// `at_map` is true if the frame was loaded from the StackMapTable.
void tell_instruction(const ClassFile& file, const Instruction& instruction,
                      const VerifierFrame& frame, bool at_map);
// `clause` is the section of the JVMS that refuses the instruction: "4.10.1.9.iadd".
void tell_failure(std::uint32_t bci, std::string_view clause, const VerifyFailure& failure);
void tell_verdict(const ClassFile& file, bool accepted);

}  // namespace account
}  // namespace minijvm::classfile
