// Why a class did not verify, with the text `java` 17 prints: a sentence, then "Exception Details" with place, reason, frames and code.
// Proved by tests/classfile/flow/flow_stack_map_verifier_test.cpp, which compares with what `java` said.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "classfile/flow/verification_type.h"

namespace minijvm::classfile {

class ClassFile;
class VerifierFrame;
struct MethodInfo;

struct VerifyFailure {
  // kLoadingError: the TypeOracle met a class that does not load, and keeps the LinkageError to throw instead.
  enum class Kind : std::uint8_t { kVerifyError, kClassFormatError, kLoadingError };

  Kind kind = Kind::kVerifyError;
  std::string message;
  // A version 50 class: the older verifier (JVMS 4.10.2) may be asked before this failure counts (JVMS 4.10).
  bool may_fail_over = false;
};

// A type in the reason, and where it came from.
struct TypeOrigin {
  enum class From : std::uint8_t { kNowhere, kLocal, kStack, kMapLocal, kMapStack, kPool, kSignature };

  VerificationType type;
  From from = From::kNowhere;
  unsigned index = 0;

  std::string to_string() const;
};

std::string invalid_type(const TypeOrigin& type);
std::string not_assignable(const TypeOrigin& from, const TypeOrigin& to);

// The second part of the message. `map`: the stack map's frame, if the reason is about one; `current` likewise.
struct FailureDetails {
  std::uint32_t bci = 0;
  std::string reason;
  const VerifierFrame* current = nullptr;
  const VerifierFrame* map = nullptr;
  std::uint32_t map_bci = 0;
  std::optional<std::uint32_t> current_bci = {};  // where it is not bci
};
std::string format_details(const ClassFile& file, const MethodInfo& method, const FailureDetails& details);

}  // namespace minijvm::classfile
