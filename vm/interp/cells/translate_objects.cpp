// Translates fields, arrays, new objects, classes, monitors and calls, as a part of a translation
// (translation.h), at a method's first call. Most of these cells link when they first run.
#include "base/check.h"
#include "classfile/byte_reader.h"
#include "runtime/class/class.h"
#include "vm/interp/cells/translation.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/points.h"

namespace minijvm::interp {

using classfile::Opcode;
using runtime::BasicType;

namespace {

// Lists the forms of a value that is stored (cells.def).
enum ValueForm { kValueSlot, kValueConstant, kValueAcc };
enum StoreForm { kStoreRR, kStoreRK, kStoreRA, kStoreRV };

bool fits_short(std::int64_t value) { return value == static_cast<std::int16_t>(value); }

// Returns whether the operand is a constant that fits the 16-bit operand of a store. Floats and
// doubles never do.
bool is_short_constant(const Operand& value) {
  if (value.kind == OperandKind::kNull)
    return true;
  return (value.kind == OperandKind::kInt || value.kind == OperandKind::kLong) &&
         fits_short(value.number());
}

}  // namespace

void Translation::get_field(const Instruction& at) {
  BasicType type = field_type(method_, at);
  std::int32_t top = stack_.depth() - 1;
  // A null constant is put into its own slot: linking may stop at this bci, whose oop map has the
  // operand.
  if (!stack_.at(top).is_slot())
    put_in_place(top);
  Operand object = stack_.pop();
  bool is_acc = in_acc(object, Acc::kBits);
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(is_acc ? CellOp::getfield_a : CellOp::getfield_r, to, object.slot, 0);
  produced(cell, to, acc_of(type));
}

// Translates `o.f += v` into one cell for the getfield, the addition and the putfield. These must
// be the last cells, and no other operand may need their results: both results are operands, not
// locals, and wait nowhere else. The cell has the getfield's bci, since a null object throws there.
bool Translation::add_to_field(const Instruction& at, BasicType type) {
  CellOp sum = type == BasicType::kInt    ? CellOp::iadd_rr
               : type == BasicType::kLong ? CellOp::ladd_rr
                                          : CellOp::dadd_rr;
  bool has_sum = type == BasicType::kInt || type == BasicType::kLong || type == BasicType::kDouble;
  // Another thread may run between the two accesses, if these are points. If they are watched, both
  // are seen.
  if (vm::points_at() != vm::PointsAt::kOperations || vm::access_observer() != nullptr)
    return false;
  // No jump may come between the getfield and the putfield, and the sum must be the last result.
  if (!folds_ || !has_sum || drafts_.size() < poll_cell_ + 2 || producer_ != drafts_.size() - 1)
    return false;
  const Draft get = drafts_[drafts_.size() - 2];
  const Draft add = drafts_[drafts_.size() - 1];
  // The sum must be that of the field's value, in the accumulator, and a slot or a constant.
  bool is_constant = add.op == variant(sum, kAK) && type != BasicType::kDouble && fits_short(add.c);
  if (get.op != CellOp::getfield_r || (add.op != variant(sum, kAR) && !is_constant))
    return false;
  std::int32_t value_depth = stack_.depth() - runtime::slots_of(type);
  const Operand value = stack_.at(value_depth);
  const Operand object = stack_.at(value_depth - 1);
  // Equal pool indexes mean the same field, so it need not be resolved.
  bool is_same_field = classfile::load_u2(method_.bytecode + get.bci + 1) == at.index;
  if (!is_same_field || !object.is_slot() || object.slot != get.b || !value.is_slot() ||
      value.slot != add.a || get.a == get.b)
    return false;
  // This is the stack as it will be after the putfield.
  OperandStack below = stack_;
  (void)(runtime::is_category2(type) ? below.pop2() : below.pop());
  bool in_locals = OperandStack::is_local(add.a) || OperandStack::is_local(get.a);
  if (in_locals || below.mentions(add.a) || below.mentions(get.a))
    return false;
  stack_ = below;
  (void)stack_.pop();
  // The getfield and the addition are removed.
  drafts_.drop_last(2);
  drafts_.emit({is_constant ? CellOp::addfield_k : CellOp::addfield_r, Fix::kNone,
                static_cast<std::int16_t>(add.c), get.b, 0, get.bci, get.in_place});
  forget_acc();
  producer_ = -1;
  return true;
}

void Translation::put_field(const Instruction& at) {
  BasicType type = field_type(method_, at);
  if (add_to_field(at, type))
    return;
  Operand value = stack_.at(stack_.depth() - runtime::slots_of(type));
  Operand object = stack_.at(stack_.depth() - runtime::slots_of(type) - 1);
  // Values of floating-point type have no constant form.
  bool is_constant =
      is_short_constant(value) && type != BasicType::kFloat && type != BasicType::kDouble;
  // As with getfield, the thread may stop while it links.
  if (!is_constant && !value.is_slot())
    put_in_place(stack_.depth() - runtime::slots_of(type));
  if (!object.is_slot())
    put_in_place(stack_.depth() - runtime::slots_of(type) - 1);
  value = pop_value(type);
  object = stack_.pop();
  bool is_acc = in_acc(value, acc_of(type));
  ValueForm form = is_constant ? kValueConstant : is_acc ? kValueAcc : kValueSlot;
  std::int32_t a = is_constant ? static_cast<std::int32_t>(value.number()) : value.slot;
  emit(variant(CellOp::putfield_r, form), a, object.slot, 0);
  forget_acc();
}

void Translation::get_static(const Instruction& at) {
  BasicType type = field_type(method_, at);
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(CellOp::getstatic, to, 0, 0);
  drafts_.emit_data(bci_, 1);
  produced(cell, to, acc_of(type));
}

void Translation::put_static(const Instruction& at) {
  BasicType type = field_type(method_, at);
  std::int32_t depth = stack_.depth() - runtime::slots_of(type);
  if (!stack_.at(depth).is_slot())
    put_in_place(depth);
  Operand value = pop_value(type);
  emit(CellOp::putstatic, 0, value.slot, 0);
  drafts_.emit_data(bci_, 1);
  forget_acc();
}

// The cell of an element that is a point may stop, and a collection moves what the accumulator has.
// So its operands are in their slots.
void Translation::forget_acc_at_point() {
  if (vm::points_at() == vm::PointsAt::kAccesses) {
    forget_acc();
  }
}

void Translation::array_load(CellOp first, BasicType type) {
  forget_acc_at_point();
  Operand index = stack_.pop();
  Operand array = stack_.pop();
  // Operand c has room for a constant index.
  bool is_constant = index.kind == OperandKind::kInt;
  (void)to_slot(array);
  bool array_acc = in_acc(array, Acc::kBits);
  bool index_acc = in_acc(index, Acc::kBits);
  Form form = is_constant ? (array_acc ? kAK : kRK) : array_acc ? kAR : index_acc ? kRA : kRR;
  std::int32_t c = is_constant ? static_cast<std::int32_t>(index.bits) : index.slot;
  std::int32_t to = push_result(type);
  std::uint32_t cell = emit(variant(first, form), to, array.slot, c);
  produced(cell, to, acc_of(type));
}

void Translation::array_store(CellOp first, BasicType type) {
  forget_acc_at_point();
  Operand value = pop_value(type);
  Operand index = stack_.pop();
  Operand array = stack_.pop();
  bool is_constant =
      is_short_constant(value) && type != BasicType::kFloat && type != BasicType::kDouble;
  bool has_constant_index = index.kind == OperandKind::kInt;
  // There is no form in which both are constant.
  if (is_constant && has_constant_index) {
    (void)to_slot(index);
    has_constant_index = false;
  }
  if (!is_constant) {
    (void)to_slot(value);
  }
  (void)to_slot(array);
  bool is_acc = in_acc(value, acc_of(type));
  if (has_constant_index) {
    emit(variant(first, kStoreRK), value.slot, array.slot, static_cast<std::int32_t>(index.bits));
    return;
  }
  StoreForm form = is_constant ? kStoreRV : is_acc ? kStoreRA : kStoreRR;
  emit(variant(first, form), is_constant ? static_cast<std::int32_t>(value.number()) : value.slot,
       array.slot, index.slot);
}

// Translates `new` and its relatives by the cell that links them; one data cell holds the class and
// the size.
void Translation::new_object(CellOp op) {
  std::int32_t to = push_result(BasicType::kObject);
  std::uint32_t cell = emit(op, to, 0, 0);
  drafts_.emit_data(bci_, 1);
  produced(cell, to, Acc::kBits);
}

void Translation::new_array(CellOp op) {
  std::int32_t top = stack_.depth() - 1;
  if (!stack_.at(top).is_slot())
    put_in_place(top);
  Operand length = stack_.pop();
  std::int32_t to = push_result(BasicType::kArray);
  std::uint32_t cell = emit(op, to, length.slot, 0);
  drafts_.emit_data(bci_, 1);
  produced(cell, to, Acc::kBits);
}

// The arguments become the callee's locals, so they must be in their slots. So must all other
// operands, because the thread may stop in the call.
void Translation::invoke(const Instruction& at, CellOp op) {
  CallShape call = call_shape(method_, at);
  flush();
  for (int i = 0; i < call.argument_slots; ++i) (void)stack_.pop();
  std::int32_t first = OperandStack::own_slot(stack_.depth());
  // invokevirtual, too, may call through an itable: an abstract class need not declare its
  // interfaces' methods. The last data cell is the return pc.
  int data = op == CellOp::invokestatic || op == CellOp::invokespecial ? 1 : kCacheEntries + 1;
  emit(op, first, data, 0);
  drafts_.emit_data(bci_, data);
  resume_points_.push_back({ResumePoint::kBehindCall, bci_, drafts_.size(), first});
  forget_acc();
  if (call.result == BasicType::kVoid)
    return;
  std::int32_t result = push_result(call.result);
  // The callee's return has left the result in the accumulator.
  set_acc(result, acc_of(call.result));
}

bool Translation::translate_object(const Instruction& at) {
  switch (at.opcode) {
    case Opcode::getfield:
      get_field(at);
      return true;
    case Opcode::putfield:
      put_field(at);
      return true;
    case Opcode::getstatic:
      get_static(at);
      return true;
    case Opcode::putstatic:
      put_static(at);
      return true;
    case Opcode::iaload:
      array_load(CellOp::iaload_rr, BasicType::kInt);
      return true;
    case Opcode::faload:
      array_load(CellOp::iaload_rr, BasicType::kFloat);
      return true;
    case Opcode::laload:
      array_load(CellOp::laload_rr, BasicType::kLong);
      return true;
    case Opcode::daload:
      array_load(CellOp::daload_rr, BasicType::kDouble);
      return true;
    case Opcode::aaload:
      array_load(CellOp::aaload_rr, BasicType::kObject);
      return true;
    case Opcode::baload:
      array_load(CellOp::baload_rr, BasicType::kInt);
      return true;
    case Opcode::caload:
      array_load(CellOp::caload_rr, BasicType::kInt);
      return true;
    case Opcode::saload:
      array_load(CellOp::saload_rr, BasicType::kInt);
      return true;
    case Opcode::iastore:
      array_store(CellOp::iastore_rr, BasicType::kInt);
      return true;
    case Opcode::fastore:
      array_store(CellOp::iastore_rr, BasicType::kFloat);
      return true;
    case Opcode::lastore:
      array_store(CellOp::lastore_rr, BasicType::kLong);
      return true;
    case Opcode::dastore:
      array_store(CellOp::dastore_rr, BasicType::kDouble);
      return true;
    case Opcode::aastore:
      array_store(CellOp::aastore_rr, BasicType::kObject);
      return true;
    case Opcode::bastore:
      array_store(CellOp::bastore_rr, BasicType::kInt);
      return true;
    case Opcode::castore:
    case Opcode::sastore:
      array_store(CellOp::castore_rr, BasicType::kInt);
      return true;
    case Opcode::arraylength: {
      Operand array = stack_.pop();
      (void)to_slot(array);
      bool is_acc = in_acc(array, Acc::kBits);
      std::int32_t to = push_result(BasicType::kInt);
      produced(emit(is_acc ? CellOp::arraylength_a : CellOp::arraylength_r, to, array.slot, 0), to,
               Acc::kBits);
      return true;
    }
    case Opcode::new_:
      new_object(CellOp::new_);
      return true;
    case Opcode::newarray:
      new_array(CellOp::newarray);
      return true;
    case Opcode::anewarray:
      new_array(CellOp::anewarray);
      return true;
    case Opcode::multianewarray: {
      flush();
      for (int i = 0; i < at.extra; ++i) (void)stack_.pop();
      std::int32_t to = push_result(BasicType::kArray);
      emit(CellOp::multianewarray, to, at.extra, 0);
      set_acc(to, Acc::kBits);
      return true;
    }
    case Opcode::checkcast: {
      // null has every type (6.5.checkcast).
      if (stack_.at(stack_.depth() - 1).kind == OperandKind::kNull)
        return true;
      // The cell copies a local's reference into the operand's own slot, or to where a store behind
      // it puts the operand: it is an argument or stored more often than it is used at once.
      const Operand object = stack_.pop();
      const std::int32_t to = push_result(BasicType::kObject);
      const std::uint32_t cell = emit(CellOp::checkcast, to, object.slot, 0);
      drafts_.emit_data(bci_, 1);
      produced(cell, to, Acc::kBits);
      return true;
    }
    case Opcode:: instanceof: {
      std::int32_t top = stack_.depth() - 1;
      if (!stack_.at(top).is_slot())
        put_in_place(top);
      Operand object = stack_.pop();
      std::int32_t to = push_result(BasicType::kInt);
      std::uint32_t cell = emit(CellOp:: instanceof, to, object.slot, 0);
      drafts_.emit_data(bci_, 1);
      produced(cell, to, Acc::kBits);
      return true;
    }
    case Opcode::monitorenter:
    case Opcode::monitorexit: {
      std::int32_t top = stack_.depth() - 1;
      if (!stack_.at(top).is_slot())
        put_in_place(top);
      Operand object = stack_.pop();
      emit(at.opcode == Opcode::monitorenter ? CellOp::monitorenter : CellOp::monitorexit, 0,
           object.slot, 0);
      forget_acc();
      return true;
    }
    case Opcode::athrow: {
      Operand exception = stack_.pop();
      (void)to_slot(exception);
      emit(CellOp::athrow, 0, exception.slot, 0);
      return true;
    }
    case Opcode::invokevirtual:
      invoke(at, CellOp::invokevirtual);
      return true;
    case Opcode::invokespecial:
      invoke(at, CellOp::invokespecial);
      return true;
    case Opcode::invokestatic:
      invoke(at, CellOp::invokestatic);
      return true;
    case Opcode::invokeinterface:
      invoke(at, CellOp::invokeinterface);
      return true;
    case Opcode::invokedynamic:
      invoke(at, CellOp::invokedynamic);
      return true;
    default:
      return false;
  }
}

}  // namespace minijvm::interp
