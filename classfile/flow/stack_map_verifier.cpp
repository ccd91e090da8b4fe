// Verifies a class method by method. The linker calls it when it links a class (JVMS 5.4.1); the
// caller is in VM and holds no lock, since the oracle may load classes.
#include "classfile/flow/stack_map_verifier.h"

#include "classfile/flow/method_verifier.h"
#include "classfile/flow/verification_account.h"

namespace minijvm::classfile {

Expected<void, VerifyFailure> verify_method(const ClassFile& file, const MethodInfo& method,
                                            TypeOracle& oracle) {
  // JVMS 4.10.1.5: a native or abstract method has nothing to verify here.
  if (!method.has_code())
    return {};
  MethodVerifier verifier(file, method, oracle);
  if (verifier.run())
    return {};
  VerifyFailure& failure = verifier.failure();
  // JVMS 4.10: for version 50 a failure may be given to the older verifier. A loading error is
  // final, because its LinkageError is thrown in any case.
  const bool is_final_word = failure.kind == VerifyFailure::Kind::kLoadingError;
  failure.may_fail_over = file.major_version() == kFirstStackMapVersion && !is_final_word;
  return Unexpected(std::move(failure));
}

// JVMS 4.10.1.1, classIsTypeSafe: all methods are type safe. The linker checks the clause's other
// condition, that no superclass is final.
Expected<void, VerifyFailure> verify_class(const ClassFile& file, TypeOracle& oracle) {
  MJ_CHECK(file.major_version() >= kFirstStackMapVersion,
           "class file version %u has no StackMapTable", unsigned{file.major_version()});
  account::tell_class(file);
  for (const MethodInfo& method : file.methods()) {
    Expected<void, VerifyFailure> verified = verify_method(file, method, oracle);
    if (verified.ok())
      continue;
    account::tell_verdict(file, false);
    return verified;
  }
  account::tell_verdict(file, true);
  return {};
}

}  // namespace minijvm::classfile
