// Answers the verifier's questions about classes (JVMS 4.10.1) by loading them with the loader of
// the class that is being verified. classfile declares the questions (TypeOracle) and knows no
// loaded class; runtime answers.
// Tested by tests/runtime/access_test.cpp.
#pragma once

#include <optional>
#include <vector>

#include "classfile/archive/verifier_questions.h"
#include "classfile/flow/verification_type.h"
#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

class LinkerOracle final : public classfile::TypeOracle {
 public:
  // kOnlyLoaded: a class that is not loaded yet is a loading error.
  enum class Reach : std::uint8_t { kLoads, kOnlyLoaded };
  LinkerOracle(JavaThread& self, Class& current, Reach reach = Reach::kLoads)
      : self_(self), current_(current), reach_(reach) {}

  // Each answer may load a class, so it may stop and run Java. After kLoadingError failure() has
  // the error.
  Answer is_interface(std::string_view name) override;
  Answer is_subclass(std::string_view name, std::string_view ancestor) override;
  Answer is_superclass_of_current(std::string_view name) override;
  Answer is_protected_in_other_package(MemberKind member, std::string_view owner,
                                       std::string_view name, std::string_view descriptor) override;

  // Returns the reason why the last answer was kLoadingError.
  const std::optional<LinkError>& failure() const { return failure_; }

 private:
  // Returns null if the class could not be loaded; failure_ says why.
  Class* load(std::string_view name);

  JavaThread& self_;
  Class& current_;
  Reach reach_;
  std::optional<LinkError> failure_;
};

// Returns the questions that the verifier asks about other classes when it proves this class, for
// the archive. Returns nothing for a class that is not verified, or is by the older verifier. Loads
// nothing and runs no Java. REQUIRES: the class is linked.
std::optional<std::vector<classfile::VerifierQuestion>> questions_of_verifier(JavaThread& self,
                                                                              Class& klass);

}  // namespace minijvm::runtime
