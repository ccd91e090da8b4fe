// Small classes, each with one thing right or wrong, for the verifier. Shared: flow_stack_map_verifier_test.cpp judges them alone,
// flow_hotspot_differential_test.cpp asks `java` for its judgement and message.
#pragma once

#include <vector>

#include "tests/classfile/flow/class_builder.h"

namespace minijvm::classfile::test {

struct VerifierCase {
  const char* what;
  bool accepted;
  void (*build)(ClassBuilder&);
};

const std::vector<VerifierCase>& verifier_cases();
// The class of case number `at`: v/Case7.
ClassBuilder build_case(std::size_t at);

}  // namespace minijvm::classfile::test
