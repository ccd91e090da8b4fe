#include "vm/interp/translator.h"

#include <limits>

#include "base/check.h"
#include "runtime/class.h"
#include "runtime/loader_data.h"
#include "vm/interp/cell_printer.h"
#include "vm/interp/leaf_functions.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/translation.h"

namespace minijvm::interp {

using classfile::Opcode;
using runtime::Method;

namespace {

bool folded_translation = true;

// Operands of cells are 16 bits wide.
constexpr std::int32_t kMaxSlots = 32000;

Code* publish(Method& method, Code* fresh) {
  void* found = nullptr;
  // release: the cells before their address. A loser's code stays unused in the arena.
  if (method.code.compare_exchange_strong(found, fresh->cells(), std::memory_order_acq_rel)) return fresh;
  return &code_of(static_cast<const Cell*>(found));
}

// A native method or a method handle intrinsic: a cell or two, and a frame without operands.
Code* make_stub(Method& method) {
  CellDrafts drafts(0);
  auto result = static_cast<std::int16_t>(-static_cast<std::int32_t>(method.max_locals));
  if (vm::is_call_intrinsic(method)) {
    drafts.emit({CellOp::handle_call, Fix::kNone, result, 0, 0, 0});
  } else {
    if (int leaf = leaf_function_of(method); leaf >= 0) {
      drafts.emit({CellOp::leaf, Fix::kNone, result, static_cast<std::int16_t>(leaf), runtime::slots_of(method.return_type), 0});
    }
    drafts.emit({CellOp::native_call, Fix::kNone, result, 0, 0, 0});
  }
  return drafts.finish(method);
}

Code* make_refusal(Method& method) {
  CellDrafts drafts(0);
  drafts.emit({CellOp::refuse, Fix::kNone, 0, 0, 0, 0});
  return drafts.finish(method);
}

}  // namespace

void set_translation(bool folds) { folded_translation = folds; }

Code* translated(Method& method) {
  if (Code* code = existing_code(method)) return code;
  if (method.bytecode == nullptr) return publish(method, make_stub(method));
  if (method.max_locals > kMaxSlots || method.max_stack > kMaxSlots) return publish(method, make_refusal(method));
  Code* code = publish(method, Translation(method, folded_translation).run());
  print_cells(*code);
  return code;
}

Translation::Translation(Method& method, bool folds) : method_(method), folds_(folds), shape_(method), drafts_(method.bytecode_length) {}

Code* Translation::run() {
  translate_prologue();
  std::span<const std::uint8_t> code(method_.bytecode, method_.bytecode_length);
  bool falls_through = true;
  while (bci_ < code.size()) {
    Instruction at;
    bool is_whole = classfile::decode_instruction(code, bci_, &at);
    next_bci_ = is_whole ? at.next_bci() : bci_ + 1;
    if (is_whole && shape_.is_reachable(bci_)) {
      if (shape_.is_leader(bci_)) {
        if (falls_through) flush();
        start_block(bci_);
      }
      translate(at);
      falls_through = !at.info().has(classfile::kEndsBlock);
    } else {
      falls_through = false;
    }
    bci_ = next_bci_;
  }
  return drafts_.finish(method_);
}

void Translation::translate_prologue() {
  if (int leaf = leaf_function_of(method_); leaf >= 0) {
    emit(CellOp::leaf, local_slot(0), leaf, runtime::slots_of(method_.return_type));
  }
  if (method_.is_synchronized()) {
    emit(CellOp::lock_method, 0, 0, 0);
  }
}

// Jumps come here with all operands in their slots.
void Translation::start_block(std::uint32_t bci) {
  stack_.reset(shape_.depth(bci));
  forget_acc();
  producer_ = -1;
  drafts_.start_block(bci);
  block_bci_ = bci;
  block_cell_ = drafts_.size();
  poll_cell_ = drafts_.size();
  if (shape_.is_entry(bci)) {
    drafts_.add_entry(bci);
  }
}

void Translation::translate(const Instruction& at) {
  // A thread may stop before the first cell of a block, which stands for a later instruction if those before it were folded.
  if (drafts_.size() == poll_cell_) {
    note_mask();
  }
  bool is_known = translate_value(at) || translate_math(at) || translate_control(at) || translate_object(at);
  MJ_CHECK(is_known, "%s cannot be translated", at.info().mnemonic);
  if (!folds_ && !at.info().has(classfile::kEndsBlock)) {
    flush();
    producer_ = -1;
  }
}

std::uint32_t Translation::emit(CellOp op, std::int32_t a, std::int32_t b, std::int32_t c, Fix fix) {
  MJ_DCHECK(a == static_cast<std::int16_t>(a) && b == static_cast<std::int16_t>(b), "operands %d, %d of %s", a, b, cell_name(op));
  drafts_.emit({op, fix, static_cast<std::int16_t>(a), static_cast<std::int16_t>(b), c, bci_});
  producer_ = -1;
  return drafts_.size() - 1;
}

void Translation::produced(std::uint32_t producer, std::int32_t slot, Acc acc) {
  set_acc(slot, acc);
  producer_ = producer;
  produced_slot_ = slot;
}

std::int32_t Translation::push_result(BasicType type) {
  std::int32_t slot = stack_.push_own();
  if (runtime::is_category2(type)) {
    stack_.push({OperandKind::kSecond, 0, 0, 0});
  }
  return slot;
}

}  // namespace minijvm::interp
