// The verifier's rules for fields and invocations: JVMS 4.10.1.8 (protected members) and the
// entries of these instructions in 4.10.1.9. Part of MethodVerifier. Members of other classes are
// not resolved here; only the question whether a member is protected looks at another class.
#include <fmt/format.h>

#include <vector>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;
using MemberKind = TypeOracle::MemberKind;

// JVMS 4.9.1: from version 52 on, invokestatic and invokespecial may refer to a method of an
// interface.
constexpr unsigned kInterfaceBodiesVersion = 52;

}  // namespace

// ---- protected members, JVMS 4.10.1.8

// JVMS 4.10.1.8: sets *yes if the instruction's member is protected and declared in a superclass of
// another run-time package. The object must then be of the class that is verified, or of a
// subclass. Returns false if a class could not be loaded.
bool MethodVerifier::is_protected_elsewhere(MemberKind kind, bool* yes) {
  *yes = false;
  const std::string_view owner = pool_.member_class(at_.index);
  // Most references are to classes that are no superclass. This comparison of names loads nothing.
  if (oracle_.is_superclass_of_current(owner) != Answer::kYes)
    return true;
  const NameAndType member = pool_.member(at_.index);
  const Answer answer =
      oracle_.is_protected_in_other_package(kind, owner, member.name, member.descriptor);
  if (answer == Answer::kLoadingError)
    return loading_error();
  *yes = answer == Answer::kYes;
  return true;
}

// HOTSPOT: code of an interface may not call Object's protected methods on an arbitrary Object,
// although by 4.10.1.2 every object is assignable to an interface.
bool MethodVerifier::assignable_to_current(const Type& object, bool* yes) {
  *yes = false;
  if (file_.is_interface() && object.name == kObjectName)
    return true;
  return assignable(object, this_type_, yes);
}

// ---- fields

// JVMS 4.10.1.9.getfield, putfield, getstatic and putstatic: the four share this function.
bool MethodVerifier::access_field() {
  if (!check_pool(ConstantTag::Fieldref))
    return false;
  const Type field = Type::of_descriptor(pool_.member(at_.index).descriptor);
  const Type owner = owner_type();
  // HOTSPOT: a reference to a field of an array class is refused here, before resolution.
  if (owner.is_array() && (at_.opcode == Opcode::getfield || at_.opcode == Opcode::putfield)) {
    return fail_reason(
        fmt::format("Expecting reference to class in class {} at constant pool index {}",
                    external_name(file_.name()), at_.index),
        invalid_type({owner, TypeOrigin::From::kPool, at_.index}));
  }
  switch (at_.opcode) {
    case Opcode::getstatic:
      return push_type(field);
    case Opcode::putstatic:
      return pop_type(field);
    case Opcode::putfield:
      return put_field(field, owner);
    default:
      break;
  }
  // Only getfield is left: the object must be of the class that the reference refers to.
  Type object;
  return pop_type(owner, &object) && check_protected(MemberKind::kField, object) &&
         push_type(field);
}

// JVMS 4.10.1.9.putfield: a constructor may set the fields that its own class declares before it
// calls super(). Inner classes do so, to keep a reference to the outer object.
bool MethodVerifier::put_field(const Type& field, const Type& owner) {
  Type object;
  if (!pop_type(field) || !pop_slot(&object))
    return false;
  const NameAndType member = pool_.member(at_.index);
  // The field is found by name and descriptor; nothing is resolved.
  const bool is_own =
      owner == this_type_ && file_.find_field(member.name, member.descriptor) != nullptr;
  // Messages show the type that was on the stack.
  const Type shown = object;
  if (object.kind == TypeKind::kUninitializedThis && is_own)
    object = this_type_;
  bool yes = false;
  if (!assignable(object, owner, &yes))
    return false;
  if (!yes)
    return fail_type("Bad type on operand stack in putfield", popped_origin(shown),
                     {owner, TypeOrigin::From::kPool, at_.index});
  return check_protected(MemberKind::kField, object);
}

// ---- invocations

// JVMS 4.10.1.9.invokevirtual, invokespecial, invokestatic, invokeinterface and invokedynamic: the
// common part of the five is done here, in HotSpot's order.
bool MethodVerifier::invoke() {
  const ConstantTag tag = pool_.tag(at_.index);
  // The kind of constant is checked first (JVMS 4.9.1).
  const bool interface_allowed =
      (at_.opcode == Opcode::invokespecial || at_.opcode == Opcode::invokestatic) &&
      file_.major_version() >= kInterfaceBodiesVersion;
  ConstantTag wanted = ConstantTag::Methodref;
  if (at_.opcode == Opcode::invokeinterface ||
      (interface_allowed && tag == ConstantTag::InterfaceMethodref)) {
    wanted = ConstantTag::InterfaceMethodref;
  }
  if (at_.opcode == Opcode::invokedynamic)
    wanted = ConstantTag::InvokeDynamic;
  if (!check_pool(wanted))
    return false;

  // Then the operands and the name are checked. Of the names with <, only <init> may be called, and
  // only by invokespecial.
  const NameAndType member = pool_.member(at_.index);
  const MethodDescriptor descriptor(member.descriptor);
  if (!check_invoke_operands(descriptor))
    return false;
  const bool is_init = member.name == "<init>";
  if (!member.name.empty() && member.name[0] == '<' &&
      !(is_init && at_.opcode == Opcode::invokespecial)) {
    return fail_in_code("Illegal call to internal method");
  }
  if (!check_invokespecial_target(member.name))
    return false;
  // Then the frame changes: arguments, receiver, result.
  if (!pop_arguments(descriptor))
    return false;
  if (is_init ? !invoke_init() : !pop_receiver())
    return false;
  const FieldType result = descriptor.return_type();
  if (result.is_void())
    return true;
  // The format checker has refused such a descriptor already in classes that it checks (JVMS
  // 4.3.3).
  if (is_init)
    return fail_in_code("Return type must be void in <init> method");
  return push_type(Type::of_descriptor(result.text()));
}

// JVMS 4.9.1: the count of invokeinterface is that of the arguments in slots, with the receiver.
// The bytes that must be zero are zero.
bool MethodVerifier::check_invoke_operands(const MethodDescriptor& descriptor) {
  const Bytes code = code_.code;
  if (at_.opcode == Opcode::invokeinterface) {
    if (at_.extra != descriptor.parameter_slots() + 1)
      return fail_in_code("Inconsistent args count operand in invokeinterface");
    if (code[at_.bci + 4] != 0)
      return fail_in_code("Fourth operand byte of invokeinterface must be zero");
  }
  if (at_.opcode == Opcode::invokedynamic) {
    if (code[at_.bci + 3] != 0 || code[at_.bci + 4] != 0) {
      return fail_in_code("Third and fourth operand bytes of invokedynamic must be zero");
    }
  }
  return true;
}

// JVMS 4.10.1.9.invokespecial, for all methods but <init>: the reference is to this class, to a
// superclass, or (JVMS 4.9.2) to a direct superinterface.
bool MethodVerifier::check_invokespecial_target(std::string_view name) {
  if (at_.opcode != Opcode::invokespecial || name == "<init>")
    return true;
  const Type owner = owner_type();
  // These are the common cases: a private method of this class, or super.m().
  if (owner == this_type_ || owner.name == file_.super_name())
    return true;
  // The check may load the class that the reference refers to.
  bool is_super = false;
  if (!assignable(this_type_, owner, &is_super))
    return false;
  if (!is_super)
    return fail_in_code(
        "Bad invokespecial instruction: current class isn't assignable to reference class.");
  if (!pool_.is(at_.index, ConstantTag::InterfaceMethodref))
    return true;
  for (std::uint16_t direct : file_.interfaces()) {
    if (pool_.class_name(direct) == owner.name)
      return true;
  }
  return fail_in_code(
      "Bad invokespecial instruction: interface method reference is in an indirect "
      "superinterface.");
}

// The last argument is on top, but a descriptor can be read only from the left. So the types are
// collected first.
bool MethodVerifier::pop_arguments(const MethodDescriptor& descriptor) {
  std::vector<FieldType> parameters;
  for (FieldType parameter : descriptor) {
    parameters.push_back(parameter);
  }
  for (auto at = parameters.rbegin(); at != parameters.rend(); ++at) {
    if (!pop_type(Type::of_descriptor(at->text())))
      return false;
  }
  return true;
}

// invokestatic and invokedynamic have no receiver. For invokespecial the receiver must be of this
// class, not only of the superclass whose method is called (JVMS 4.10.1.9.invokespecial).
bool MethodVerifier::pop_receiver() {
  Type object;
  switch (at_.opcode) {
    case Opcode::invokestatic:
    case Opcode::invokedynamic:
      return true;
    case Opcode::invokespecial:
      return pop_type(this_type_);
    case Opcode::invokeinterface:
      return pop_type(owner_type());
    default:
      return pop_type(owner_type(), &object) && check_protected(MemberKind::kMethod, object);
  }
}

// JVMS 4.10.1.8, passesProtectedCheck, for fields and for invokevirtual. Members of `this`, by far
// the most, need no further question.
bool MethodVerifier::check_protected(MemberKind member, const Type& object) {
  bool checked = false;
  if (object == this_type_)
    return true;
  if (!is_protected_elsewhere(member, &checked))
    return false;
  if (!checked)
    return true;
  bool yes = false;
  if (!assignable_to_current(object, &yes))
    return false;
  // JVMS 4.10.1.9.invokevirtual: arrays have a public clone(), although Object declares it
  // protected.
  const bool is_array_clone = member == MemberKind::kMethod && object.is_array() &&
                              pool_.member(at_.index).name == "clone" &&
                              owner_type().name == kObjectName;
  if (yes || is_array_clone)
    return true;
  return fail_type(fmt::format("Bad access to protected data in {}", at_.info().mnemonic),
                   popped_origin(object), {this_type_});
}

// JVMS 4.10.1.9.invokespecial, <init>: an uninitialized object becomes an object of its class, in
// all slots that refer to it. This function handles `this` in a constructor; invoke_init_on_new()
// handles the objects of `new`.
//
//   before    locals [ uninitializedThis ]   stack [ uninitializedThis ]   flagThisUninit
//   after     locals [ C ]                   stack [ ]
bool MethodVerifier::invoke_init() {
  Type object;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &object))
    return false;
  if (object.kind == TypeKind::kUninitialized)
    return invoke_init_on_new(object);
  if (object.kind != TypeKind::kUninitializedThis)
    return fail_invalid("Bad operand type when invoking <init>", object);
  // The call must be super() or this().
  const Type owner = owner_type();
  if (owner != this_type_ && owner.name != file_.super_name()) {
    return fail_reason("Bad <init> method call", not_assignable({owner}, {this_type_}));
  }
  // The handlers see the new locals, but the flag is still set: if super() throws, the object is
  // not usable, and a handler in the constructor must not return.
  initialize(object, this_type_);
  if (!check_handlers())
    return false;
  frame_.this_uninit = false;
  return true;
}

// Handles the object of a `new` instruction. <init> must be declared in exactly the class of the
// `new`.
bool MethodVerifier::invoke_init_on_new(const Type& object) {
  // The offset is safe to read: it comes from a `new` in this walk, or from a stack map that was
  // checked to refer to one.
  const unsigned created_index = load_u2(&code_.code[object.offset + 1]);
  if (!pool_.is(created_index, ConstantTag::Class))
    return fail_pool(created_index);
  const Type created = Type::reference(pool_.class_name(created_index));
  const Type owner = owner_type();
  const TypeOrigin created_at{created, TypeOrigin::From::kPool, created_index};
  if (owner != created) {
    return fail_reason("Call to wrong <init> method",
                       not_assignable(created_at, {owner, TypeOrigin::From::kPool, at_.index}));
  }
  // JVMS 4.10.1.8: a protected constructor of another package is for subclasses that call super(),
  // not for `new`.
  bool checked = false;
  if (!is_protected_elsewhere(MemberKind::kMethod, &checked))
    return false;
  bool yes = true;
  if (checked && !assignable(created, this_type_, &yes))
    return false;
  if (!yes)
    return fail_reason("Bad access to protected <init> method",
                       not_assignable(created_at, {this_type_}));
  // The handlers see the object still uninitialized in the locals: if <init> throws, it stays
  // uninitialized.
  if (!check_handlers())
    return false;
  initialize(object, created);
  return true;
}

}  // namespace minijvm::classfile
