// The lattice of JVMS 4.10.1.2: who is assignable to whom, and what of it needs a class to be loaded.
#include <catch2/catch.hpp>

#include "classfile/flow/verification_type.h"

namespace minijvm::classfile::test {
namespace {

using Type = VerificationType;
using Answer = TypeOracle::Answer;

// A < B by extension; I is an interface; everything else does not load.
class SmallOracle : public TypeOracle {
 public:
  Answer is_interface(std::string_view name) override {
    ++questions;
    if (name == "I")
      return Answer::kYes;
    return name == "A" || name == "B" ? Answer::kNo : Answer::kLoadingError;
  }
  Answer is_subclass(std::string_view name, std::string_view ancestor) override {
    return name == ancestor || (name == "B" && ancestor == "A") ? Answer::kYes : Answer::kNo;
  }
  Answer is_superclass_of_current(std::string_view) override { return Answer::kNo; }
  Answer is_protected_in_other_package(MemberKind, std::string_view, std::string_view,
                                       std::string_view) override {
    return Answer::kNo;
  }

  int questions = 0;
};

}  // namespace

TEST_CASE("verification types: classes, interfaces and arrays", "[classfile][flow]") {
  SmallOracle oracle;
  const auto ask = [&](const char* from, const char* to) {
    return is_assignable(Type::reference(from), Type::reference(to), oracle);
  };
  CHECK(ask("B", "A") == Answer::kYes);
  CHECK(ask("A", "B") == Answer::kNo);
  CHECK(ask("A", "I") == Answer::kYes);
  CHECK(ask("[LB;", "[LA;") == Answer::kYes);
  CHECK(ask("[LA;", "[LB;") == Answer::kNo);
  CHECK(ask("[[LB;", "[LA;") == Answer::kNo);
  CHECK(ask("[[I", "[Ljava/io/Serializable;") == Answer::kYes);
  CHECK(ask("[I", "[J") == Answer::kNo);
  CHECK(ask("[I", "java/lang/Cloneable") == Answer::kYes);
  CHECK(ask("A", "[LA;") == Answer::kNo);
}

TEST_CASE("verification types: what needs no class asks for none", "[classfile][flow]") {
  SmallOracle oracle;
  CHECK(is_assignable(Type::reference("Missing"), Type::reference(kObjectName), oracle) ==
        Answer::kYes);
  CHECK(is_assignable(Type::reference("Missing"), Type::reference("Missing"), oracle) ==
        Answer::kYes);
  CHECK(is_assignable(Type::of(TypeKind::kNull), Type::reference("Missing"), oracle) ==
        Answer::kYes);
  CHECK(oracle.questions == 0);
  CHECK(is_assignable(Type::reference("A"), Type::reference("Missing"), oracle) ==
        Answer::kLoadingError);
}

TEST_CASE("verification types: the uninitialized are assignable to reference and top only",
          "[classfile][flow]") {
  SmallOracle oracle;
  for (const Type& type : {Type::uninitialized(4), Type::of(TypeKind::kUninitializedThis)}) {
    CHECK(is_assignable(type, type, oracle) == Answer::kYes);
    CHECK(is_assignable(type, Type::of(TypeKind::kAnyReference), oracle) == Answer::kYes);
    CHECK(is_assignable(type, Type::top(), oracle) == Answer::kYes);
    CHECK(is_assignable(type, Type::reference(kObjectName), oracle) == Answer::kNo);
  }
  CHECK(is_assignable(Type::uninitialized(4), Type::uninitialized(8), oracle) == Answer::kNo);
  CHECK(is_assignable(Type::integer(), Type::of(TypeKind::kFloat), oracle) == Answer::kNo);
}

}  // namespace minijvm::classfile::test
