// What -Xlog:verification=info tells of the type checker's work: each class and method, each instruction with the frame before it, and where
// and by which clause of the JVMS a method failed.
// Proved by `tests/hostile/run account`, with tests/hostile/account.cases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::classfile {

class ClassFile;
class VerifierFrame;
struct Instruction;
struct MethodInfo;
struct VerifyFailure;

namespace account {

void tell_class(const ClassFile& file);
void tell_method(const ClassFile& file, const MethodInfo& method);
// `at_map`: the frame is the StackMapTable's.
void tell_instruction(const ClassFile& file, const Instruction& instruction, const VerifierFrame& frame, bool at_map);
void tell_failure(std::uint32_t bci, std::string_view clause, const VerifyFailure& failure);
void tell_verdict(const ClassFile& file, bool accepted);

}  // namespace account
}  // namespace minijvm::classfile
