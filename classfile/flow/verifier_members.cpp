// The verifier's rules for fields and invocations: JVMS 4.10.1.8 (protected members) and their entries in 4.10.1.9.
#include <vector>

#include <fmt/format.h>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;
using MemberKind = TypeOracle::MemberKind;

// invokestatic and invokespecial may name an interface's method from this version on (JVMS 4.9.1).
constexpr unsigned kInterfaceBodiesVersion = 52;

}  // namespace

// ---- protected members, JVMS 4.10.1.8

// Is the member named by the instruction protected, in a superclass, and of another run-time package? Then the object must be ours.
bool MethodVerifier::is_protected_elsewhere(MemberKind kind, bool* yes) {
  *yes = false;
  const std::string_view owner = pool_.member_class(at_.index);
  if (oracle_.is_superclass_of_current(owner) != Answer::kYes) return true;
  const NameAndType member = pool_.member(at_.index);
  const Answer answer = oracle_.is_protected_in_other_package(kind, owner, member.name, member.descriptor);
  if (answer == Answer::kLoadingError) return loading_error();
  *yes = answer == Answer::kYes;
  return true;
}

// HOTSPOT: an interface may not reach Object's protected methods in any Object, though the JVMS lets every object pass as an interface.
bool MethodVerifier::assignable_to_current(const Type& object, bool* yes) {
  *yes = false;
  if (file_.is_interface() && object.name == kObjectName) return true;
  return assignable(object, this_type_, yes);
}

// ---- fields

bool MethodVerifier::access_field() {
  if (!check_pool(ConstantTag::Fieldref)) return false;
  const Type field = Type::of_descriptor(pool_.member(at_.index).descriptor);
  const Type owner = owner_type();
  if (owner.is_array() && (at_.opcode == Opcode::getfield || at_.opcode == Opcode::putfield)) {
    return fail_reason(fmt::format("Expecting reference to class in class {} at constant pool index {}", external_name(file_.name()), at_.index),
                       invalid_type({owner, TypeOrigin::From::kPool, at_.index}));
  }
  switch (at_.opcode) {
    case Opcode::getstatic: return push_type(field);
    case Opcode::putstatic: return pop_type(field);
    case Opcode::putfield: return put_field(field, owner);
    default: break;
  }
  Type object;
  return pop_type(owner, &object) && check_protected_field(object) && push_type(field);
}

// Fields declared here may be set before the superclass's <init> ran.
bool MethodVerifier::put_field(const Type& field, const Type& owner) {
  Type object;
  if (!pop_type(field) || !pop_slot(&object)) return false;
  const NameAndType member = pool_.member(at_.index);
  const bool is_own = owner == this_type_ && file_.find_field(member.name, member.descriptor) != nullptr;
  const Type shown = object;
  if (object.kind == TypeKind::kUninitializedThis && is_own) object = this_type_;
  bool yes = false;
  if (!assignable(object, owner, &yes)) return false;
  if (!yes) return fail_type("Bad type on operand stack in putfield", popped_origin(shown), {owner, TypeOrigin::From::kPool, at_.index});
  return check_protected_field(object);
}

bool MethodVerifier::check_protected_field(const Type& object) {
  bool checked = false;
  if (object == this_type_) return true;
  if (!is_protected_elsewhere(MemberKind::kField, &checked)) return false;
  if (!checked) return true;
  bool yes = false;
  if (!assignable_to_current(object, &yes)) return false;
  const std::string what = fmt::format("Bad access to protected data in {}", at_.info().mnemonic);
  return yes ? true : fail_type(what, popped_origin(object), {this_type_});
}

// ---- invocations

bool MethodVerifier::invoke() {
  const ConstantTag tag = pool_.tag(at_.index);
  const bool interface_allowed = (at_.opcode == Opcode::invokespecial || at_.opcode == Opcode::invokestatic) &&
                                 file_.major_version() >= kInterfaceBodiesVersion;
  ConstantTag wanted = ConstantTag::Methodref;
  if (at_.opcode == Opcode::invokeinterface || (interface_allowed && tag == ConstantTag::InterfaceMethodref)) {
    wanted = ConstantTag::InterfaceMethodref;
  }
  if (at_.opcode == Opcode::invokedynamic) wanted = ConstantTag::InvokeDynamic;
  if (!check_pool(wanted)) return false;

  const NameAndType member = pool_.member(at_.index);
  const MethodDescriptor descriptor(member.descriptor);
  if (!check_invoke_operands(descriptor)) return false;
  const bool is_init = member.name == "<init>";
  if (!member.name.empty() && member.name[0] == '<' && !(is_init && at_.opcode == Opcode::invokespecial)) {
    return fail_in_code("Illegal call to internal method");
  }
  if (!check_invokespecial_target(member.name)) return false;
  if (!pop_arguments(descriptor)) return false;
  if (is_init ? !invoke_init() : !pop_receiver()) return false;
  const FieldType result = descriptor.return_type();
  if (result.is_void()) return true;
  if (is_init) return fail_in_code("Return type must be void in <init> method");
  return push_type(Type::of_descriptor(result.text()));
}

bool MethodVerifier::check_invoke_operands(const MethodDescriptor& descriptor) {
  const Bytes code = code_.code;
  if (at_.opcode == Opcode::invokeinterface) {
    if (at_.extra != descriptor.parameter_slots() + 1) return fail_in_code("Inconsistent args count operand in invokeinterface");
    if (code[at_.bci + 4] != 0) return fail_in_code("Fourth operand byte of invokeinterface must be zero");
  }
  if (at_.opcode == Opcode::invokedynamic) {
    if (code[at_.bci + 3] != 0 || code[at_.bci + 4] != 0) {
      return fail_in_code("Third and fourth operand bytes of invokedynamic must be zero");
    }
  }
  return true;
}

// JVMS 4.10.1.9.invokespecial, for all but <init>: this class, a superclass, or a direct superinterface.
bool MethodVerifier::check_invokespecial_target(std::string_view name) {
  if (at_.opcode != Opcode::invokespecial || name == "<init>") return true;
  const Type owner = owner_type();
  if (owner == this_type_ || owner.name == file_.super_name()) return true;
  bool is_super = false;
  if (!assignable(this_type_, owner, &is_super)) return false;
  if (!is_super) return fail_in_code("Bad invokespecial instruction: current class isn't assignable to reference class.");
  if (!pool_.is(at_.index, ConstantTag::InterfaceMethodref)) return true;
  for (std::uint16_t direct : file_.interfaces()) {
    if (pool_.class_name(direct) == owner.name) return true;
  }
  return fail_in_code("Bad invokespecial instruction: interface method reference is in an indirect superinterface.");
}

bool MethodVerifier::pop_arguments(const MethodDescriptor& descriptor) {
  std::vector<FieldType> parameters;
  for (FieldType parameter : descriptor) {
    parameters.push_back(parameter);
  }
  for (auto at = parameters.rbegin(); at != parameters.rend(); ++at) {
    if (!pop_type(Type::of_descriptor(at->text()))) return false;
  }
  return true;
}

bool MethodVerifier::pop_receiver() {
  Type object;
  switch (at_.opcode) {
    case Opcode::invokestatic:
    case Opcode::invokedynamic: return true;
    case Opcode::invokespecial: return pop_type(this_type_);
    case Opcode::invokeinterface: return pop_type(owner_type());
    default: return pop_type(owner_type(), &object) && check_protected_call(object);
  }
}

bool MethodVerifier::check_protected_call(const Type& object) {
  bool checked = false;
  if (object == this_type_) return true;
  if (!is_protected_elsewhere(MemberKind::kMethod, &checked)) return false;
  if (!checked) return true;
  bool yes = false;
  if (!assignable_to_current(object, &yes)) return false;
  // Arrays have a public clone() (JVMS 4.10.1.9.invokevirtual).
  const bool is_array_clone = object.is_array() && pool_.member(at_.index).name == "clone" && owner_type().name == kObjectName;
  if (yes || is_array_clone) return true;
  return fail_type("Bad access to protected data in invokevirtual", popped_origin(object), {this_type_});
}

// JVMS 4.10.1.9.invokespecial, <init>: an uninitialized object becomes one of its class, wherever it stands.
bool MethodVerifier::invoke_init() {
  Type object;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &object)) return false;
  if (object.kind == TypeKind::kUninitialized) return invoke_init_on_new(object);
  if (object.kind != TypeKind::kUninitializedThis) return fail_invalid("Bad operand type when invoking <init>", object);
  const Type owner = owner_type();
  if (owner != this_type_ && owner.name != file_.super_name()) {
    return fail_reason("Bad <init> method call", not_assignable({owner}, {this_type_}));
  }
  // Handlers see the new locals, yet the old flags: after a failed super() the constructor can only throw.
  initialize(object, this_type_);
  if (!check_handlers()) return false;
  frame_.this_uninit = false;
  return true;
}

bool MethodVerifier::invoke_init_on_new(const Type& object) {
  // The offset comes from a `new` of this walk, or from a frame that was checked to point at one.
  const unsigned created_index = load_u2(&code_.code[object.offset + 1]);
  if (!pool_.is(created_index, ConstantTag::Class)) return fail_pool(created_index);
  const Type created = Type::reference(pool_.class_name(created_index));
  const Type owner = owner_type();
  const TypeOrigin created_at{created, TypeOrigin::From::kPool, created_index};
  if (owner != created) {
    return fail_reason("Call to wrong <init> method", not_assignable(created_at, {owner, TypeOrigin::From::kPool, at_.index}));
  }
  bool checked = false;
  if (!is_protected_elsewhere(MemberKind::kMethod, &checked)) return false;
  bool yes = true;
  if (checked && !assignable(created, this_type_, &yes)) return false;
  if (!yes) return fail_reason("Bad access to protected <init> method", not_assignable(created_at, {this_type_}));
  if (!check_handlers()) return false;
  initialize(object, created);
  return true;
}

}  // namespace minijvm::classfile
