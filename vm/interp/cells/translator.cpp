// Drives a translation: block by block through the bytecode, after StackShape has found the blocks.
// Runs at a method's first call, in kInJava; it neither stops nor throws.
#include "vm/interp/cells/translator.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/load/loader_data.h"
#include "sync/block_events.h"
#include "vm/interp/cells/cell_printer.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/interp/cells/stored_code.h"
#include "vm/interp/cells/translation.h"
#include "vm/interp/hooks.h"
#include "vm/interp/large_frame.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/ticks.h"
#include "vm/vm.h"

namespace minijvm::interp {

using classfile::Opcode;
using runtime::Method;

namespace {

// release: publishes the cells before their address. A thread that loses the race leaves its code
// unused in the class's memory.
Code* publish(Method& method, Code* fresh) {
  void* found = nullptr;
  if (method.code.compare_exchange_strong(found, fresh->cells(), std::memory_order_acq_rel))
    return fresh;
  return &code_of(static_cast<const Cell*>(found));
}

TranslationMode mode_for(bool is_observed) {
  if (is_observed)
    return TranslationMode::kObserved;
  return vm::the_vm.interp.translation_folds ? TranslationMode::kFolded : TranslationMode::kPlain;
}

// Makes the code of a native method or an intrinsic of method handles: a cell or two, and a frame
// without operands.
Code* make_stub(Method& method, bool is_observed) {
  CellDrafts drafts(0);
  auto result = static_cast<std::int16_t>(-static_cast<std::int32_t>(method.max_locals));
  if (vm::is_call_intrinsic(method)) {
    drafts.emit({CellOp::handle_call, Fix::kNone, result, 0, 0, 0});
  } else {
    if (int leaf = leaf_function_of(method); leaf >= 0 && (!is_observed || counts_ticks())) {
      drafts.emit({CellOp::leaf, Fix::kNone, result, static_cast<std::int16_t>(leaf),
                   runtime::slots_of(method.return_type), 0});
    }
    drafts.emit({CellOp::native_call, Fix::kNone, result, 0, 0, 0});
  }
  return drafts.finish(method);
}

}  // namespace

void set_translation(bool folds) { vm::the_vm.interp.translation_folds = folds; }

Code& translated(Method& method) {
  if (Code* code = existing_code(method))
    return *code;
  const bool is_observed = vm::hooks_of(method) != nullptr;
  Code* fresh = is_observed ? nullptr : restored_translation(method);
  Code* code = publish(method, fresh != nullptr ? fresh : new_translation(method, is_observed));
  print_cells(*code);
  if (is_wanted(Event::method_translated)) {
    sync::record_here(Event::method_translated, reinterpret_cast<std::uintptr_t>(&method), 0);
  }
  return *code;
}

Code* new_translation(Method& method, bool is_observed) {
  if (has_large_frame(method))
    return make_large_frame_code(method);
  Code* code = nullptr;
  if (method.bytecode == nullptr) {
    code = make_stub(method, is_observed);
  } else {
    Translation translation(method, mode_for(is_observed));
    translation.run();
    code = translation.finish();
  }
  code->is_observed = is_observed;
  return code;
}

std::vector<ResumePoint> resume_points(Method& method, bool is_observed) {
  if (method.bytecode == nullptr)
    return {};
  Translation translation(method, mode_for(is_observed));
  translation.run();
  return translation.resume_points();
}

Translation::Translation(Method& method, TranslationMode mode)
    : method_(method),
      mode_(mode),
      folds_(mode == TranslationMode::kFolded),
      shape_(method),
      drafts_(method.bytecode_length) {}

Code* Translation::finish() const { return drafts_.finish(method_); }

void Translation::run() {
  translate_prologue();
  std::span<const std::uint8_t> code(method_.bytecode, method_.bytecode_length);
  while (bci_ < code.size()) {
    const std::optional<Instruction> at = classfile::decode_instruction(code, bci_);
    // Unreachable bytes need not be instructions; they are passed one at a time.
    next_bci_ = at ? at->next_bci() : bci_ + 1;
    if (at && shape_.is_reachable(bci_)) {
      if (shape_.is_leader(bci_))
        start_block(bci_);
      translate(*at);
      bool falls_through = !at->info().has(classfile::kEndsBlock);
      // Jumps come to a leader with all operands in their slots. So must this block, and it must do
      // that now: with the next instruction's bci the collector would look at the slots already.
      if (falls_through && next_bci_ < code.size() && shape_.is_leader(next_bci_))
        flush();
    }
    bci_ = next_bci_;
  }
}

// Emits the cells before the first instruction.
void Translation::translate_prologue() {
  if (int leaf = leaf_function_of(method_); leaf >= 0 && (!is_observed() || counts_ticks())) {
    emit(CellOp::leaf, local_slot(0), leaf, runtime::slots_of(method_.return_type));
  }
  if (method_.is_synchronized()) {
    emit(CellOp::lock_method, 0, 0, 0);
  }
  if (is_observed()) {
    emit(CellOp::notify_entry, 0, 0, 0);
  }
  // Calls come to the first cell, jumps and exceptions must not: it is replaced when calls have to
  // go elsewhere (observation.h, redefined_code.h).
  if (drafts_.size() == 0 && (shape_.is_loop_head(0) || shape_.is_entry(0))) {
    emit(CellOp::nop, 0, 0, 0);
  }
}

// At a leader all operands are in their slots, and nothing else is known.
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
  if (!is_observed() && drafts_.size() != 0) {
    add_resume_point(bci);
  }
}

// Translates one instruction.
void Translation::translate(const Instruction& at) {
  if (is_observed()) {
    add_resume_point(bci_);
    emit(CellOp::boundary, 0, 0, 0);
  }
  // The masks of the instruction's cells start from this state.
  in_place_ = operands_in_place();
  bool is_known =
      translate_value(at) || translate_math(at) || translate_control(at) || translate_object(at);
  MJ_CHECK(is_known, "%s cannot be translated", at.info().mnemonic);
  // In a plain translation nothing stays deferred.
  if (!folds_ && !at.info().has(classfile::kEndsBlock)) {
    flush();
    producer_ = -1;
  }
  // Masks have no bits for deeper operands, so these are put in place. It must happen within the
  // instruction, because with the next one's bci the collector looks at them already.
  for (std::int32_t depth = std::max(kMaskBits, stack_.settled()); depth < stack_.depth(); ++depth)
    put_in_place(depth);
}

std::uint32_t Translation::emit(CellOp op, std::int32_t a, std::int32_t b, std::int32_t c,
                                Fix fix) {
  MJ_DCHECK(a == static_cast<std::int16_t>(a) && b == static_cast<std::int16_t>(b),
            "operands %d, %d of %s", a, b, cell_name(op));
  drafts_.emit(
      {op, fix, static_cast<std::int16_t>(a), static_cast<std::int16_t>(b), c, bci_, in_place_});
  producer_ = -1;
  return drafts_.size() - 1;
}

// REQUIRES: the draft at `producer` writes its result to operand a.
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
