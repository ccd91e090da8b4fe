// Answers the verifier's questions about classes (JVMS 4.10.1) by loading them with the loader of
// the class that is being verified. classfile declares the questions (TypeOracle) and knows no
// loaded class; runtime answers.
// Tested by tests/runtime/access_test.cpp.
#pragma once

#include <optional>

#include "classfile/flow/verification_type.h"
#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

class LinkerOracle final : public classfile::TypeOracle {
 public:
  LinkerOracle(JavaThread& self, Class& current) : self_(self), current_(current) {}

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
  std::optional<LinkError> failure_;
};

}  // namespace minijvm::runtime
