// Makes the checks before the verifier's walk over a method: where instructions start, the frame at
// entry, the stack maps, and the tables that refer to places in the code. Part of MethodVerifier.
#include <fmt/format.h>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {

// JVMS 4.9.1: the code consists of whole instructions, one after the other.
bool MethodVerifier::mark_instructions() {
  rule_ = "4.9.1";
  is_instruction_.assign(code_.code.size(), false);
  InstructionCursor at(code_.code);
  for (; at.valid(); at.advance()) {
    is_instruction_[at.bci()] = true;
  }
  // Messages name the bci at which this walk ended.
  at_.bci = at.bci();
  return at.malformed() ? fail_in_code("Bad instruction") : true;
}

// JVMS 4.10.1.6, methodInitialStackFrame: the receiver and the arguments are in the first locals,
// and the other locals are top. In <init>, except that of Object, `this` is uninitialized. Example:
//
//   C.<init>(JI)V, max_locals 5     locals [ uninitializedThis | long | long_2nd | integer | top ]
//                                   stack [ ], flagThisUninit
bool MethodVerifier::enter_method() {
  const MethodDescriptor descriptor(file_.descriptor_of(method_));
  unsigned next = 0;
  const bool is_static = (method_.access_flags & ACC_STATIC) != 0;
  const unsigned needed = descriptor.parameter_slots() + (is_static ? 0u : 1u);
  // A class whose format was not checked may still have too few locals.
  if (needed > frame_.max_locals())
    return fail_format("Arguments can't fit into locals");
  if (!is_static) {
    frame_.this_uninit = is_init_ && file_.name() != kObjectName;
    frame_.local(next++) = frame_.this_uninit ? Type::of(TypeKind::kUninitializedThis) : this_type_;
  }
  for (FieldType argument : descriptor) {
    const Type type = Type::of_descriptor(argument.text());
    // A long or double takes two locals.
    frame_.local(next++) = type;
    if (type.is_category2())
      frame_.local(next++) = type.second_half();
  }
  frame_.set_locals = next;
  return true;
}

// JVMS 4.7.4: reads the stack maps. A map that cannot be read is a ClassFormatError; one that
// refers to a bci inside of an instruction is a VerifyError with that map's frame in the message.
bool MethodVerifier::decode_maps() {
  rule_ = "4.7.4";
  if (maps_.decode(code_.has_stack_map ? code_.stack_map_table : Bytes(), frame_))
    return true;
  if (maps_.error_is_format())
    return fail_format(maps_.error(), maps_.error_names_method());
  VerifierFrame shown(code_.max_locals, code_.max_stack);
  maps_.load(maps_.failed_frame(), &shown);
  return fail(maps_.error(),
              {0, "Invalid stackmap specification.", &shown, nullptr, 0, maps_.failed_frame().bci});
}

// JVMS 4.10.1, handlersAreLegal: ranges and handlers start and end at instructions, and each catch
// type is a Throwable. The parser has checked that start_pc is less than end_pc (JVMS 4.7.3).
bool MethodVerifier::check_handler_table() {
  rule_ = "4.10.1.3";
  const auto is_start = [this](unsigned bci) {
    return bci < is_instruction_.size() && is_instruction_[bci];
  };
  for (const ExceptionHandler& row : code_.exception_table) {
    if (!is_start(row.start_pc))
      return fail_format(fmt::format("Illegal exception table start_pc {}", row.start_pc));
    // end_pc may also be the end of the code.
    if (row.end_pc != is_instruction_.size() && !is_start(row.end_pc)) {
      return fail_format(fmt::format("Illegal exception table end_pc {}", row.end_pc));
    }
    if (!is_start(row.handler_pc))
      return fail_format(fmt::format("Illegal exception table handler_pc {}", row.handler_pc));
    // A row with catch_type 0 catches everything.
    if (row.catch_type == 0)
      continue;
    if (!pool_.is(row.catch_type, ConstantTag::Class))
      return fail_pool(row.catch_type);
    // The check may load the catch type.
    const Type caught = Type::reference(pool_.class_name(row.catch_type));
    bool is_throwable = false;
    if (!assignable(caught, Type::reference(kThrowableName), &is_throwable))
      return false;
    if (is_throwable)
      continue;
    const std::string reason =
        not_assignable({caught, From::kPool, row.catch_type}, {Type::reference(kThrowableName)});
    return fail(fmt::format("Catch type is not a subclass of Throwable in exception handler {}",
                            row.handler_pc),
                {row.handler_pc, reason, nullptr, nullptr, 0, {}});
  }
  return true;
}

// JVMS 4.7.13: a variable's range starts at an instruction and ends at one or at the end of the
// code. This is only debug information, but `java` refuses a class because of it as well.
bool MethodVerifier::check_local_variables(const std::vector<Table<LocalVariable>>& tables) {
  rule_ = "4.7.13";
  for (const Table<LocalVariable>& table : tables) {
    for (const LocalVariable& row : table) {
      const unsigned end = unsigned{row.start_pc} + row.length;
      if (row.start_pc >= is_instruction_.size() || !is_instruction_[row.start_pc]) {
        return fail_format(fmt::format("Illegal local variable table start_pc {}", row.start_pc));
      }
      if (end > is_instruction_.size() || (end < is_instruction_.size() && !is_instruction_[end])) {
        return fail_format(fmt::format("Illegal local variable table length {}", row.length));
      }
    }
  }
  return true;
}

}  // namespace minijvm::classfile
