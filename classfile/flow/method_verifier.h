// Type checks one method against its StackMapTable: JVMS 4.10.1.4 to 4.10.1.9, each instruction once, in order.
// Proved by tests/classfile/flow/flow_stack_map_verifier_test.cpp; all of java.base in flow_corpus_test.cpp.
//
//   verifier_entry.cpp          what is checked before: the frame at entry, the tables that point into the code
//   method_verifier.cpp         the walk: maps, branches, handlers
//   verifier_slots.cpp          stack and locals
//   verifier_instructions.cpp   the rules of instructions that need no other class's member
//   verifier_members.cpp        fields and invocations
//   verifier_failures.cpp       the messages
// HOTSPOT: order of checks and texts follow `java` 17, so that messages can be compared; the rules are the JVMS's.
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

class MethodVerifier {
 public:
  // REQUIRES: the method has code; all references outlive the verifier.
  MethodVerifier(const ClassFile& file, const MethodInfo& method, TypeOracle& oracle);

  // False: failure() says why.
  bool run();
  VerifyFailure& failure() { return failure_; }

  // The Machine of apply_effect.
  bool pop(char letter);
  bool push(char letter);
  bool shuffle(const char* taken, const char* left);

 private:
  using Type = VerificationType;
  using From = TypeOrigin::From;

  static constexpr std::string_view kBadStackType = "Bad type on operand stack";

  // verifier_failures.cpp: each returns false.
  bool fail(std::string_view what, FailureDetails details);
  bool fail_in_code(std::string_view what);
  bool fail_type(std::string_view what, const TypeOrigin& from, const TypeOrigin& to);
  bool fail_pool(unsigned index);
  bool fail_reason(std::string_view what, std::string reason) { return fail(what, {at_.bci, std::move(reason), nullptr, nullptr, 0, {}}); }
  bool fail_invalid(std::string_view what, const Type& popped);
  bool fail_format(std::string_view what, bool name_method = true);
  bool fail_map(std::string_view what, const StackMapFrame& map, const std::string& reason);
  bool loading_error();
  std::string clause() const;

  // verifier_entry.cpp
  bool mark_instructions();
  bool check_handler_table();
  bool check_local_variables(const std::vector<Table<LocalVariable>>& tables);
  bool enter_method();
  bool decode_maps();

  // method_verifier.cpp
  bool walk();
  bool meet_map(std::size_t* next_map, bool reached);
  bool step();
  bool check_branches();
  bool check_target(std::int32_t target);
  bool check_handlers();
  bool matches(const StackMapFrame& map, std::string* reason);
  bool matches_locals(const StackMapFrame& map, std::string* reason);
  bool matches_stack(const StackMapFrame& map, std::string* reason);

  // verifier_slots.cpp. A failure names the slot.
  bool pop_type(const Type& expected, Type* popped = nullptr);
  bool pop_whole(const Type& expected, Type* popped);
  bool pop_expected(const Type& expected, const TypeOrigin& shown, std::string_view what, Type* popped);
  bool pop_slot(Type* popped);
  bool push_type(const Type& type);
  bool push_class(unsigned index);
  bool assignable(const Type& from, const Type& to, bool* yes);
  TypeOrigin popped_origin(const Type& type) const { return {type, TypeOrigin::From::kStack, frame_.depth()}; }
  bool check_local_index(unsigned index, unsigned slots);
  bool load_local(Type type);
  bool store_local(Type type);
  void initialize(const Type& uninitialized, const Type& initialized);

  // verifier_instructions.cpp, by family
  bool execute();
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
  bool check_pool(ConstantTag tag);

  // verifier_members.cpp
  bool access_field();
  bool put_field(const Type& field, const Type& owner);
  bool check_protected_field(const Type& object);
  bool invoke();
  bool check_invoke_operands(const MethodDescriptor& descriptor);
  bool check_invokespecial_target(std::string_view name);
  bool pop_arguments(const MethodDescriptor& descriptor);
  bool pop_receiver();
  bool invoke_init();
  bool invoke_init_on_new(const Type& object);
  bool check_protected_call(const Type& object);
  bool is_protected_elsewhere(TypeOracle::MemberKind kind, bool* yes);
  bool assignable_to_current(const Type& object, bool* yes);

  std::string bad_type_in() const { return std::string("Bad type on operand stack in ") + at_.info().mnemonic; }
  std::string_view array_name(std::string_view component);
  Type owner_type() const { return Type::reference(pool_.member_class(at_.index)); }

  const ClassFile& file_;
  const ConstantPool& pool_;
  const MethodInfo& method_;
  const CodeAttribute& code_;
  TypeOracle& oracle_;
  const Type this_type_;
  const bool is_init_;

  std::vector<bool> is_instruction_;
  StackMapTable maps_;
  VerifierFrame frame_;
  unsigned mark_ = 0;  // stack depth before the current instruction: messages show what it popped
  bool handlers_checked_ = false;  // of the current instruction
  bool size_differs_ = false;      // why the last matches() failed
  const char* rule_ = nullptr;             // the clause in force; null: the current instruction's
  Instruction at_;
  std::deque<std::string> names_;
  VerifyFailure failure_;
};

// "java.lang.Object" of "java/lang/Object".
std::string external_name(std::string_view name);

}  // namespace minijvm::classfile
