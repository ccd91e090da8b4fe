// Verification by type checking, JVMS 4.10.1, of a whole class file of version 50 or later.
// Proved by tests/classfile/flow/flow_stack_map_verifier_test.cpp; all of java.base in flow_corpus_test.cpp.
//
//   Expected<void, VerifyFailure> verified = verify_class(file, oracle);
//
// Older class files carry no StackMapTable and are for the inferring verifier (JVMS 4.10.2). Overriding of final methods and
// subclassing of final classes are the linker's checks. Subclasses of jdk/internal/reflect/MagicAccessorImpl are not to be verified
// at all: the caller knows.
#pragma once

#include "base/expected.h"
#include "classfile/flow/verification_type.h"
#include "classfile/flow/verify_failure.h"

namespace minijvm::classfile {

class ClassFile;
struct MethodInfo;

inline constexpr unsigned kFirstStackMapVersion = 50;

// REQUIRES: file.major_version() >= kFirstStackMapVersion.
Expected<void, VerifyFailure> verify_class(const ClassFile& file, TypeOracle& oracle);
// A method without code is fine.
Expected<void, VerifyFailure> verify_method(const ClassFile& file, const MethodInfo& method, TypeOracle& oracle);

}  // namespace minijvm::classfile
