// Answers the verifier's questions about classes (JVMS 4.10.1) by loading them with the current class's loader.
// Proved by tests/runtime/access_test.cpp.
#pragma once

#include <optional>

#include "classfile/flow/verification_type.h"
#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class Symbol;

class LinkerOracle final : public classfile::TypeOracle {
 public:
  LinkerOracle(JavaThread& self, Class& current) : self_(self), current_(current) {}

  Answer is_interface(std::string_view name) override;
  Answer is_subclass(std::string_view name, std::string_view ancestor) override;
  Answer is_superclass_of_current(std::string_view name) override;
  Answer is_protected_in_other_package(MemberKind member, std::string_view owner, std::string_view name, std::string_view descriptor) override;

  // Why the last answer was kLoadingError.
  const std::optional<LinkError>& failure() const { return failure_; }

 private:
  Class* load(std::string_view name);

  JavaThread& self_;
  Class& current_;
  std::optional<LinkError> failure_;
};

}  // namespace minijvm::runtime
