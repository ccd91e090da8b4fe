// Holds the translation of one method in progress. translator.cpp drives it; translate_moves.cpp
// brings operands into their slots, translate_values.cpp has loads, stores and arithmetic,
// translate_control.cpp branches, switches and returns, translate_objects.cpp fields, arrays,
// classes and calls.
// Tested by tests/vm/interp_cells_test.cpp.
//
// The state describes what the cells so far have computed: the operand stack says where each
// operand is, and the accumulator fields say what the accumulator registers hold besides.
#pragma once

#include <optional>

#include "classfile/opcodes.h"
#include "vm/interp/cells/cell_drafts.h"
#include "vm/interp/cells/operand_stack.h"
#include "vm/interp/cells/stack_shape.h"

namespace minijvm::interp {

enum class TranslationMode : std::uint8_t {
  kFolded,
  kPlain,
  // As kPlain, with a boundary in front of each instruction.
  kObserved,
};

// A thread may continue in a translation here, since all operands are in their own slots.
struct ResumePoint {
  enum Kind : std::uint8_t { kInstruction, kBehindCall };
  Kind kind;
  // The bci of the next instruction, or of the call.
  std::uint32_t bci;
  std::uint32_t cell;
  // For kBehindCall: the slot of the result, or of the first argument.
  std::int32_t result;
};

// Lists the operand forms of a family, by their place in it (cells.def). The first letter is the
// left operand, the second the right one. R: in a slot, K: constant, A: in the accumulator.
enum Form { kRR, kRK, kAR, kAK, kRA, kKR, kKA };

// Says whether the operands of a binary operation may be exchanged (meanings.def).
enum OperandOrder { kOrdered, kCommutes };

class Translation {
 public:
  Translation(runtime::Method& method, TranslationMode mode);
  // Called once, before the others.
  void run();
  Code* finish() const;
  const std::vector<ResumePoint>& resume_points() const { return resume_points_; }

 private:
  using Instruction = classfile::Instruction;
  using BasicType = runtime::BasicType;

  // The accumulator may hold a value besides its slot: bits in `acc`, or a double in `dacc`.
  enum class Acc : std::uint8_t { kNothing, kBits, kDouble };

  // --- translator.cpp ---
  void translate_prologue();
  void start_block(std::uint32_t bci);
  void translate(const Instruction& at);
  // These four try to translate the instruction, and return false if it belongs to another one. The
  // first is for constants, locals and the stack.
  bool translate_value(const Instruction& at);
  bool translate_math(const Instruction& at);
  bool translate_control(const Instruction& at);
  bool translate_object(const Instruction& at);

  // Appends a cell for the instruction in progress. Returns its index.
  std::uint32_t emit(CellOp op, std::int32_t a, std::int32_t b, std::int32_t c,
                     Fix fix = Fix::kNone);
  void forget_acc() { acc_ = Acc::kNothing; }
  void set_acc(std::int32_t slot, Acc acc) {
    acc_ = acc;
    acc_slot_ = slot;
  }
  // Returns whether the operand can be read from the accumulator. Never in plain translations,
  // where each cell reads slots.
  bool in_acc(const Operand& operand, Acc acc) const {
    return folds_ && operand.is_slot() && acc_ == acc && acc_slot_ == operand.slot;
  }
  static Acc acc_of(BasicType type) {
    return type == BasicType::kDouble ? Acc::kDouble : Acc::kBits;
  }
  // Records that the cell `producer` wrote a value to `slot`: a store may still give that cell
  // another destination.
  void produced(std::uint32_t producer, std::int32_t slot, Acc acc);
  // Returns the own slot of a new operand. A long or double takes two.
  std::int32_t push_result(BasicType type);

  // Emits the cells that bring the value of `from` into the slot `to`.
  void move(std::int32_t to, const Operand& from);
  // Returns a slot that holds the operand, which is popped already: a constant is put into its own.
  std::int32_t to_slot(Operand& operand);
  // Brings the operand at this depth into its own slot.
  void put_in_place(std::int32_t depth);
  // Brings all operands into their own slots.
  void flush();
  // Brings the first operands from this depth on that are not there into their own slots, by one
  // cell. Returns the depth where the others begin.
  std::int32_t put_some_in_place(std::int32_t first);
  // Called before the local in this slot changes: operands that are still read from there get their
  // own slots.
  void spill_local(std::int32_t slot);
  // Returns the operands in place in the form of StackMask.
  std::uint64_t operands_in_place() const;
  void note_in_place(std::int32_t depth) {
    if (depth < kMaskBits)
      in_place_ |= std::uint64_t{1} << depth;
  }
  Operand pop_value(BasicType type) {
    return runtime::is_category2(type) ? stack_.pop2() : stack_.pop();
  }
  void push_constant(OperandKind kind, std::uint64_t bits);
  void load(std::int32_t local, bool is_category2);
  void store(std::int32_t local, bool is_category2);
  void increment(std::int32_t local, std::int32_t by);
  // Does dup_x... without moving values that are deferred. Returns false if that is not possible.
  bool shuffle_by_name(int below, int moved);
  // Does dup_x... and swap by moving slots.
  void shuffle(classfile::Opcode opcode);
  void load_constant(const Instruction& at);

  // Translate arithmetic; `first` is the first cell of the family.
  void binary(CellOp first, BasicType type, BasicType right, OperandOrder order);
  // Returns whether the operand is the double before the one in the accumulator.
  bool is_previous_double(const Operand& operand) const;
  void binary_with_constant(CellOp first, BasicType type, Form form, std::int32_t slot,
                            const Operand& constant, BasicType constant_type);
  void unary(CellOp first, BasicType from, BasicType to);
  void binary_in_slots(CellOp op, BasicType type, BasicType result);
  // Returns whether the operand is a constant that a cell of this type can hold.
  bool has_constant_form(const Operand& operand, BasicType type) const;

  // The next instruction, if it is an if<cond> that belongs to this comparison alone.
  std::optional<Instruction> next_branch(const Instruction& at) const;
  // Emits a branch, with its operands popped already.
  void branch(CellOp first, Operand left, Operand right, BasicType type, std::int32_t target);
  void branch_compare(const Instruction& at, const Instruction& next, BasicType type);
  void jump(std::int32_t target);
  // Copies the test of the loop's head to the loop's end. Returns false if the head has no test, or
  // one that is too long.
  bool jump_rotated(std::uint32_t target);
  bool fuse_step(const Draft& test);
  bool fuse_step_with_length(std::uint32_t first_of_head, const Draft& test);
  void table_switch(const Instruction& at);
  void lookup_switch(const Instruction& at);
  void return_value(const Instruction& at, BasicType type);
  bool needs_checked_return() const;

  // --- objects (translate_objects.cpp) ---
  void get_field(const Instruction& at);
  void put_field(const Instruction& at);
  // Translates o.f += v into one cell, if possible.
  bool add_to_field(const Instruction& at, BasicType type);
  void get_static(const Instruction& at);
  void put_static(const Instruction& at);
  void forget_acc_at_point();
  void array_load(CellOp first, BasicType type);
  void array_store(CellOp first, BasicType type);
  void new_object(CellOp op);
  void new_array(CellOp op);
  // Emits a call with room for its data cells.
  void invoke(const Instruction& at, CellOp op);

  // Returns the slot of a local; locals are below the frame pointer.
  std::int32_t local_slot(std::int32_t local) const { return local - method_.max_locals; }

  bool is_observed() const { return mode_ == TranslationMode::kObserved; }
  void add_resume_point(std::uint32_t bci) {
    resume_points_.push_back({ResumePoint::kInstruction, bci, drafts_.size(), 0});
  }

  runtime::Method& method_;
  const TranslationMode mode_;
  const bool folds_;
  StackShape shape_;
  CellDrafts drafts_;
  std::vector<ResumePoint> resume_points_;
  OperandStack stack_;
  // Says which operands that the instruction found on the stack are in their slots by now. It is
  // each cell's mask.
  std::uint64_t in_place_ = kAllInPlace;
  std::uint32_t bci_ = 0;
  // The next bci to translate; an instruction that was fused is skipped.
  std::uint32_t next_bci_ = 0;
  Acc acc_ = Acc::kNothing;
  std::int32_t acc_slot_ = 0;
  std::uint32_t block_bci_ = 0;
  // The cell with which the block began.
  std::uint32_t block_cell_ = 0;
  // The last cell to which a jump may go.
  std::uint32_t poll_cell_ = 0;
  // The draft that wrote the last result, if nothing was emitted since; else -1.
  std::int64_t producer_ = -1;
  std::int32_t produced_slot_ = 0;
};

}  // namespace minijvm::interp
