// Runs branches, switches, subroutines and wide (JVMS 6.5). A jump that does not go forward polls,
// so each loop does. Tested by tests/java/control.
#pragma once

#include "classfile/opcodes.h"
#include "vm/interp/reference/ops_math.h"
#include "vm/interp/reference/ops_stack.h"
#include "vm/interp/reference/state.h"

namespace minijvm::interp {

// The verifier has checked the target. The poll comes before the instruction there begins.
inline Step jump(State& s, std::int32_t offset) {
  s.pc += offset;
  if (offset <= 0 && (s.self.ticks_.take(1) || s.self.poll_requested()))
    return poll_slow(s);
  return Step::kJump;
}

// JVMS 6.5.if_cond: 16-bit offsets from the branch itself.
inline Step branch_if(State& s, bool condition) {
  return condition ? jump(s, s.s2(1)) : Step::kNext;
}

// Each row gives a test against 0, and a test of two operands.
#define MJ_CONDITION(condition, op)                                                           \
  MJ_BYTECODE op_if##condition(State& s) { return branch_if(s, s.pop<std::int32_t>() op 0); } \
  MJ_BYTECODE op_if_icmp##condition(State& s) {                                               \
    auto y = s.pop<std::int32_t>();                                                           \
    auto x = s.pop<std::int32_t>();                                                           \
    return branch_if(s, x op y);                                                              \
  }
#include "vm/interp/meanings.def"

// Tests references for equality by comparing their addresses.
#define MJ_EQUALITY(condition, op)              \
  MJ_BYTECODE op_if_acmp##condition(State& s) { \
    auto* y = s.pop<Object*>();                 \
    auto* x = s.pop<Object*>();                 \
    return branch_if(s, x op y);                \
  }
#include "vm/interp/meanings.def"

MJ_BYTECODE op_ifnull(State& s) { return branch_if(s, (--s.sp)->ref == nullptr); }
MJ_BYTECODE op_ifnonnull(State& s) { return branch_if(s, (--s.sp)->ref != nullptr); }

MJ_BYTECODE op_goto_(State& s) { return jump(s, s.s2(1)); }
MJ_BYTECODE op_goto_w(State& s) { return jump(s, s.s4(1)); }

// A returnAddress is the bci behind the jsr, as an int. It is no reference, so the collector skips
// it.
inline Step subroutine(State& s, std::int32_t offset, std::uint32_t length) {
  s.push(static_cast<std::int32_t>(s.bci() + length));
  return jump(s, offset);
}
MJ_BYTECODE op_jsr(State& s) { return subroutine(s, s.s2(1), 3); }
MJ_BYTECODE op_jsr_w(State& s) { return subroutine(s, s.s4(1), 5); }

inline Step return_from_subroutine(State& s, unsigned index) {
  std::int32_t offset = s.locals[index].as_int() - static_cast<std::int32_t>(s.bci());
  return jump(s, offset);
}
MJ_BYTECODE op_ret(State& s) { return return_from_subroutine(s, s.u1(1)); }

// The operands of a switch start at the next bci that is a multiple of four.
inline const std::uint8_t* switch_operands(const State& s) {
  return s.method->bytecode + ((s.bci() + 4) & ~3U);
}

// JVMS 6.5.tableswitch: default, low, high, then an offset for each key.
MJ_BYTECODE op_tableswitch(State& s) {
  const std::uint8_t* at = switch_operands(s);
  std::int32_t key = (--s.sp)->as_int();
  std::int32_t low = classfile::load_s4(at + 4);
  std::int32_t high = classfile::load_s4(at + 8);
  if (key < low || key > high)
    return jump(s, classfile::load_s4(at));
  // The subtraction is unsigned, because the difference of two ints may overflow.
  std::size_t index = bits(key) - bits(low);
  return jump(s, classfile::load_s4(at + 12 + 4 * index));
}

// JVMS 6.5.lookupswitch: default, count, then pairs of key and offset. Keys ascend, so a binary
// search finds one.
MJ_BYTECODE op_lookupswitch(State& s) {
  const std::uint8_t* at = switch_operands(s);
  std::int32_t key = (--s.sp)->as_int();
  std::size_t first = 0;
  std::size_t last = classfile::load_u4(at + 4);
  const std::uint8_t* pairs = at + 8;
  while (first < last) {
    std::size_t middle = (first + last) / 2;
    std::int32_t found = classfile::load_s4(pairs + 8 * middle);
    if (found == key)
      return jump(s, classfile::load_s4(pairs + 8 * middle + 4));
    if (found < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return jump(s, classfile::load_s4(at));
}

inline Step advance(State& s, int bytes) {
  s.pc += bytes;
  return Step::kJump;
}

// JVMS 6.5.wide: the instruction behind the prefix has a 16-bit index. It cannot fail, so `pc` may
// stay at the prefix.
MJ_BYTECODE op_wide(State& s) {
  using enum classfile::Opcode;
  unsigned index = s.u2(2);
  switch (static_cast<classfile::Opcode>(s.u1(1))) {
    case iload:
    case fload:
    case aload:
      load_local(s, index);
      return advance(s, 4);
    case lload:
    case dload:
      load_local2(s, index);
      return advance(s, 4);
    case istore:
    case fstore:
    case astore:
      store_local(s, index);
      return advance(s, 4);
    case lstore:
    case dstore:
      store_local2(s, index);
      return advance(s, 4);
    case iinc:
      increment_local(s, index, s.s2(4));
      return advance(s, 6);
    case ret:
      return return_from_subroutine(s, index);
    default:
      MJ_UNREACHABLE("wide in front of opcode %d passed the verifier", s.u1(1));
  }
}

}  // namespace minijvm::interp
