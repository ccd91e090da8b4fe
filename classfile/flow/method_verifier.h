// Type checks one method against its StackMapTable: JVMS 4.10.1.4 to 4.10.1.9. Each instruction is
// looked at once, in the order of the bytes, because the class file states the frame wherever two
// paths meet.
// Tested by tests/classfile/flow/flow_stack_map_verifier_test.cpp; all of java.base in
// flow_corpus_test.cpp.
//
//   verifier_entry.cpp          what is checked before: the frame at entry, the exception table
//   method_verifier.cpp         the walk: stack maps, branches, handlers
//   verifier_slots.cpp          stack and locals
//   verifier_instructions.cpp   the rules of instructions that need no other class's member
//   verifier_members.cpp        fields and invocations
//   verifier_failures.cpp       the messages
//
//   bci   instruction     frame_ before           a frame of the StackMapTable
//    0    iload_0         locals {int} stack {}
//    1    ifeq 6          stack {int}             the frame after it must match the map at 6
//    4    iconst_1        stack {}
//    5    ireturn         stack {int}             ends the block: 6 must have a map
//    6    iconst_2        <- loaded from map      6: locals {int} stack {}
//
// HOTSPOT: the order of checks and the texts follow `java` 17, so that messages can be compared;
// the rules are those of the JVMS.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/flow/stack_map_table.h"
#include "classfile/flow/verify_failure.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {

// Every function that returns bool returns false after it has set failure_.
class MethodVerifier {
 public:
  // REQUIRES: the method has code; all references outlive the verifier.
  MethodVerifier(const ClassFile& file, const MethodInfo& method, TypeOracle& oracle);

  // Returns false if the method is refused; failure() then says why. Runs once. The oracle may load
  // classes meanwhile.
  bool run();
  VerifyFailure& failure() { return failure_; }

  // These are the Machine of apply_effect (abstract_frame.h).
  bool pop(char letter);
  bool push(char letter);
  bool shuffle(const char* taken, const char* left);

 private:
  using Type = VerificationType;
  using From = TypeOrigin::From;

  static constexpr std::string_view kBadStackType = "Bad type on operand stack";

  // verifier_failures.cpp: each function builds the message and returns false.
  bool fail(std::string_view what, FailureDetails details);
  bool fail_in_code(std::string_view what);
  bool fail_type(std::string_view what, const TypeOrigin& from, const TypeOrigin& to);
  bool fail_pool(unsigned index);
  // Fails with a reason that is a sentence of its own; no frame is shown.
  bool fail_reason(std::string_view what, std::string reason) {
    return fail(what, {at_.bci, std::move(reason), nullptr, nullptr, 0, {}});
  }
  bool fail_invalid(std::string_view what, const Type& popped);
  bool fail_format(std::string_view what, bool name_method = true);
  bool fail_map(std::string_view what, const StackMapFrame& map, const std::string& reason);
  bool loading_error();
  // Returns the clause of the JVMS that is being checked, for the account of -Xlog:verification.
  std::string clause() const;

  // verifier_entry.cpp. JVMS 4.9.1: checks that the code is a sequence of whole instructions.
  bool mark_instructions();
  // Check that the exception table and the LocalVariableTables refer to instructions.
  bool check_handler_table();
  bool check_local_variables(const std::vector<Table<LocalVariable>>& tables);
  // JVMS 4.10.1.6: makes the frame at method entry.
  bool enter_method();
  // JVMS 4.7.4: decodes the StackMapTable.
  bool decode_maps();

  // method_verifier.cpp. JVMS 4.10.1.6: walks over instructions and stack maps, merged by bci.
  bool walk();
  // Loads the stack map at this bci. If `reached` is true, the instruction before can fall through
  // to here.
  bool meet_map(std::size_t* next_map, bool reached);
  // Executes one instruction with its handlers and branches.
  bool step();
  bool check_branches();
  // Checks that the frame is assignable to the stack map at `target`, which must exist.
  bool check_target(std::int32_t target);
  // Checks that the frame, with only an exception on the stack, is assignable to the stack map of
  // each covering handler.
  bool check_handlers();
  // Returns true if the current frame is assignable to the map's. If the result is false and the
  // reason is empty, a class could not be loaded, and failure_ is set.
  bool matches(const StackMapFrame& map, std::string* reason);
  bool matches_locals(const StackMapFrame& map, std::string* reason);
  bool matches_stack(const StackMapFrame& map, std::string* reason);

  // verifier_slots.cpp: the message of a failure names its slot.
  bool pop_type(const Type& expected, Type* popped = nullptr);
  // Pops what an opcode takes; a long or double is judged as one value.
  bool pop_whole(const Type& expected, Type* popped);
  bool pop_expected(const Type& expected, const TypeOrigin& shown, std::string_view what,
                    Type* popped);
  // Fails if the stack is empty.
  bool pop_slot(Type* popped);
  bool push_type(const Type& type);
  // Pushes the type of a Class entry.
  bool push_class(unsigned index);
  // Sets *yes to the answer. Returns false if a class could not be loaded.
  bool assignable(const Type& from, const Type& to, bool* yes);
  // Returns the place of the value that has just been popped.
  TypeOrigin popped_origin(const Type& type) const {
    return {type, TypeOrigin::From::kStack, frame_.depth()};
  }
  // Checks that the instruction's local variable, of one or two slots, exists.
  bool check_local_index(unsigned index, unsigned slots);
  bool load_local(Type type);
  bool store_local(Type type);
  // Replaces every copy of an uninitialized type.
  void initialize(const Type& uninitialized, const Type& initialized);

  // verifier_instructions.cpp: checks the rules by family of instructions.
  bool execute();
  // Executes rows of opcodes.def whose types are more than letters.
  bool execute_reference();
  bool check_wide_and_increment();
  bool load_constant();
  bool array_load();
  bool array_store();
  bool pop_array_of(Opcode opcode);
  bool check_switch();
  bool do_return();
  bool create_object();
  bool create_array();
  bool create_multi_array();
  // Checks that the instruction's constant has this tag.
  bool check_pool(ConstantTag tag);

  // verifier_members.cpp: checks the rules for fields and invocations.
  bool access_field();
  // JVMS 4.10.1.9.putfield: checks the rules that only putfield has.
  bool put_field(const Type& field, const Type& owner);
  bool invoke();
  bool check_invoke_operands(const MethodDescriptor& descriptor);
  // JVMS 4.10.1.9.invokespecial: checks which classes may be called this way.
  bool check_invokespecial_target(std::string_view name);
  bool pop_arguments(const MethodDescriptor& descriptor);
  bool pop_receiver();
  // JVMS 4.10.1.9.invokespecial: calls <init> on `this`, or on an object that `new` has made.
  bool invoke_init();
  bool invoke_init_on_new(const Type& object);
  // JVMS 4.10.1.8.
  bool check_protected(TypeOracle::MemberKind member, const Type& object);
  // Stores in *yes whether the protected check applies to this instruction.
  bool is_protected_elsewhere(TypeOracle::MemberKind kind, bool* yes);
  bool assignable_to_current(const Type& object, bool* yes);

  std::string bad_type_in() const {
    return std::string("Bad type on operand stack in ") + at_.info().mnemonic;
  }
  // Returns the internal name of the array of that component. The text lives in names_.
  std::string_view array_name(std::string_view component);
  // Returns the class that the instruction's member reference refers to.
  Type owner_type() const { return Type::reference(pool_.member_class(at_.index)); }

  const ClassFile& file_;
  const ConstantPool& pool_;
  const MethodInfo& method_;
  const CodeAttribute code_;
  TypeOracle& oracle_;
  const Type this_type_;
  // True if the method is an instance initialization method, <init>.
  const bool is_init_;

  // True for each bci at which an instruction starts.
  std::vector<bool> is_instruction_;
  StackMapTable maps_;
  // The frame before the current instruction. While the instruction is executed, the frame changes
  // into the one after it.
  VerifierFrame frame_;
  // Stack depth before the current instruction. Slots above the depth keep their values, so
  // messages can show what the instruction popped.
  unsigned mark_ = 0;
  // True once the handlers of the current instruction have been checked.
  bool handlers_checked_ = false;
  // True if the last matches() failed because of the stack's depth.
  bool size_differs_ = false;
  // The clause in force; null means that of the current instruction.
  const char* rule_ = nullptr;
  Instruction at_;
  // Array names that are not in the constant pool. A deque, because types hold views of the
  // strings.
  std::deque<std::string> names_;
  VerifyFailure failure_;
};

// Returns "java.lang.Object" for "java/lang/Object".
std::string external_name(std::string_view name);

}  // namespace minijvm::classfile
