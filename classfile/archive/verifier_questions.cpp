// Listens to the verifier. Runs when an archive is made.
#include "classfile/archive/verifier_questions.h"

#include <algorithm>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/flow/stack_map_verifier.h"

namespace minijvm::classfile {
namespace {

using Kind = VerifierQuestion::Kind;
using Answer = TypeOracle::Answer;

class Listener final : public TypeOracle {
 public:
  explicit Listener(TypeOracle& oracle) : oracle_(oracle) {}

  Answer is_interface(std::string_view name) override { return note({Kind::kInterface, {name}}); }
  Answer is_subclass(std::string_view name, std::string_view ancestor) override {
    return note({Kind::kSubclass, {name, ancestor}});
  }
  Answer is_superclass_of_current(std::string_view name) override {
    return note({Kind::kSuperclass, {name}});
  }
  Answer is_protected_in_other_package(MemberKind member, std::string_view owner,
                                       std::string_view name,
                                       std::string_view descriptor) override {
    return note(
        {member == MemberKind::kField ? Kind::kField : Kind::kMethod, {owner, name, descriptor}});
  }

  std::vector<VerifierQuestion> questions;

 private:
  Answer note(const AskedQuestion& asked) {
    const Answer answer = ask(oracle_, asked);
    if (answer != Answer::kLoadingError) {
      VerifierQuestion question{asked.kind, answer == Answer::kYes, {}};
      std::copy(std::begin(asked.names), std::end(asked.names), question.names);
      if (std::find(questions.begin(), questions.end(), question) == questions.end())
        questions.push_back(std::move(question));
    }
    return answer;
  }

  TypeOracle& oracle_;
};

}  // namespace

Answer ask(TypeOracle& oracle, const AskedQuestion& question) {
  const auto& [kind, names] = question;
  switch (kind) {
    case Kind::kInterface:
      return oracle.is_interface(names[0]);
    case Kind::kSubclass:
      return oracle.is_subclass(names[0], names[1]);
    case Kind::kSuperclass:
      return oracle.is_superclass_of_current(names[0]);
    case Kind::kField:
      return oracle.is_protected_in_other_package(TypeOracle::MemberKind::kField, names[0],
                                                  names[1], names[2]);
    case Kind::kMethod:
      return oracle.is_protected_in_other_package(TypeOracle::MemberKind::kMethod, names[0],
                                                  names[1], names[2]);
  }
  MJ_UNREACHABLE("a question of kind %u", static_cast<unsigned>(kind));
}

std::optional<std::vector<VerifierQuestion>> questions_of(const ClassFile& file,
                                                          TypeOracle& oracle) {
  if (file.major_version() < kFirstStackMapVersion)
    return std::nullopt;
  Listener listener(oracle);
  if (!verify_class(file, listener).ok())
    return std::nullopt;
  return std::move(listener.questions);
}

}  // namespace minijvm::classfile
