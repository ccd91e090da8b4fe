// The verifier's rules for instructions that touch only stack, locals and arrays. JVMS 4.10.1.9 has
// an entry for each. Part of MethodVerifier.
#include <fmt/format.h>

#include <cstring>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {

// Executes the current instruction on frame_. Rows of opcodes.def with plain letters need no more
// than apply_effect; all others are handled by family.
bool MethodVerifier::execute() {
  const OpInfo& info = at_.info();
  if (at_.opcode == Opcode::iinc || at_.opcode == Opcode::ret)
    return check_wide_and_increment();
  // iinc and ret have the flags of loads, so they have been tested before. The letter of a load
  // stands behind the >.
  if (info.has(kLoad))
    return load_local(Type::of_letter(info.effect[1]));
  if (info.has(kStore))
    return store_local(Type::of_letter(info.effect[0]));
  if (info.has(kReturn))
    return do_return();
  if (at_.is_switch() && !check_switch())
    return false;
  if (at_.opcode >= Opcode::iaload && at_.opcode <= Opcode::saload)
    return array_load();
  if (at_.opcode >= Opcode::iastore && at_.opcode <= Opcode::sastore)
    return array_store();
  // A letter does not describe a reference, because its class counts too.
  if (std::strpbrk(info.effect, "A*R") != nullptr)
    return execute_reference();
  return apply_effect(*this, info.effect);
}

// Executes the rows with references, returnAddresses or computed effects.
bool MethodVerifier::execute_reference() {
  const Type any = Type::of(TypeKind::kAnyReference);
  const Type object = Type::reference(kObjectName);
  Type popped;
  switch (at_.opcode) {
    case Opcode::aconst_null:
      return push_type(Type::of(TypeKind::kNull));
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w:
      return load_constant();
    // References of any two types may be compared, uninitialized ones included.
    case Opcode::if_acmpeq:
    case Opcode::if_acmpne:
      return pop_type(any) && pop_type(any);
    case Opcode::ifnull:
    case Opcode::ifnonnull:
    case Opcode::monitorenter:
    case Opcode::monitorexit:
      return pop_type(any);
    case Opcode::athrow:
      return pop_type(Type::reference(kThrowableName));
    // JVMS 4.10.1.9.arraylength: the operand is an array, or null, for which the instruction throws
    // at run time.
    case Opcode::arraylength:
      if (!pop_type(any, &popped))
        return false;
      if (popped.kind != TypeKind::kNull && !popped.is_array())
        return fail_invalid(bad_type_in(), popped);
      return push_type(Type::integer());
    // The operand must be an initialized object: an uninitialized one is not assignable to Object.
    case Opcode::checkcast:
      return check_pool(ConstantTag::Class) && pop_type(object) && push_class(at_.index);
    case Opcode:: instanceof:
      return check_pool(ConstantTag::Class) && pop_type(object) && push_type(Type::integer());
    case Opcode::new_:
      return create_object();
    case Opcode::newarray:
    case Opcode::anewarray:
      return create_array();
    case Opcode::multianewarray:
      return create_multi_array();
    case Opcode::getfield:
    case Opcode::getstatic:
    case Opcode::putfield:
    case Opcode::putstatic:
      return access_field();
    // JVMS 4.9.1: there is no jsr from version 51 on, as for ret below.
    case Opcode::jsr:
    case Opcode::jsr_w:
      return fail_in_code(
          fmt::format("Bad instruction: {:02x}", static_cast<unsigned>(at_.opcode)));
    default:
      return invoke();
  }
}

// JVMS 4.9.1: there is no jsr and no ret from version 51 on. A class of version 50 with them goes
// to the older verifier (may_fail_over). HOTSPOT: a wide ret has a message of its own.
bool MethodVerifier::check_wide_and_increment() {
  if (at_.opcode == Opcode::ret && at_.is_wide)
    return fail_in_code("Bad wide instruction");
  if (at_.opcode == Opcode::ret)
    return fail_in_code(fmt::format("Bad instruction: {:02x}", static_cast<unsigned>(at_.opcode)));
  // Only iinc is left: the local is an int, and stays one.
  if (!check_local_index(at_.index, 1))
    return false;
  const Type& found = frame_.local(at_.index);
  if (found.kind == TypeKind::kInteger)
    return true;
  return fail_type("Bad local variable type", {found, From::kLocal, at_.index}, {Type::integer()});
}

// The operand must refer to a constant with this tag (JVMS 4.9.1).
bool MethodVerifier::check_pool(ConstantTag tag) {
  return pool_.is(at_.index, tag) ? true : fail_pool(at_.index);
}

bool MethodVerifier::push_class(unsigned index) {
  return push_type(Type::reference(pool_.class_name(index)));
}

// JVMS 4.10.1.9.ldc: ldc2_w loads constants of two slots, ldc and ldc_w those of one.
bool MethodVerifier::load_constant() {
  Type type;
  switch (pool_.tag(at_.index)) {
    case ConstantTag::Integer:
      type = Type::integer();
      break;
    case ConstantTag::Float:
      type = Type::of(TypeKind::kFloat);
      break;
    case ConstantTag::Long:
      type = Type::of(TypeKind::kLong);
      break;
    case ConstantTag::Double:
      type = Type::of(TypeKind::kDouble);
      break;
    case ConstantTag::String:
      type = Type::reference("java/lang/String");
      break;
    case ConstantTag::Class:
      type = Type::reference("java/lang/Class");
      break;
    case ConstantTag::MethodHandle:
      type = Type::reference("java/lang/invoke/MethodHandle");
      break;
    case ConstantTag::MethodType:
      type = Type::reference("java/lang/invoke/MethodType");
      break;
    case ConstantTag::Dynamic:
      type = Type::of_descriptor(pool_.member(at_.index).descriptor);
      break;
    default:
      return fail_pool(at_.index);
  }
  const bool two_slots = at_.opcode == Opcode::ldc2_w;
  return type.is_category2() == two_slots ? push_type(type) : fail_pool(at_.index);
}

// Pops the array below the index. Its elements must have the type that the opcode works on; null is
// accepted as well. baload and bastore serve both bytes and booleans (JVMS 4.10.1.9.baload).
bool MethodVerifier::pop_array_of(Opcode opcode) {
  Type array;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &array))
    return false;
  const char* wanted = "";
  switch (opcode) {
    case Opcode::iaload:
    case Opcode::iastore:
      wanted = "[I";
      break;
    case Opcode::laload:
    case Opcode::lastore:
      wanted = "[J";
      break;
    case Opcode::faload:
    case Opcode::fastore:
      wanted = "[F";
      break;
    case Opcode::daload:
    case Opcode::dastore:
      wanted = "[D";
      break;
    case Opcode::baload:
    case Opcode::bastore:
      // Two types are allowed, so the message cannot name the one that was expected.
      if (array.kind == TypeKind::kNull ||
          (array.is_array() && (array.name == "[Z" || array.name == "[B")))
        return true;
      return fail_invalid(bad_type_in(), array);
    case Opcode::caload:
    case Opcode::castore:
      wanted = "[C";
      break;
    default:
      wanted = "[S";
      break;
  }
  if (array.kind == TypeKind::kNull || (array.is_array() && array.name == wanted))
    return true;
  return fail_type(bad_type_in(), popped_origin(array), {Type::reference(wanted)});
}

// The index is on the stack above the array.
bool MethodVerifier::array_load() {
  if (!pop_type(Type::integer()))
    return false;
  if (at_.opcode != Opcode::aaload)
    // The effect is "AI>I": the letter that is pushed is its fourth character.
    return pop_array_of(at_.opcode) && push(at_.info().effect[3]);
  // aaload: the component type of the array is pushed, or null if the array is null (JVMS
  // 4.10.1.9.aaload).
  Type array;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &array))
    return false;
  if (array.kind == TypeKind::kNull)
    return push_type(array);
  if (!array.is_array_of_references())
    return fail_type(bad_type_in(), popped_origin(array), {Type::of(TypeKind::kAnyReference)});
  return push_type(array.component());
}

// The effect is "AII>": the value's letter is its third character.
bool MethodVerifier::array_store() {
  if (at_.opcode != Opcode::aastore)
    return pop(at_.info().effect[2]) && pop_type(Type::integer()) && pop_array_of(at_.opcode);
  // JVMS 4.10.1.9.aastore: any object may be stored into any array of references. Whether the
  // object fits into this array is checked when the instruction is executed (ArrayStoreException).
  Type array;
  if (!pop_type(Type::reference(kObjectName)) || !pop_type(Type::integer()))
    return false;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &array))
    return false;
  if (array.kind == TypeKind::kNull || array.is_array_of_references())
    return true;
  return fail_type(bad_type_in(), popped_origin(array), {Type::of(TypeKind::kAnyReference)});
}

// JVMS 4.10.1.9.lookupswitch: keys must ascend. HOTSPOT: the padding must be zero up to version 50.
bool MethodVerifier::check_switch() {
  for (std::uint32_t bci = at_.bci + 1; bci % 4 != 0 && file_.major_version() < 51; ++bci) {
    if (code_.code[bci] != 0)
      return fail_in_code("Nonzero padding byte in lookupswitch or tableswitch");
  }
  if (at_.opcode != Opcode::lookupswitch)
    return true;
  for (std::uint32_t i = 1; i < at_.cases; ++i) {
    if (at_.case_key(i - 1) >= at_.case_key(i))
      return fail_in_code("Bad lookupswitch instruction");
  }
  return true;
}

// JVMS 4.10.1.9.return and areturn: the value must be assignable to the declared return type. A
// constructor may return only after it has called super() or this().
bool MethodVerifier::do_return() {
  const FieldType declared = MethodDescriptor(file_.descriptor_of(method_)).return_type();
  if (at_.opcode == Opcode::return_) {
    if (!declared.is_void())
      return fail_in_code("Method expects a return value");
    if (!frame_.this_uninit)
      return true;
    return fail_in_code("Constructor must call super() or this() before return");
  }
  Type value;
  if (!pop_type(Type::of_letter(at_.info().effect[0]), &value))
    return false;
  // HOTSPOT: the value is popped first, so that a wrong value is reported before this fault.
  if (declared.is_void()) {
    return fail_type("Method does not expect a return value", popped_origin(value),
                     {Type::top(), From::kSignature, 0});
  }
  const Type wanted = Type::of_descriptor(declared.text());
  bool yes = false;
  if (!assignable(value, wanted, &yes))
    return false;
  return yes ? true
             : fail_type("Bad return type", popped_origin(value), {wanted, From::kSignature, 0});
}

// JVMS 4.10.1.9.new: if this instruction has run before, an older object of it may still be
// uninitialized. That object would have the same type as the new one. So no copy of it may stay on
// the stack, and copies in locals become top.
bool MethodVerifier::create_object() {
  if (!check_pool(ConstantTag::Class))
    return false;
  const Type created = Type::reference(pool_.class_name(at_.index));
  if (created.is_array())
    return fail_reason("Illegal new instruction", invalid_type({created, From::kPool, at_.index}));
  const Type uninitialized = Type::uninitialized(at_.bci);
  for (unsigned i = 0; i != frame_.depth(); ++i) {
    if (frame_.stack(i) == uninitialized)
      return fail_type(kBadStackType, {uninitialized, From::kStack, i}, {created});
  }
  initialize(uninitialized, Type::top());
  return push_type(uninitialized);
}

// Returns "[Ljava/lang/String;" for "java/lang/String", and "[[I" for "[I".
std::string_view MethodVerifier::array_name(std::string_view component) {
  if (component[0] == '[')
    return names_.emplace_back("[" + std::string(component));
  return names_.emplace_back("[L" + std::string(component) + ";");
}

// JVMS 4.10.1.9.newarray and anewarray: an array has at most 255 dimensions, so the component of a
// new one has at most 254.
bool MethodVerifier::create_array() {
  // The index is the type code less 4 (JVMS table 6.5.newarray-A).
  static constexpr const char* kPrimitive[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
  if (at_.opcode == Opcode::newarray) {
    if (at_.extra < 4 || at_.extra > 11)
      return fail_in_code("Illegal newarray instruction");
    return pop_type(Type::integer()) && push_type(Type::reference(kPrimitive[at_.extra - 4]));
  }
  if (!check_pool(ConstantTag::Class))
    return false;
  const std::string_view component = pool_.class_name(at_.index);
  const std::size_t dimensions = component.find_first_not_of('[');
  if (dimensions != std::string_view::npos && dimensions >= 255) {
    return fail_in_code("Illegal anewarray instruction, array has more than 255 dimensions");
  }
  return pop_type(Type::integer()) && push_type(Type::reference(array_name(component)));
}

// JVMS 4.10.1.9.multianewarray: the instruction has at least one dimension, and no more than the
// array class. Each dimension takes a length from the stack.
bool MethodVerifier::create_multi_array() {
  if (!check_pool(ConstantTag::Class))
    return false;
  const Type array = Type::reference(pool_.class_name(at_.index));
  if (!array.is_array()) {
    return fail_reason("Illegal constant pool index in multianewarray instruction",
                       invalid_type({array, From::kPool, at_.index}));
  }
  const std::size_t dimensions = array.name.find_first_not_of('[');
  if (at_.extra < 1 || at_.extra > dimensions) {
    return fail_in_code(
        fmt::format("Illegal dimension in multianewarray instruction: {}", at_.extra));
  }
  for (unsigned i = 0; i != at_.extra; ++i) {
    if (!pop_type(Type::integer()))
      return false;
  }
  return push_type(array);
}

}  // namespace minijvm::classfile
