// The reason why a class did not verify, with the text that `java` 17 prints: a sentence, then
// "Exception Details" with place, reason, frames and code.
// Tested by tests/classfile/flow/flow_stack_map_verifier_test.cpp, which compares with what `java`
// said.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "classfile/flow/verification_type.h"
#include "classfile/fwd.h"

namespace minijvm::classfile {

// The result of a verification that failed.
struct VerifyFailure {
  // kLoadingError means that the TypeOracle could not load a class. The oracle keeps the
  // LinkageError, which the caller throws instead of a VerifyError.
  enum class Kind : std::uint8_t { kVerifyError, kClassFormatError, kLoadingError };

  Kind kind = Kind::kVerifyError;
  std::string message;
  // True for a class of version 50: the older verifier (JVMS 4.10.2) may accept it in spite of this
  // failure (JVMS 4.10).
  bool may_fail_over = false;
};

// A type in the reason, and the place where it came from.
struct TypeOrigin {
  enum class From : std::uint8_t {
    kNowhere,
    kLocal,
    kStack,
    kMapLocal,
    kMapStack,
    kPool,
    kSignature
  };

  VerificationType type;
  From from = From::kNowhere;
  // The index of the local, stack slot or constant.
  unsigned index = 0;

  // Returns a text such as "integer (current frame, stack[1])".
  std::string to_string() const;
};

// Returns "Invalid type: ...".
std::string invalid_type(const TypeOrigin& type);
// Returns "Type ... is not assignable to ...".
std::string not_assignable(const TypeOrigin& from, const TypeOrigin& to);

// The parts of the message's second half. `current` and `map` are the frame before the instruction
// and the frame of the stack map, if the reason is about one. Otherwise each is null.
struct FailureDetails {
  std::uint32_t bci = 0;
  std::string reason;
  const VerifierFrame* current = nullptr;
  const VerifierFrame* map = nullptr;
  std::uint32_t map_bci = 0;
  // The bci that is printed with `current`, if it is not `bci`.
  std::optional<std::uint32_t> current_bci = {};
};
// Returns the text from "Exception Details" on.
std::string format_details(const ClassFile& file, const MethodInfo& method,
                           const FailureDetails& details);

}  // namespace minijvm::classfile
