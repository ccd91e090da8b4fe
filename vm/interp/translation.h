// The translation of one method in progress. By concern: translator.cpp drives, translate_values.cpp has moves and arithmetic,
// translate_control.cpp branches, switches and returns, translate_objects.cpp fields, arrays, classes, calls.
// Proved by tests/vm/interp_cells_test.cpp.
#pragma once

#include "classfile/opcodes.h"
#include "vm/interp/cell_drafts.h"
#include "vm/interp/operand_stack.h"
#include "vm/interp/stack_shape.h"

namespace minijvm::interp {

enum class TranslationMode : std::uint8_t {
  kFolded,
  kPlain,
  kObserved,  // plain, with a boundary in front of each instruction
};

// Where a thread may go on in a translation: all operands stand in their own slots.
struct ResumePoint {
  enum Kind : std::uint8_t { kInstruction, kBehindCall };
  Kind kind;
  std::uint32_t bci;    // of the instruction to come; of the call
  std::uint32_t cell;
  std::int32_t result;  // kBehindCall: the slot of the result, or of the first argument
};

// The operand forms of a family, by their place in it (cells.def).
enum Form { kRR, kRK, kAR, kAK, kRA, kKR, kKA };

class Translation {
 public:
  Translation(runtime::Method& method, TranslationMode mode);
  // Once, before the others.
  void run();
  Code* finish() const;
  const std::vector<ResumePoint>& resume_points() const { return resume_points_; }

 private:
  using Instruction = classfile::Instruction;
  using BasicType = runtime::BasicType;

  // What the accumulator holds, beside its slot.
  enum class Acc : std::uint8_t { kNothing, kBits, kDouble };

  // --- translator.cpp ---
  void translate_prologue();
  void start_block(std::uint32_t bci);
  void translate(const Instruction& at);
  bool translate_value(const Instruction& at);    // constants, locals, the stack
  bool translate_math(const Instruction& at);
  bool translate_control(const Instruction& at);
  bool translate_object(const Instruction& at);

  // --- emitting (translator.cpp) ---
  std::uint32_t emit(CellOp op, std::int32_t a, std::int32_t b, std::int32_t c, Fix fix = Fix::kNone);
  void forget_acc() { acc_ = Acc::kNothing; }
  void set_acc(std::int32_t slot, Acc acc) {
    acc_ = acc;
    acc_slot_ = slot;
  }
  bool in_acc(const Operand& operand, Acc acc) const { return folds_ && operand.is_slot() && acc_ == acc && acc_slot_ == operand.slot; }
  static Acc acc_of(BasicType type) { return type == BasicType::kDouble ? Acc::kDouble : Acc::kBits; }
  // A value was written to `slot` by the cell `producer`: a store may still name another destination.
  void produced(std::uint32_t producer, std::int32_t slot, Acc acc);
  // The own slot of a new operand; category 2 takes two.
  std::int32_t push_result(BasicType type);

  // --- operands in their places (translate_values.cpp) ---
  void move(std::int32_t to, const Operand& from);
  std::int32_t to_slot(Operand& operand);   // a slot that holds it: a constant is put into its own
  void put_in_place(std::int32_t depth);
  void flush();
  void spill_local(std::int32_t slot);      // before that local changes
  std::uint64_t operands_in_place() const;
  void note_in_place(std::int32_t depth) {
    if (depth < kMaskBits) in_place_ |= std::uint64_t{1} << depth;
  }
  Operand pop_value(BasicType type) { return runtime::is_category2(type) ? stack_.pop2() : stack_.pop(); }
  void push_constant(OperandKind kind, std::uint64_t bits);
  void load(std::int32_t local, bool is_category2);
  void store(std::int32_t local, bool is_category2);
  void increment(std::int32_t local, std::int32_t by);
  bool shuffle_by_name(int below, int moved);  // dup_x...: without moving what is deferred
  void shuffle(classfile::Opcode opcode);
  void load_constant(const Instruction& at);

  void binary(CellOp first, BasicType type, bool commutes, BasicType right);
  void binary_with_constant(CellOp first, BasicType type, Form form, std::int32_t slot, const Operand& constant, BasicType constant_type);
  void unary(CellOp first, BasicType from, BasicType to);
  void compare(CellOp op, BasicType type);
  bool has_constant_form(const Operand& operand, BasicType type) const;

  // --- control (translate_control.cpp) ---
  bool next_is_branch(const Instruction& at, Instruction* next) const;
  void branch(CellOp first, Operand left, Operand right, BasicType type, std::int32_t target);
  void branch_compare(const Instruction& at, BasicType type);
  void jump(std::int32_t target);
  bool jump_rotated(std::uint32_t target);  // the test at the loop's head is made here
  bool fuse_step(const Draft& test);
  bool fuse_step_with_length(std::uint32_t first_of_head, const Draft& test);
  void table_switch(const Instruction& at);
  void lookup_switch(const Instruction& at);
  void return_value(const Instruction& at, BasicType type);
  bool needs_checked_return() const;

  // --- objects (translate_objects.cpp) ---
  void get_field(const Instruction& at);
  void put_field(const Instruction& at);
  bool add_to_field(const Instruction& at, BasicType type);
  void get_static(const Instruction& at);
  void put_static(const Instruction& at);
  void array_load(CellOp first, BasicType type);
  void array_store(CellOp first, BasicType type);
  void new_object(CellOp op);
  void new_array(CellOp op);
  void invoke(const Instruction& at, CellOp op);

  std::int32_t local_slot(std::int32_t local) const { return local - method_.max_locals; }

  bool is_observed() const { return mode_ == TranslationMode::kObserved; }
  void add_resume_point(std::uint32_t bci) { resume_points_.push_back({ResumePoint::kInstruction, bci, drafts_.size(), 0}); }

  runtime::Method& method_;
  const TranslationMode mode_;
  const bool folds_;
  StackShape shape_;
  CellDrafts drafts_;
  std::vector<ResumePoint> resume_points_;
  OperandStack stack_;
  std::uint64_t in_place_ = kAllInPlace;  // which operands of the instruction's beginning are in their slots by now: each cell's mask
  std::uint32_t bci_ = 0;
  std::uint32_t next_bci_ = 0;  // where to go on; a fused instruction is skipped
  Acc acc_ = Acc::kNothing;
  std::int32_t acc_slot_ = 0;
  std::uint32_t block_bci_ = 0;
  std::uint32_t block_cell_ = 0;  // where the block began
  std::uint32_t poll_cell_ = 0;   // the last cell to which a jump may go
  std::int64_t producer_ = -1;  // the draft that wrote the last result, if nothing was emitted since
  std::int32_t produced_slot_ = 0;
};

}  // namespace minijvm::interp
