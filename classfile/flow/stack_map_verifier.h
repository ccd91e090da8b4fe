// Verifies a whole class file of version 50 or later by type checking, JVMS 4.10.1.
// Tested by tests/classfile/flow/flow_stack_map_verifier_test.cpp; all of java.base in
// flow_corpus_test.cpp.
//
//   Expected<void, VerifyFailure> verified = verify_class(file, oracle);
//
// Verification proves, before a method runs, that its instructions never take an int for a
// reference, never run off the stack, and never touch an object that has not been initialized. So
// the interpreter does not have to check these things.
//
// Older class files have no StackMapTable; the inferring verifier (JVMS 4.10.2) checks them. The
// linker checks that no final method is overridden and no final class extended. Subclasses of
// jdk/internal/reflect/MagicAccessorImpl must not be verified at all; the caller leaves them out.
#pragma once

#include "base/expected.h"
#include "classfile/flow/verification_type.h"
#include "classfile/flow/verify_failure.h"
#include "classfile/fwd.h"

namespace minijvm::classfile {

// The version of Java 6. A class of this version that fails may still be verified by the older
// verifier.
inline constexpr unsigned kFirstStackMapVersion = 50;

// Verifies every method, and stops at the first failure. The oracle may load classes meanwhile.
// REQUIRES: file.major_version() >= kFirstStackMapVersion.
Expected<void, VerifyFailure> verify_class(const ClassFile& file, TypeOracle& oracle);
// Verifies one method. A method without code always verifies.
Expected<void, VerifyFailure> verify_method(const ClassFile& file, const MethodInfo& method,
                                            TypeOracle& oracle);

}  // namespace minijvm::classfile
