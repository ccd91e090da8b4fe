// Gives the verifier its view of the class hierarchy. The verifier runs in VM during link_class,
// and each question may load a class.
#include "runtime/link/linker_oracle.h"

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/required_class.h"
#include "runtime/link/resolution.h"

namespace minijvm::runtime {
namespace {

constexpr std::uint16_t kProtected = 0x0004;

using Answer = classfile::TypeOracle::Answer;

Answer yes_or_no(bool yes) { return yes ? Answer::kYes : Answer::kNo; }

}  // namespace

// The class's own name means the class itself: the loader of a hidden class would not find it.
Class* LinkerOracle::load(std::string_view name) {
  if (name == current_.name->text()) {
    return &current_;
  }
  if (reach_ == Reach::kOnlyLoaded) {
    return find_loaded_class(*current_.loader, intern_symbol(name));
  }
  Linked<Class*> klass = load_required_class(self_, current_, intern_symbol(name));
  if (!klass.ok()) {
    failure_ = klass.error();
    return nullptr;
  }
  return klass.value();
}

Answer LinkerOracle::is_interface(std::string_view name) {
  Class* klass = load(name);
  return klass == nullptr ? Answer::kLoadingError : yes_or_no(klass->is_interface());
}

Answer LinkerOracle::is_subclass(std::string_view name, std::string_view ancestor) {
  // Neither class is loaded here, because the answer does not depend on them.
  if (name == ancestor || ancestor == classfile::kObjectName) {
    return Answer::kYes;
  }
  Class* klass = load(name);
  if (klass == nullptr) {
    return Answer::kLoadingError;
  }
  Class* target = load(ancestor);
  if (target == nullptr) {
    return Answer::kLoadingError;
  }
  return yes_or_no(klass->is_subclass_of(*target));
}

// The comparison is by name, as 4.10.1.8 demands; the superclasses are loaded already.
Answer LinkerOracle::is_superclass_of_current(std::string_view name) {
  for (const Class* at = current_.super; at != nullptr; at = at->super) {
    if (at->name->text() == name) {
      return Answer::kYes;
    }
  }
  return Answer::kNo;
}

Answer LinkerOracle::is_protected_in_other_package(MemberKind member, std::string_view owner,
                                                   std::string_view name,
                                                   std::string_view descriptor) {
  // JVMS 4.10.1.8, passesProtectedCheck: only a protected member that is declared in another
  // run-time package restricts its receiver.
  Class* klass = load(owner);
  if (klass == nullptr) {
    return Answer::kLoadingError;
  }
  const Symbol* name_symbol = intern_symbol(name);
  const Symbol* type = intern_symbol(descriptor);
  if (member == MemberKind::kField) {
    const Field* field = lookup_field(*klass, name_symbol, type);
    return yes_or_no(field != nullptr && (field->access_flags & kProtected) != 0 &&
                     !field->holder->same_package(current_));
  }
  const Method* method = lookup_method(*klass, name_symbol, type);
  return yes_or_no(method != nullptr && (method->access_flags & kProtected) != 0 &&
                   !method->holder->same_package(current_));
}

std::optional<std::vector<classfile::VerifierQuestion>> questions_of_verifier(JavaThread& self,
                                                                              Class& klass) {
  if (klass.skips_verification) {
    return std::nullopt;
  }
  LinkerOracle oracle(self, klass, LinkerOracle::Reach::kOnlyLoaded);
  return classfile::questions_of(*klass.file, oracle);
}

}  // namespace minijvm::runtime
