// The questions that the verifier has asked about other classes while it proved a class (JVMS
// 4.10.1), with the answers. A class is as good in another run if its bytes are the same and if the
// questions get the same answers there; so the archive keeps them, and the proof is not repeated.
// Tested by tests/classfile/archive_test.cpp and tests/vm/archive.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/flow/verification_type.h"
#include "classfile/fwd.h"

namespace minijvm::classfile {

struct VerifierQuestion {
  enum class Kind : std::uint32_t { kInterface, kSubclass, kSuperclass, kField, kMethod };
  Kind kind;
  bool answer;
  // The arguments of the oracle's function, in its order; the rest is empty.
  std::string names[3];

  bool operator==(const VerifierQuestion&) const = default;
};

// A question without its answer, for an oracle.
struct AskedQuestion {
  VerifierQuestion::Kind kind;
  std::string_view names[3];
};
TypeOracle::Answer ask(TypeOracle& oracle, const AskedQuestion& question);

// Verifies the class (stack_map_verifier.h), and returns each question once, in the order in which
// they were asked. Returns nothing if the class does not verify. The oracle may load classes.
std::optional<std::vector<VerifierQuestion>> questions_of(const ClassFile& file,
                                                          TypeOracle& oracle);

}  // namespace minijvm::classfile
